REFERENCE = {"repository": "https://github.com/EvoAgentX/EvoAgentX", "commit": "aad19b91", "package": ["evoagentx", "0.1.4"], "file": BENCHMARK["file"]}
READS_ROWS = True


def benchmark(given):
    """Returns the class of the benchmark, without loading what it imports for downloads and logging."""
    nothing = lambda *_, **__: None
    logger = types.SimpleNamespace(info=nothing, warning=nothing)
    for name in ("evoagentx", "evoagentx.benchmark", "evoagentx.core", "evoagentx.utils", "evoagentx.utils.aflow_utils"):
        stand_in(name).__path__ = [os.path.join(given.folder, *name.split("."))]
    stand_in("evoagentx.core.logging", logger=logger)
    stand_in("evoagentx.core.module_utils", load_json=nothing)
    stand_in("evoagentx.utils.utils", download_file=nothing, make_parent_folder=nothing)
    stand_in("requests")
    stand_in("evoagentx.utils.aflow_utils.data_utils", AFLOW_DATASET_FILES_MAP={}, download_aflow_benchmark_data=nothing)
    stand_in("evoagentx.benchmark.benchmark", Benchmark=object)
    name = "evoagentx.benchmark." + os.path.basename(given.path)[:-3]
    return getattr(load(given.path, name), BENCHMARK["class"])


def evaluate(given):
    made = benchmark(given).__new__(benchmark(given))
    label = (lambda one: one.golds) if BENCHMARK["all_golds"] else (lambda one: one.golds[0])
    keys = next(one["official"] for one in REPORT["runs"] if one["official"])
    return {key: given.run.mean(lambda one, prediction, key=key: made.evaluate(prediction, label(one))[key]) for key in keys}

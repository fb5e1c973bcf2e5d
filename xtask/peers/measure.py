"""Scores generated questions with other people's scorers, for `cargo xtask bench`: every line of standard
input is a task as JSON, every line of standard output its answer. Only the scoring is timed, in CPU seconds
of this process: files are read and put into each scorer's form before."""

import functools
import importlib.util
import json
import os
import platform
import sys
import tempfile
import time
from importlib.metadata import distribution, version

os.environ.setdefault("HF_HUB_DOWNLOAD_TIMEOUT", "10")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def timed(work):
    """What work came to, CPU seconds and seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class HuggingFace:
    """The squad metric of Hugging Face's evaluate: `compute` alone."""

    def __init__(self, gold, predictions):
        import evaluate

        # A folder with the metric's script, where the hub cannot be reached.
        self.metric = evaluate.load(os.environ.get("SQUAD_METRIC", "squad"))
        self.name = f"HF evaluate {version('evaluate')}, squad, compute"
        if "SQUAD_METRIC" in os.environ:
            self.name += " (script from a folder)"
        self.references, self.predictions = self.as_lists(gold, predictions)

    @staticmethod
    def as_lists(gold, predictions):
        """References and predictions as this metric takes them."""
        references = [
            {
                "id": row["question_id"],
                "answers": {"text": row["gold_answers"], "answer_start": [0] * len(row["gold_answers"])},
            }
            for row in gold
        ]
        rows = [{"id": row["question_id"], "prediction_text": row["predicted_answer"]} for row in predictions]
        return references, rows

    def run(self):
        return self.metric.compute(predictions=self.predictions, references=self.references)


class Official:
    """The official script of SQuAD 1.1, as allennlp ships it: `evaluate` alone."""

    def __init__(self, gold, predictions):
        path = distribution("allennlp").locate_file("allennlp/tools/squad_eval.py")
        spec = importlib.util.spec_from_file_location("squad_eval", path)
        self.script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.script)
        self.name = f"official SQuAD 1.1 script of allennlp {version('allennlp')}, evaluate"
        questions = [
            {"id": row["question_id"], "answers": [{"text": text} for text in row["gold_answers"]]} for row in gold
        ]
        self.dataset = [{"paragraphs": [{"qas": questions}]}]
        self.predictions = {row["question_id"]: row["predicted_answer"] for row in predictions}

    def run(self):
        return self.script.evaluate(self.dataset, self.predictions)


class Inspect:
    """The f1 scorer of inspect_ai: the scorer itself, one question after the other."""

    def __init__(self, gold, predictions):
        from inspect_ai.model import ModelName, ModelOutput
        from inspect_ai.scorer import Target, f1
        from inspect_ai.solver import TaskState

        self.scorer = f1()
        self.name = f"inspect_ai {version('inspect_ai')}, f1 scorer"
        answers = {row["question_id"]: row["predicted_answer"] for row in predictions}
        model = ModelName("none/none")

        def state(row):
            output = ModelOutput.from_content("none/none", answers[row["question_id"]])
            return TaskState(model, row["question_id"], 0, row["question"], [], output=output)

        self.questions = [(state(row), Target(row["gold_answers"])) for row in gold]

    def run(self):
        import asyncio

        async def all_of_them():
            return [(await self.scorer(state, target)).value for state, target in self.questions]

        values = asyncio.run(all_of_them())
        return {"f1": 100 * sum(values) / len(values)}


class PythonLists:
    """The package of this project, from the lists that evaluate takes: `compute` alone."""

    def __init__(self, gold, predictions):
        import scoredrop

        self.name = f"scoredrop {scoredrop.__version__}, compute"
        self.compute = scoredrop.compute
        theirs = HuggingFace.as_lists(gold, predictions)
        self.data = dict(zip(("references", "predictions"), theirs))

    def run(self):
        return self.compute("squad", **self.data)


class PythonArrow:
    """The package of this project, from Arrow tables with the columns that evaluate takes: `compute` alone."""

    def __init__(self, gold, predictions):
        import pyarrow
        import scoredrop

        self.name = f"scoredrop {scoredrop.__version__}, compute from Arrow"
        self.compute = scoredrop.compute
        theirs = map(pyarrow.Table.from_pylist, HuggingFace.as_lists(gold, predictions))
        self.data = dict(zip(("references", "predictions"), theirs))

    def run(self):
        return self.compute("squad", **self.data)


class PythonReport:
    """The package of this project, from Arrow tables: `score`, with the whole report."""

    def __init__(self, gold, predictions):
        import pyarrow
        import scoredrop

        self.name = f"scoredrop {scoredrop.__version__}, score from Arrow"
        self.score = scoredrop.score
        self.tables = [pyarrow.Table.from_pylist(rows) for rows in (gold, predictions)]

    def run(self):
        return self.score(*self.tables, preset="squad-v1").official


COLUMNS = {"preset": "squad-v1", "key": "question_id", "answers": "gold_answers", "prediction": "predicted_answer"}


class Parts:
    """The package of this project: parts with as many questions each, merged into a report."""

    def __init__(self, count, gold, predictions):
        from scoredrop import Partial

        self.merged = Partial.merged
        own = {"preset": COLUMNS["preset"], "join": "id"}
        sides = [(gold[part::count], predictions[part::count]) for part in range(count)]
        self.parts = [Partial(*side, **own).to_bytes() for side in sides]
        whole = Partial.merged(map(Partial.from_bytes, self.parts)).to_bytes()
        self.name = f"parts of {sum(map(len, self.parts)) / count:.0f} bytes, merged {len(whole)}"
        self.read = Partial.from_bytes

    def run(self):
        return self.merged(map(self.read, self.parts)).finish().official


class Engine:
    """An engine on this machine, on Parquet files in a folder."""

    PARTITIONS = 16

    def __init__(self, gold, predictions):
        import pyarrow
        import pyarrow.parquet

        self.folder = tempfile.TemporaryDirectory()
        for count in (100, len(gold)):
            for name, rows in (("gold", gold[:count]), ("run", predictions[:count])):
                place = self.place(name, count)
                os.makedirs(place)
                for part in range(self.PARTITIONS):
                    table = pyarrow.Table.from_pylist(rows[part :: self.PARTITIONS])
                    pyarrow.parquet.write_table(table, os.path.join(place, f"{part}.parquet"))
        self.count = len(gold)
        self.start()
        # The first job starts the workers.
        self.score(100)

    def place(self, name, count):
        return os.path.join(self.folder.name, str(count), name)

    def score(self, count):
        sides = [self.read(self.place(name, count)) for name in ("gold", "run")]
        return self.join(*sides, partitions=self.PARTITIONS, **COLUMNS).official

    def run(self):
        return self.score(self.count)


class Ray(Engine):
    """Ray Data with a worker for each processor."""

    def start(self):
        import ray.data
        import scoredrop.ray

        ray.init(include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        self.name = f"Ray {ray.__version__}, Parquet"
        self.read, self.join = ray.data.read_parquet, scoredrop.ray.join_and_score


class Spark(Engine):
    """Spark with a worker for each processor."""

    def start(self):
        import pyspark
        import scoredrop.spark

        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = pyspark.sql.SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        self.name = f"Spark {pyspark.__version__}, Parquet"
        self.read, self.join = session.read.parquet, scoredrop.spark.join_and_score


PEERS = {
    "huggingface": HuggingFace,
    "official": Official,
    "inspect": Inspect,
    "python_lists": PythonLists,
    "python_arrow": PythonArrow,
    "python_report": PythonReport,
    **{f"parts_{count}": functools.partial(Parts, count) for count in (1, 10, 100, 1000)},
    "ray": Ray,
    "spark": Spark,
}


def answer(task, ready={}):
    if task["do"] == "prepare":
        peer = PEERS[task["peer"]](read(task["files"][0]), read(task["files"][1]))
        ready[task["peer"]] = peer
        return {"name": peer.name, "python": platform.python_version()}
    result, cpu, wall = timed(ready[task["peer"]].run)
    return {"found": result, "cpu": cpu, "wall": wall}


def main():
    # What libraries print is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            found = {"failed": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(found), file=answers, flush=True)


main()

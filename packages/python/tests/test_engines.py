"""Ray and Spark give the report of one machine. Without the engines these tests are skipped: `pip install "ray[data]"
polars pyspark`, and a Java for Spark."""

import csv
import datetime
import json
import os
import random
import re
import shutil
import sys
from pathlib import Path

import pytest
import scoredrop
import scoredrop.ray
import scoredrop.spark
from conftest import SAMPLES
from scoredrop._batches import Rule, of_joined

pyarrow = pytest.importorskip("pyarrow")

CLUSTER = SAMPLES.parent / "docs" / "cluster.md"


def rounded(members):
    """Rounds a mean: one machine adds in file order, as references do, and merged means are exact sums."""
    if isinstance(members.get("mean"), float):
        members["mean"] = float(f"{members['mean']:.12g}")
    return members


def numbers(report):
    """Everything of a report that parts have, without groups that only their few values make."""
    data = json.loads(report.report(), object_hook=rounded)
    whole = [
        [run["name"], run["reconciliation"], [one for one in run["aggregates"] if one["group"] is None]]
        for run in data["runs"]
    ]
    comparisons = [one for one in data["comparisons"] if one["group"] is None]
    return whole, comparisons, data.get("leaderboard"), data["reconciliation"]


def questions(count=400):
    """Gold answers and two runs with missing, extra and repeated predictions."""
    dealt = random.Random(7)
    # The last but one holds what Python takes for ends of lines.
    words = ["Paris", "in Paris", "Rome", "the city of Rome", "Paris\u2028or\u0085Rome", ""]
    gold = [{"id": f"q{place}", "answers": [dealt.choice(words[:4])]} for place in range(count)]
    runs = {}
    for name in ("large", "small"):
        rows = [
            {"id": row["id"], "time": time, "prediction": dealt.choice(words)}
            for row in gold
            for time in range(1 + (dealt.random() < 0.1))
            if dealt.random() > 0.05
        ]
        runs[name] = rows + [{"id": f"x{name}{place}", "time": 0, "prediction": "Oslo"} for place in range(5)]
    return gold, runs


def squad():
    """SQuAD 1.1 with the published predictions of two systems."""
    articles = json.loads(official("squad_v1/dev-v1.1.json"))["data"]
    gold = [
        {"id": question["id"], "answers": [answer["text"] for answer in question["answers"]], "title": article["title"]}
        for article in articles
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    runs = {}
    for name in ("bert", "logistic_regression_baseline"):
        answers = json.loads(official(f"squad_v1/preds/{name}.json"))
        runs[name] = [{"id": key, "prediction": answer} for key, answer in answers.items()]
    return gold, runs, {"preset": "squad-v1"}


def gsm8k():
    """GSM8K with the published solutions of two systems."""
    rows = [json.loads(line) for line in official("gsm8k/gsm8k_example_model_solutions.jsonl").splitlines()]
    gold = [{"id": place, "answers": row["ground_truth"]} for place, row in enumerate(rows)]
    runs = {
        system: [{"id": place, "prediction": row[system]["solution"]} for place, row in enumerate(rows)]
        for system in ("6b_finetuning", "175b_verification")
    }
    return gold, runs, {"preset": "gsm8k"}


def climate():
    """The climate-finance sample, by type of answer."""
    folder = SAMPLES / "climate-finance"
    gold = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf-8").splitlines()]
    with (folder / "predictions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    runs = {}
    for row in rows:
        own = {"question_id": row["question_id"], "prediction": row["predicted_answer"]}
        runs.setdefault(row["model_name"], []).append(own)
    columns = {"key": "question_id", "answers": "gold_answers"}
    return gold, runs, {"preset": "climate-finance", **columns}


def official(path):
    """A file of the folder of official data, which `SCOREDROP_DATA` names."""
    folder = os.environ.get("SCOREDROP_DATA")
    if folder is None or not (Path(folder) / path).is_file():
        pytest.skip(f"{path} is not there")
    return (Path(folder) / path).read_text("utf-8")


def as_one_machine(gold, runs, choices):
    """The same rows and columns on one machine."""
    choices = dict(choices)
    columns = {"gold.id": choices.pop("key", "id"), "gold.answers": choices.pop("answers", "answers")}
    columns |= {"predictions.id": columns["gold.id"], "predictions.prediction": "prediction"}
    return one_machine(gold, runs, map=columns, **choices)


def parquet(folder, gold, runs):
    """Each table in a folder of its own, in three files."""
    import pyarrow.parquet

    for name, rows in {"gold": gold, **runs}.items():
        place = folder / name
        place.mkdir()
        for part in range(3):
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows[part::3]), place / f"{part}.parquet")


def by_model(folder, runs):
    """All runs in one folder, each in a partition of its own."""
    import pyarrow.parquet

    rows = [{"model": name, **row} for name, own in runs.items() for row in own]
    pyarrow.parquet.write_to_dataset(pyarrow.Table.from_pylist(rows), folder / "runs", partition_cols=["model"])


def followed(section, folder, **names):
    """The report that the examples of a section of docs/cluster.md make, of the files in a folder."""
    text = CLUSTER.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    reports = []
    for block in re.findall("```python\n(.*?)```", text, re.DOTALL):
        exec(re.sub(r'"(\w+/)"', lambda path: repr(str(folder / path[1])), block), names)
        reports.append(names["report"])
    return reports


OFFICIAL = pytest.mark.parametrize("data", [squad, gsm8k, climate])


def one_machine(gold, runs, **choices):
    tables = [scoredrop.Table(rows, name=name) for name, rows in runs.items()]
    return scoredrop.score(gold, tables, join="id", **choices)


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Of each task Spark tries four times.
    builder = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.config("spark.sql.shuffle.partitions", "5").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


TIMED = pyarrow.schema({"id": pyarrow.string(), "time": pyarrow.int64(), "prediction": pyarrow.string()})

REPEATED = [
    {"id": "a", "prediction": "Paris", "time": "10", "gap": None},
    {"id": "a", "prediction": "Rome", "time": "9", "gap": 1},
    {"id": "b", "prediction": "Oslo", "time": "x", "gap": 1},
]
TWO = [{"id": "a", "answers": ["Paris"]}, {"id": "b", "answers": ["Oslo"]}]


def refusals(join_and_score, score_dataset, table):
    """What both engines refuse alike."""
    gold, run = table(TWO), table(REPEATED)

    def refused(words, *sides, **choices):
        with pytest.raises(scoredrop.ScoredropError, match=words) as caught:
            join_and_score(*sides, **{"preset": "squad-v1", **choices})
        return caught.value.problems[0]

    # Before any row is moved.
    assert refused("did you mean squad-v1", gold, run, preset="squad1").code == "unknown_preset"
    refused("articles cannot be", gold, run, articles="some")
    missing = refused("did you mean time", gold, {"mine": run}, order="tme")
    assert (missing.file, missing.column, missing.code) == ("mine", "tme", "no_column")
    refused("set key to one of id, answers", gold, run, key="qid")
    refused("set answers to one of", gold, run, answers="gold")
    refused("set prediction to one of id, prediction", gold, run, prediction="output")
    with pytest.raises(scoredrop.ScoredropError, match="set prediction to one of"):
        score_dataset(run, preset="squad-v1", answers="id", prediction="output")
    # By the workers.
    assert refused("'a' has 2 different predictions, and nothing shows", gold, run).code == "duplicate_prediction"
    assert refused("'a' has 2 predictions, and gap is null", gold, run, order="gap").column == "gap"
    assert refused("no column", gold, run, order="time", map={"gold.answers": "nothing"}).code == "unknown_column"
    # Numbers in texts are numbers: 10 comes after 9.
    assert join_and_score(gold, run, preset="squad-v1", order="time").mean == 1
    # Equal predictions need no order.
    equal = table([{**row, "prediction": "Oslo"} for row in REPEATED])
    assert join_and_score(gold, equal, preset="squad-v1").mean == 0.5
    for sides, words in [
        ((TWO, run), "gold is of type list: give a data"),
        ((gold, REPEATED), "predictions is of type list: give a data"),
        ((gold, [run, run]), "give several runs as a dictionary"),
        ((gold, {"mine": REPEATED}), "mine is of type list"),
    ]:
        with pytest.raises(TypeError, match=words):
            join_and_score(*sides, preset="squad-v1")
    with pytest.raises(TypeError, match="prediction is of type list"):
        join_and_score(gold, run, preset="squad-v1", prediction=["a", "b"])
    with pytest.raises(TypeError, match="joined is of type list"):
        score_dataset(TWO, preset="squad-v1")


def test_times_of_a_block_stay_times():
    # Another block may have times that are not midnight.
    days = pyarrow.array([datetime.datetime(2020, 1, 1)], pyarrow.timestamp("us"))
    rule = Rule.new("id", "answers", "prediction", {"preset": "plain-text"})
    joined = pyarrow.table({"id": days, "answers": days, "prediction": ["2020-01-01 00:00:00"]})
    assert of_joined(joined, rule).finish().mean == 1


def test_ray_refuses(ray):
    refusals(scoredrop.ray.join_and_score, scoredrop.ray.score_dataset, ray.data.from_items)
    gold = ray.data.from_items(TWO)
    with pytest.raises(scoredrop.ScoredropError, match="the run has no prediction"):
        scoredrop.ray.join_and_score(gold, ray.data.from_items([]), preset="squad-v1")
    with pytest.raises(scoredrop.ScoredropError, match="no questions"):
        scoredrop.ray.join_and_score(ray.data.from_items([]), ray.data.from_items([]), preset="squad-v1")
    # Columns that nobody knows before the work begins.
    late = ray.data.from_items(REPEATED).map_batches(lambda block: block.rename_columns({"time": "t"}), batch_format="pyarrow")
    with pytest.raises(scoredrop.ScoredropError, match="there is no column 'time'"):
        scoredrop.ray.join_and_score(gold, late, preset="squad-v1", order="time")


def test_spark_refuses(spark):
    def table(rows):
        return spark.createDataFrame(pyarrow.Table.from_pylist(rows))

    refusals(scoredrop.spark.join_and_score, scoredrop.spark.score_dataset, table)
    nothing = spark.createDataFrame([], "id string, prediction string")
    with pytest.raises(scoredrop.ScoredropError, match="the run has no prediction"):
        scoredrop.spark.join_and_score(table(TWO), nothing, preset="squad-v1")


def test_ray_joins_and_scores(ray):
    gold, runs = questions()
    whole = one_machine(gold, runs, preset="squad-v1", seed=3)
    sides = {name: ray.data.from_items(rows).repartition(7) for name, rows in runs.items()}
    report = scoredrop.ray.join_and_score(
        ray.data.from_items(gold).repartition(3), sides, preset="squad-v1", order="time", partitions=5, seed=3
    )
    assert numbers(report) == numbers(whole)


def test_ray_follows_its_document(ray, tmp_path):
    gold, runs = questions()
    parquet(tmp_path, gold, runs)
    by_model(tmp_path, runs)
    whole = numbers(one_machine(gold, {name: runs[name] for name in sorted(runs)}, preset="squad-v1"))
    assert [numbers(report) for report in followed("Ray", tmp_path)] == [whole, whole]


def test_ray_scores_skewed_partitions(ray):
    gold, runs = questions(300)
    whole = one_machine(gold, runs, preset="squad-v1")
    # One block holds nearly all rows, others none.
    sides = {}
    for name, rows in runs.items():
        blocks = [rows[:-3], [], rows[-3:]]
        sides[name] = ray.data.from_arrow([pyarrow.Table.from_pylist(block, TIMED) for block in blocks])
    for partitions in (1, 40):
        report = scoredrop.ray.join_and_score(
            ray.data.from_items(gold).repartition(1), sides, preset="squad-v1", order="time", partitions=partitions
        )
        assert numbers(report) == numbers(whole)


@OFFICIAL
def test_ray_scores_official_data(ray, data):
    gold, runs, choices = data()
    sides = {name: ray.data.from_items(rows).repartition(3) for name, rows in runs.items()}
    report = scoredrop.ray.join_and_score(ray.data.from_items(gold).repartition(4), sides, partitions=6, **choices)
    assert numbers(report) == numbers(as_one_machine(gold, runs, choices))


def test_ray_scores_joined_rows(ray):
    pytest.importorskip("polars")
    gold, predictions = questions(200)[0], [{"id": f"q{place}", "output": "Paris"} for place in range(10, 220)]
    whole = one_machine(gold, {"predictions": [{"id": row["id"], "prediction": "Paris"} for row in predictions]}, preset="squad-v1")
    sides = [ray.data.from_items(rows) for rows in (gold, predictions)]
    joined = sides[0].join(sides[1], join_type="full_outer", num_partitions=4, on=("id",))
    report = scoredrop.ray.score_dataset(joined, preset="squad-v1", prediction="output")
    assert numbers(report) == numbers(whole)


def test_ray_retries_a_killed_worker(ray, tmp_path):
    gold, runs = questions(100)
    whole = one_machine(gold, {"predictions": runs["large"]}, preset="squad-v1")
    mark = tmp_path / "killed"

    def dies_once(block):
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), 9)
        return block

    predictions = ray.data.from_items(runs["large"]).repartition(4)
    predictions = predictions.map_batches(dies_once, batch_format="pyarrow")
    report = scoredrop.ray.join_and_score(
        ray.data.from_items(gold), predictions, preset="squad-v1", order="time", partitions=3
    )
    assert mark.exists()
    assert numbers(report) == numbers(whole)


def test_spark_joins_and_scores(spark, tmp_path):
    import pyarrow.parquet

    gold, runs = questions()
    whole = one_machine(gold, runs, preset="squad-v1", seed=3)
    for name, rows in {"gold": gold, **runs}.items():
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / f"{name}.parquet")
    frame = {name: spark.read.parquet(str(tmp_path / f"{name}.parquet")) for name in ("gold", *runs)}
    report = scoredrop.spark.join_and_score(
        frame["gold"], {name: frame[name] for name in runs}, preset="squad-v1", order="time", seed=3
    )
    assert numbers(report) == numbers(whole)
    many = scoredrop.spark.join_and_score(
        frame["gold"], {name: frame[name] for name in runs}, preset="squad-v1", order="time", seed=3, partitions=70
    )
    assert numbers(many) == numbers(whole)


def test_spark_follows_its_document(spark, tmp_path):
    gold, runs = questions()
    parquet(tmp_path, gold, runs)
    by_model(tmp_path, runs)
    whole = numbers(one_machine(gold, {name: runs[name] for name in sorted(runs)}, preset="squad-v1"))
    assert [numbers(report) for report in followed("Spark", tmp_path, spark=spark)] == [whole, whole]


@OFFICIAL
def test_spark_scores_official_data(spark, data):
    gold, runs, choices = data()
    frame, *frames = [as_frame(spark, rows) for rows in (gold, *runs.values())]
    report = scoredrop.spark.join_and_score(frame, dict(zip(runs, frames)), **choices)
    assert numbers(report) == numbers(as_one_machine(gold, runs, choices))


def as_frame(spark, rows):
    """Rows as a data frame, by way of Arrow."""
    return spark.createDataFrame(pyarrow.Table.from_pylist(rows))


def test_spark_scores_joined_rows(spark):
    gold, predictions = questions(200)[0], [{"id": f"q{place}", "output": "Paris"} for place in range(10, 220)]
    whole = one_machine(gold, {"predictions": [{"id": row["id"], "prediction": "Paris"} for row in predictions]}, preset="squad-v1")
    joined = spark.createDataFrame(gold).join(spark.createDataFrame(predictions), "id", "full_outer")
    report = scoredrop.spark.score_dataset(joined, preset="squad-v1", prediction="output")
    assert numbers(report) == numbers(whole)


def test_spark_retries_a_killed_worker(spark, tmp_path):
    gold, runs = questions(100)
    whole = one_machine(gold, {"predictions": runs["large"]}, preset="squad-v1")
    mark = tmp_path / "killed"

    def dies_once(batches):
        for batch in batches:
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), 9)
            yield batch

    predictions = spark.createDataFrame(runs["large"]).repartition(4)
    predictions = predictions.mapInArrow(dies_once, predictions.schema)
    report = scoredrop.spark.join_and_score(
        spark.createDataFrame(gold), predictions, preset="squad-v1", order="time", partitions=3
    )
    assert mark.exists()
    assert numbers(report) == numbers(whole)


def test_spark_scores_skewed_partitions(spark):
    gold, runs = questions(300)
    whole = one_machine(gold, runs, preset="squad-v1")
    # One partition holds nearly all rows, others none.
    sides = {name: spark.createDataFrame(rows).repartitionByRange(6, "time") for name, rows in runs.items()}
    frame = spark.createDataFrame(gold).coalesce(1)
    for partitions in (1, 9):
        report = scoredrop.spark.join_and_score(
            frame, sides, preset="squad-v1", order="time", partitions=partitions
        )
        assert numbers(report) == numbers(whole)

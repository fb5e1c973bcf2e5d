"""What cannot be scored is said with its place and what to do about it."""

import _thread
import inspect
import io
import pickle
import re
import signal
import threading
import time

import pytest
import scoredrop
from conftest import SAMPLES
from scoredrop._words import in_python

GOLD = [{"id": f"q{number}", "answers": [f"answer {number}"]} for number in range(20)]


def test_every_problem_is_listed():
    with pytest.raises(scoredrop.ScoredropError) as caught:
        scoredrop.score("nowhere.jsonl", "nor here.jsonl", preset="squad-v1")
    problems = caught.value.problems
    assert [(one.code, one.file) for one in problems] == [
        ("unreadable", "nowhere.jsonl"),
        ("unreadable", "nor here.jsonl"),
    ]
    assert "nowhere.jsonl" in str(caught.value)


def test_places_and_remedies(tmp_path):
    report = scoredrop.score(SAMPLES / "nq/gold.jsonl", SAMPLES / "nq/predictions.jsonl", preset="nq")
    repeated = next(one for one in report.diagnostics if one.code == "duplicate_prediction")
    assert (repeated.file, repeated.row) == ("predictions.jsonl", 40)
    assert repeated.remedy == "keep one prediction for each question"


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"preset": "squad"}, "squad"),
        ({"preset": "squad-v1", "articles": "maybe"}, "maybe"),
        ({"preset": "squad-v1", "no_such_setting": 1}, "no_such_setting"),
        ({"preset": "squad-v1", "join": "magic"}, "magic"),
        ({"preset": "squad-v1", "map": {"gold.anwser": "x"}}, "FIELD of gold must be one of"),
        ({"preset": "squad-v1", "map": {"gold.answers": "nothing"}}, "nothing"),
        ({"preset": "squad-v1", "baseline": "nobody"}, "nobody"),
        ({"preset": "squad-v1", "options": "--magic"}, "--magic"),
    ],
)
def test_choices_that_cannot_be_followed(choices, said):
    with pytest.raises(scoredrop.ScoredropError, match=said) as caught:
        scoredrop.score(GOLD, [{"id": "q1", "prediction": "x"}], **choices)
    assert caught.value.problems


@pytest.mark.parametrize(
    ("words", "python"),
    [
        (
            "choose the column with --map gold.answers=COLUMN, or swap the files if their roles are mixed up",
            'choose the column with map={"gold.answers": "COLUMN"}, or exchange gold and predictions if their roles are '
            "mixed up",
        ),
        ("such as --map gold.answers=answer.text", 'such as map={"gold.answers": "answer.text"}'),
        ("use --preset nq, and give", 'use preset="nq", and give'),
        ("join by them (--join near)", 'join by them (join="near")'),
        ("choose the key with --join", "choose the key with join"),
        ("probabilities (--na-prob)", "probabilities (na_prob)"),
        ("use --against, which", "use --against of the command `scoredrop score`, which"),
        ("what scoredrop score --partial has written", "what scoredrop score --partial has written"),
        ('there is no id "--join near"', 'there is no id "--join near"'),
        ("invalid value 'x' for '--join <KEY>'", "join cannot be 'x'"),
        ("invalid value 'x' for '--seed <SEED>'", "seed cannot be 'x'"),
        (
            "invalid value 'a=b' for '--map <ROLE.FIELD=COLUMN>': write ROLE.FIELD=COLUMN, for example gold.answers=A",
            'map={"a": "b"}: write map={"ROLE.FIELD": "COLUMN"}, for example map={"gold.answers": "A"}',
        ),
    ],
)
def test_messages_name_arguments(words, python):
    assert in_python(words) == python


def texts_of(code):
    """The texts in Rust code, without those of its tests."""
    code = re.sub(r"//.*$", "", code.partition("#[cfg(test)]")[0], flags=re.MULTILINE)
    # Quotation marks that do not begin or end a text.
    code = re.sub(r"""b?'\\?"'""", "", code)
    code = re.sub(r"""r(#+)".*?"\1""", "", code, flags=re.DOTALL)
    return re.findall(r'"((?:[^"\\]|\\.)*)"', code, flags=re.DOTALL)


def test_no_message_of_the_core_names_an_option():
    """Reads every message in the sources, so that a new one that needs other words is found here."""
    sources = SAMPLES.parent / "src"
    paths = [path for path in sources.rglob("*.rs") if not path.is_relative_to(sources / "command_line")]
    texts = [text for path in paths for text in texts_of(path.read_text("utf-8"))]
    # Options alone are what doubts and readings give back as `options`; a page speaks of the command.
    messages = [text for text in texts if re.search(r"--[a-z]\S* |\w \S*--[a-z]|\(--[a-z]", text) and text[:3] != "</m"]
    messages = [re.sub(r"\{\w*\}", "near", text) for text in messages if not re.fullmatch(r"--\w+ \S*", text)]
    assert len(messages) >= 15
    commands = {"--partial", "--no-log-samples"}
    for text in messages:
        python = in_python(text).replace("--against of the command", "").replace("--script of the command", "")
        assert set(re.findall(r"--[a-z-]+", python.replace('"--swap"', ""))) <= commands, text


def test_a_remedy_names_arguments():
    gold = [{"id": f"k{number * 37 % 1009}z", "answer": f"word{number} x"} for number in range(30)]
    run = [{"id": row["id"], "colx": f"zz{number}", "coly": f"yy{number}"} for number, row in enumerate(gold)]
    with pytest.raises(scoredrop.ScoredropError) as caught:
        scoredrop.drop(gold, run)
    named = 'choose the column with map={"predictions.prediction": "COLUMN"}, or exchange gold and predictions'
    assert named in caught.value.problems[0].remedy and named in str(caught.value)
    for choices, said in [({"join": "x"}, "choose one of id, question, "), ({"seed": "x"}, "give a whole number")]:
        with pytest.raises(scoredrop.ScoredropError) as caught:
            scoredrop.score(gold, run, preset="squad-v1", **choices)
        (name,) = choices
        assert caught.value.problems[0].message == f"{name} cannot be 'x'" and said in caught.value.problems[0].remedy


def test_an_unknown_preset_has_a_nearest_one():
    with pytest.raises(scoredrop.ScoredropError, match="did you mean squad-v2?") as caught:
        scoredrop.score(GOLD, [{"id": "q1", "prediction": "x"}], preset="squad2")
    assert caught.value.problems[0].remedy.startswith("did you mean squad-v2? choose one of squad-v1, ")
    with pytest.raises(scoredrop.ScoredropError, match="-> choose one of"):
        scoredrop.score(GOLD, [{"id": "q1", "prediction": "x"}], preset="zzzzzz")


def test_errors_can_be_carried_to_another_process():
    with pytest.raises(scoredrop.ScoredropError) as caught:
        scoredrop.score("nowhere.jsonl", GOLD, preset="squad-v1")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.problems) == (str(caught.value), caught.value.problems)
    asked = scoredrop.QuestionError("which?", [scoredrop.Option("a", ["x"], 0.5, "--map a=b")])
    again = pickle.loads(pickle.dumps(asked))
    assert (str(again), again.question, again.options) == (str(asked), "which?", asked.options)


def test_options_count_before_arguments():
    run = [{"id": "q1", "prediction": "the answer 1", "other": "answer 1"}]
    choices = {"preset": "squad-v2", "articles": "keep", "map": {"predictions.prediction": "prediction"}}
    options = "--preset=squad-v1 --set articles=ignore --map predictions.prediction=other"
    report = scoredrop.score(GOLD, run, options=options, **choices)
    assert (report.preset, report.settings["articles"]) == ("squad-v1", "ignore")
    assert report.wrong[0]["id"] == "q0" and report.records[1]["prediction"] == "answer 1"
    assert scoredrop.score(GOLD, run, preset="squad-v1", options=None).n == 20


def test_a_question_has_options():
    # Two columns that nothing tells apart.
    rows = [
        {
            "question": f"what is {number}?",
            "gold": f"town {number}",
            "foo": f"town {number + (number % 5 == 0)}",
            "bar": f"town {number + (number % 3 == 0)}",
        }
        for number in range(40)
    ]
    with pytest.raises(scoredrop.QuestionError) as caught:
        scoredrop.drop(rows)
    asked = caught.value
    assert asked.question == "Which column of table.jsonl holds the model's answers?"
    assert [option.choice for option in asked.options] == ["foo", "bar"]
    for option in asked.options:
        assert option.options in str(asked)
        assert scoredrop.drop(rows, options=option.options).mean == option.would_give


def test_programs_are_not_run():
    files = SAMPLES / "humaneval"
    with pytest.raises(scoredrop.ScoredropError, match="page"):
        scoredrop.score(files / "tasks.jsonl", files / "samples.jsonl", preset="humaneval")
    assert scoredrop.score(files / "tasks.jsonl", files / "verdicts.jsonl", preset="humaneval").mean is not None


def test_wrong_arguments():
    for arguments, said in [
        ({"gold": GOLD}, "give gold answers and predictions"),
        ({"gold": GOLD, "table": GOLD}, "either a table"),
        ({"gold": 5, "predictions": GOLD}, "gold.jsonl is of type int"),
        ({"gold": [{}, "x"], "predictions": GOLD}, "row 2: a row must be a dictionary"),
        ({"gold": [{"x": {1, 2}}], "predictions": GOLD}, "gold.jsonl, row 1: a value of type set"),
    ]:
        with pytest.raises(TypeError, match=said):
            scoredrop.score(**arguments, preset="squad-v1")
    with pytest.raises(TypeError, match="without names"):
        scoredrop.drop(["a", "b"], ["a", "c"])


ROWS = {"gold": GOLD, "predictions": [{"id": "q1", "prediction": "x"}], "preset": "squad-v1"}


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"na_probs": {}}, "score has no argument 'na_probs'; did you mean na_prob?"),
        ({"slice": "a"}, "did you mean slices?"),
        ({"settings": {"articles": "keep"}}, 'give each setting as an argument, such as articles="keep"'),
        ({"key": "qid"}, 'use map={"gold.id": "qid", "predictions.id": "qid"}'),
        ({"answers": "target"}, 'use map={"gold.answers": "target"}'),
        ({"prediction": "output"}, 'use map={"predictions.prediction": "output"}'),
        ({"map": ["x"]}, 'map is of type list: give the column of each field, such as {"gold.answers": "Answer"}'),
        ({"map": {"gold.answers": 3}}, "map has a value of type int: give a text or a list of texts"),
        ({"slices": 3}, "slices has a value of type int"),
        ({"options": 3}, "options has a value of type int"),
        ({"preset": 3}, "preset is of type int: give an id"),
        ({"na_prob": [0.1, 0.2]}, 'give a dictionary such as {"q1": 0.9}'),
        ({"gold": '[{"id": 1}]'}, "give json.loads(text)"),
        ({"gold": "https://example.org/gold.jsonl"}, "download it"),
        ({"gold": io.BytesIO(b"{}")}, "gold.jsonl is an open file: give its path, or its bytes"),
        ({"gold": [{"id": 1, "answers": {"a"}}]}, "gold.jsonl, row 1: a value of type set cannot be written as JSON; convert"),
        ({"gold": {"q1": {"a"}}}, "gold: a value of type set"),
    ],
)
def test_wrong_arguments_have_remedies(choices, said):
    with pytest.raises(TypeError, match=re.escape(said)):
        scoredrop.score(**{**ROWS, **choices})


def test_drop_names_score_for_its_arguments():
    for choices, said in [
        ({"seed": 3}, "drop has no argument 'seed'; use score, which has seed"),
        ({"slices": ["a"]}, "use score, which has slices"),
        ({"joins": "id"}, "did you mean join?"),
        ({"gold": GOLD}, "give the tables without names"),
    ]:
        with pytest.raises(TypeError, match=re.escape(said)):
            scoredrop.drop(GOLD, ROWS["predictions"], **choices)


def test_the_documentation_has_every_argument():
    page = (SAMPLES.parent / "docs/python.md").read_text("utf-8")
    table = page.partition("### Arguments")[2].partition("###")[0]
    named = re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `")))
    assert sorted(named) == sorted(name for name in inspect.signature(scoredrop.score).parameters if name != "settings")


def test_no_setting_is_taken_for_an_argument():
    for preset in scoredrop.presets().values():
        for name, setting in preset.settings.items():
            try:
                scoredrop.score(GOLD, ROWS["predictions"], preset=preset.id, **{name: setting.default})
            except scoredrop.ScoredropError as error:
                assert not {"unknown_setting", "bad_setting"} & {one.code for one in error.problems}, error


def test_a_missing_file_has_a_remedy():
    for gold in ("nowhere.jsonl", scoredrop.Table("nowhere.jsonl", name="gold")):
        with pytest.raises(scoredrop.ScoredropError, match="cannot read nowhere.jsonl: .* -> check the path") as caught:
            scoredrop.score(**{**ROWS, "gold": gold})
        assert caught.value.problems[0].code == "unreadable"


@pytest.fixture
def interrupts():
    """Has Ctrl+C interrupt, also where the tests were started with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_stops_long_work():
    words = " ".join(f"word{number}" for number in range(300))
    gold = [{"id": number, "answers": [f"{words} {number}"]} for number in range(60_000)]
    run = [{"id": number, "prediction": f"{words} {number % 7}"} for number in range(60_000)]
    begun = time.monotonic()
    scoredrop.score(gold[:6000], run[:6000], preset="plain-long-text")
    # All of them take at least three times as long: of so many, other readings are not tried.
    tenth = time.monotonic() - begun
    timer = threading.Timer(tenth, _thread.interrupt_main)
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        scoredrop.score(gold, run, preset="plain-long-text")
    assert time.monotonic() - begun < 2 * tenth


def test_other_threads_go_on_during_long_work(as_lines):
    words = " ".join(f"word{number}" for number in range(300))
    gold = as_lines("gold.jsonl", [{"id": number, "answers": [f"{words} {number}"]} for number in range(20_000)])
    run = as_lines("run.jsonl", [{"id": number, "prediction": f"{words} {number % 7}"} for number in range(20_000)])
    worker = threading.Thread(target=scoredrop.score, args=(gold, run), kwargs={"preset": "plain-long-text"})
    times = [time.monotonic()]
    worker.start()
    while worker.is_alive():
        time.sleep(0.001)
        times.append(time.monotonic())
    longest = max(after - before for before, after in zip(times, times[1:]))
    # With the interpreter's lock held, this thread would stand still for nearly all of the time.
    assert longest < (times[-1] - times[0]) / 2


def test_long_work_tells_how_far_it_is(monkeypatch):
    bars = []

    class Bar:
        def __init__(self, desc, total, unit, **_):
            self.desc, self.total, self.unit, self.n, self.closed = desc, total, unit, 0, False
            bars.append(self)

        def update(self, more):
            self.n += more

        def close(self):
            self.closed = True

    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    words = " ".join(f"word{number}" for number in range(300))
    gold = [{"id": number, "answers": [f"{words} {number}"]} for number in range(20_000)]
    run = [{"id": number, "prediction": f"{words} {number % 7}"} for number in range(20_000)]
    scoredrop.score(gold, run, preset="plain-long-text")
    scoring = [bar for bar in bars if bar.unit == " questions" and bar.total == 20_000]
    assert scoring, [(bar.desc, bar.total, bar.unit) for bar in bars]
    assert all(bar.closed and 0 <= bar.n <= (bar.total or bar.n) for bar in bars)


def test_an_error_of_a_bar_is_an_error(monkeypatch):
    def fails(**_):
        raise OSError("the terminal is gone")

    monkeypatch.setattr("tqdm.auto.tqdm", fails)
    words = " ".join(f"word{number}" for number in range(300))
    gold = [{"id": number, "answers": [f"{words} {number}"]} for number in range(20_000)]
    run = [{"id": number, "prediction": f"{words} {number % 7}"} for number in range(20_000)]
    with pytest.raises(OSError, match="the terminal is gone"):
        scoredrop.score(gold, run, preset="plain-long-text")

"""Scores and their reports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ._errors import Problem, problem_of
from ._words import in_python

if TYPE_CHECKING:
    import os

    import pandas
    import polars

    from ._core import Merged, Scored


class Interval(NamedTuple):
    """An interval around a mean, on the scale of the mean."""

    low: float
    high: float
    level: float
    """0.95 for 95 %."""
    method: str
    """How it was computed, such as `wilson` or `bootstrap`."""


@dataclass(frozen=True)
class Aggregate:
    """The mean of a metric, over all questions or over a group."""

    metric: str
    """Id of the metric."""
    group: tuple[str, str] | None
    """Column and value of the group; `None` over all questions."""
    mean: float | None
    """0 to 1, unless the metric has another unit."""
    n: int
    """Questions in the mean."""
    n_scored: int
    """Questions in the mean that have a prediction."""
    interval: Interval | None


@dataclass(frozen=True)
class Doubt:
    """A reason why a score may not mean what it seems to mean."""

    code: str
    """A stable name for programs."""
    message: str
    """The reason, in words."""
    rows: int | None
    """Number of rows concerned."""
    options: str | None
    """What settles the doubt; pass it to `score` or `drop` as `options`."""
    mean: float | None
    """The score with these options."""


@dataclass(frozen=True)
class Reading:
    """A way to read the data (columns, join and rule) and the score that it gives."""

    words: str
    """Why this reading may be intended."""
    mean: float | None
    """The headline of the first run."""
    means: dict[str, float | None]
    """The headline of every run, by its name."""
    n: int
    """Questions that count in this reading."""
    gold: str | None
    """Column of the gold answers."""
    predictions: list[str]
    """Columns of the runs."""
    preset: str
    settings: dict[str, str]
    why: list[str]
    """Codes of the reasons."""
    chosen: bool
    """Whether the score uses this reading."""
    options: str
    """What chooses this reading; pass it to `score` or `drop` as `options`."""


class Record(TypedDict):
    """The result of a run on one question."""

    id: str
    question: str | None
    golds: list[str]
    prediction: str | None
    extracted: str | None
    """The answer extracted from the prediction."""
    state: str
    """`answered`, `not_extracted`, `blank`, `missing` or `excluded`."""
    verdict: str
    """`right`, `partly`, `wrong` or `unanswered`."""
    metrics: dict[str, float | None]
    matched: int | None
    """Index of the gold answer that decided the score."""


@dataclass(frozen=True)
class Explanation:
    """Explains the score of one question."""

    id: str
    verdict: str
    why: list[str]
    """The reason in words."""
    steps: list[tuple[str, str]]
    """The steps from the output to the text that was compared: name of each step and its text."""
    golds: list[str]
    """The gold answers."""
    matched: str | None
    """The gold answer that decided the score."""
    metrics: dict[str, float | None]

    def __str__(self) -> str:
        lines = [f"{self.id}: {self.verdict}"]
        lines += [f"  {name}: {text}" for name, text in self.steps]
        lines += [f"  {sentence}" for sentence in self.why]
        return "\n".join(lines)


class Run:
    """The scores of one set of predictions."""

    def __init__(self, report: Report, index: int) -> None:
        self._report = report
        self._index = index
        self._data = report._head["report"]["runs"][index]
        self.name: str = self._data["name"]
        """The name of the model in the data, or of the table."""

    @property
    def mean(self) -> float | None:
        """The mean of the headline metric, 0 to 1 unless the metric has another unit."""
        return self._headline.mean

    @property
    def interval(self) -> Interval | None:
        """The interval around `mean`."""
        return self._headline.interval

    @property
    def n(self) -> int:
        """Questions that count."""
        return self._headline.n

    @property
    def official(self) -> dict[str, Any]:
        """The output of the reference script, with its keys, scale and digits.

        It is empty if the reference script would stop with an error, if you changed a setting, or if the preset has no
        reference.
        """
        return dict(self._data["official"])

    @property
    def reconciliation(self) -> dict[str, int]:
        """Counts of questions and predictions by outcome. `gold` is the sum of the next five."""
        return dict(self._data["reconciliation"])

    @cached_property
    def aggregates(self) -> list[Aggregate]:
        """The mean of every metric, over all questions and over groups."""

        def aggregate(one: dict[str, Any]) -> Aggregate:
            group = one["group"] and (one["group"]["column"], one["group"]["value"])
            interval = one["interval"] and Interval(**one["interval"])
            return Aggregate(one["metric"], group, one["mean"], one["n"], one["n_scored"], interval)

        return [aggregate(one) for one in self._data["aggregates"]]

    @property
    def means(self) -> dict[str, float | None]:
        """The mean of every metric over all questions."""
        return {one.metric: one.mean for one in self.aggregates if one.group is None}

    @cached_property
    def records(self) -> list[Record]:
        """Every question, in the order of the gold answers.

        Raises:
            ValueError: If the report was merged from parts, which hold only counts.
        """
        if not self._report.has_records:
            raise ValueError("a merged report has no records, because parts hold only counts")
        return json.loads(self._report._core.records(self._index))

    @property
    def wrong(self) -> list[Record]:
        """The questions that count and are not right, in the order of the gold answers."""
        return [one for one in self.records if one["verdict"] != "right" and one["state"] != "excluded"]

    def explain(self, id: Any) -> Explanation:
        """Explains the score of a question: give its id, or its text if the questions have no ids.

        Raises:
            KeyError: If there is no question with this id.
        """
        row = self._rows.get(str(id))
        found = None if row is None else self._report._core.explain(self._index, row)
        if found is None:
            raise KeyError(f"no question has the id {id!r}")
        told = json.loads(found)
        steps = [(one["label"], "".join(piece["text"] for piece in one["pieces"])) for one in told["chain"]]
        golds = told["golds"]
        return Explanation(
            id=told["row"]["id"],
            verdict=told["row"]["verdict"].lower(),
            why=told["why"],
            steps=steps,
            golds=[one["text"] for one in golds] or told["row"]["golds"],
            matched=next((one["text"] for one in golds if one["matched"]), None),
            metrics=dict(told["row"]["metrics"]),
        )

    @cached_property
    def _rows(self) -> dict[str, int]:
        # Of equal ids, the first.
        return {one["id"]: place for place, one in reversed(list(enumerate(self.records)))}

    @property
    def _headline(self) -> Aggregate:
        whole = [one for one in self.aggregates if one.group is None]
        lead = self._report.metric
        return next((one for one in whole if one.metric == lead), whole[0])

    def __str__(self) -> str:
        return f"{self.name}: {self._report._told(self._headline)}"

    def __repr__(self) -> str:
        return f"<Run {self}>"


class Report:
    """A finished score. `mean`, `interval`, `n`, `official`, `records`, `wrong` and `explain` are those of the first
    run; `runs` has all of them."""

    def __init__(self, core: Scored | Merged, files: list[tuple[str | None, Any]], words: list[str]) -> None:
        self._core = core
        self._files = files
        self._words = words
        self._head: dict[str, Any] = json.loads(core.head())
        self._data: dict[str, Any] = self._head["report"]

    @cached_property
    def runs(self) -> list[Run]:
        """All runs, in the order given."""
        return [Run(self, index) for index in range(len(self._data["runs"]))]

    @property
    def metric(self) -> str:
        """Id of the headline metric; `mean` is its mean."""
        return self._head["shown"]["lead"] or self._data["runs"][0]["aggregates"][0]["metric"]

    @property
    def mean(self) -> float | None:
        """The mean of the headline metric, 0 to 1 unless the metric has another unit."""
        return self.runs[0].mean

    @property
    def interval(self) -> Interval | None:
        """The interval around `mean`."""
        return self.runs[0].interval

    @property
    def n(self) -> int:
        """Questions that count."""
        return self.runs[0].n

    @property
    def official(self) -> dict[str, Any]:
        """The output of the reference script, with its keys, scale and digits.

        It is empty if the reference script would stop with an error, if you changed a setting, or if the preset has no
        reference.
        """
        return self.runs[0].official

    @property
    def aggregates(self) -> list[Aggregate]:
        """The mean of every metric, over all questions and over groups."""
        return self.runs[0].aggregates

    @property
    def records(self) -> list[Record]:
        """Every question, in the order of the gold answers."""
        return self.runs[0].records

    @property
    def wrong(self) -> list[Record]:
        """The questions that count and are not right, in the order of the gold answers."""
        return self.runs[0].wrong

    def explain(self, id: Any) -> Explanation:
        """Explains the score of a question: give its id, or its text if the questions have no ids.

        >>> import scoredrop
        >>> gold = [{"id": "q1", "answers": ["the Eiffel Tower"]}]
        >>> report = scoredrop.score(gold, [{"id": "q1", "prediction": "Eiffel tower!"}], preset="squad-v1")
        >>> report.explain("q1").verdict
        'right'

        Raises:
            KeyError: If there is no question with this id.
        """
        return self.runs[0].explain(id)

    @property
    def has_records(self) -> bool:
        """Whether the report has a record for each question; a report merged from parts has none."""
        return "merged" not in self._data

    @property
    def preset(self) -> str:
        """Id of the preset."""
        return self._data["preset"]["id"]

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting in force, and the seed."""
        return dict(self._data["settings"])

    @property
    def signature(self) -> str:
        """One line that states everything the score depends on."""
        return self._data["signature"]

    @property
    def sources(self) -> list[dict[str, Any]]:
        """The tables, with their roles and hashes."""
        return list(self._data["sources"])

    @property
    def reconciliation(self) -> dict[str, int]:
        """Counts of questions and predictions by outcome, over all runs."""
        return dict(self._data["reconciliation"])

    @property
    def provisional(self) -> bool:
        """Whether there are doubts about the score; see `doubts`."""
        return bool(self._data["provisional"])

    @property
    def doubts(self) -> list[Doubt]:
        """Why the score may not mean what it seems to mean."""

        def doubt(one: dict[str, Any]) -> Doubt:
            remedy = one["remedy"] or {}
            return Doubt(one["code"], one["message"], one["rows"], remedy.get("options"), remedy.get("mean"))

        return [doubt(one) for one in self._data["provisional"] or []]

    @property
    def readings(self) -> list[Reading]:
        """The reading of the data and up to three others, each with its score."""

        def reading(one: dict[str, Any]) -> Reading:
            return Reading(
                words=one["words"],
                mean=one["mean"],
                means={run["name"]: run["mean"] for run in one["runs"]},
                n=one["n"],
                gold=one["gold"] and one["gold"]["column"],
                predictions=[run["column"] for run in one["runs"]],
                preset=one["rule"]["preset"],
                settings=one["rule"]["settings"],
                why=one["why"],
                chosen=one["chosen"],
                options=one["options"],
            )

        return [reading(one) for one in self._data["readings"]]

    @property
    def diagnostics(self) -> list[Problem]:
        """Every error, warning and note, errors first."""
        return [problem_of(one) for one in self._data["diagnostics"]]

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """Every run (`a`) compared with the baseline (`b`), by metric and group: `mean_a`, `mean_b`, `difference`,
        `interval`, `p`, `p_adjusted`, `verdict`, `sentence` and counts."""
        return list(self._data["comparisons"])

    @property
    def leaderboard(self) -> list[dict[str, Any]]:
        """If there are several runs, an entry for each metric: `metric`, `n` and `runs` from best to worst, each with
        `name`, `rank`, `mean`, `interval`, `n` and `versus`, the difference from the baseline."""
        return list(self._data.get("leaderboard", []))

    def report(self, format: str = "json", *, leave_out: str | tuple[str, ...] = ()) -> str:
        """Returns the report in a format, byte for byte as the command line writes it.

        Args:
            format: `json`, `csv`, `aggregates-csv`, `markdown`, `latex`, `html`, `official`, `inspect`,
                `hf-eval-results`, `every-eval-ever`, `every-eval-ever-samples`, `methods`, `verify.py`, `strip.svg`,
                `breakdown.svg` or `comparison.svg`.
            leave_out: `outputs` or `questions`, or both, for JSON and HTML.
        """
        return self._bytes(format, leave_out).decode()

    def save(
        self, path: str | os.PathLike[str], format: str | None = None, *, leave_out: str | tuple[str, ...] = ()
    ) -> None:
        """Writes the report to a file. Without a format, the extension of the file decides."""
        ends = {".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex", ".html": "html", ".svg": "strip.svg"}
        path = Path(path)
        if format is None and path.suffix not in ends:
            raise ValueError(
                f"no format is known for {path.name!r}: use one of the extensions {', '.join(ends)}, or give a format"
            )
        path.write_bytes(self._bytes(format or ends[path.suffix], leave_out))

    def _bytes(self, format: str, leave_out: str | tuple[str, ...]) -> bytes:
        parts = {leave_out} if isinstance(leave_out, str) else set(leave_out)
        if not parts <= {"outputs", "questions"}:
            raise ValueError("leave_out takes outputs and questions")
        if parts and format not in ("json", "html"):
            raise ValueError("leave_out works only with json and html")
        return self._core.write(format, "outputs" in parts, "questions" in parts)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the records of all runs as a data frame, with a column for each metric."""
        import pandas

        return pandas.DataFrame(list(self._flat()))

    def to_polars(self) -> polars.DataFrame:
        """Returns the records of all runs as a data frame, with a column for each metric."""
        import polars

        return polars.DataFrame(list(self._flat()), infer_schema_length=None)

    def _flat(self) -> Iterator[dict[str, Any]]:
        for run in self.runs:
            for record in run.records:
                rest = {key: value for key, value in record.items() if key != "metrics"}
                yield {"run": run.name, **rest, **record["metrics"]}

    def _told(self, one: Aggregate) -> str:
        title = self._head["shown"]["titles"].get(one.metric, one.metric)
        if one.mean is None:
            return f"{title} has no value"
        scale, unit, digits = (100, " %", 1) if one.metric in self._head["shown"]["percent"] else (1, "", 4)
        interval = ""
        if one.interval is not None:
            low, high = one.interval.low * scale, one.interval.high * scale
            interval = f" [{low:.{digits}f}, {high:.{digits}f}]"
        return f"{title} {one.mean * scale:.{digits}f}{unit}{interval}, n = {one.n}"

    def __str__(self) -> str:
        lines = [str(run) for run in self.runs]
        return "\n".join(lines + self._notes())

    def _notes(self) -> list[str]:
        """Returns what to know of the score, a line each: counts, warnings, doubts and other readings."""
        doubts = [f"provisional: {doubt.message}" for doubt in self.doubts]
        return [*self._findings(), *doubts, *self._other_readings()]

    def _findings(self) -> list[str]:
        """Returns the number of questions and predictions without a partner, and a line for each kind of warning."""
        counts = {run.name: _unmatched(run.reconciliation) for run in self.runs}
        several = len(counts) > 1
        counted = "; ".join(f"{name}: {words}" if several else words for name, words in counts.items() if words)
        lines = [counted] if counted else []
        doubted = {doubt.code for doubt in self.doubts}
        for kind in self._head["shown"]["warnings"]:
            first, count = kind["first"], kind["count"]
            if first["code"] in doubted:
                continue
            place = [first["file"], f"row {first['row']}" if first["row"] is not None else None]
            where = ", ".join(filter(None, place))
            alike = f" (1 of {count} like this)" if count > 1 else ""
            lines.append(f"{first['severity']}: {in_python(first['message'])}{where and f' ({where})'}{alike}")
        return [*lines[:-1], f"{lines[-1]}; see report.diagnostics"] if lines else []

    def _other_readings(self) -> list[str]:
        readings = self.readings
        of_run = next((one.means for one in readings if one.chosen), {})
        lines = []
        for reading in readings:
            if reading.chosen:
                continue
            # Of several runs, those whose number changes.
            moved = {name: mean for name, mean in reading.means.items() if len(of_run) < 2 or mean != of_run.get(name)}
            several = len(of_run) > 1
            known = {name: mean for name, mean in moved.items() if mean is not None}
            shown = [f"{name} {mean * 100:.1f} %" if several else f"{mean * 100:.1f} %" for name, mean in known.items()]
            means = f" ({', '.join(shown)})" if shown else ""
            lines.append(f"another reading{means}: {reading.words}; options={reading.options!r}")
        return lines

    def __repr__(self) -> str:
        return f"<Report {self.preset}: {self}>"

    def _repr_html_(self) -> str:
        rows = []
        for run in self.runs:
            for one in run.aggregates:
                if one.group is None:
                    told = self._told(one).removeprefix(self._head["shown"]["titles"].get(one.metric, one.metric))
                    title = self._head["shown"]["titles"].get(one.metric, one.metric)
                    cells = (run.name, title, told.strip())
                    rows.append("".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        listed = "".join(f"<li>{escape(note)}</li>" for note in self._notes())
        # Several runs may share a sentence.
        sentences = "".join(f"<p>{escape(one)}</p>" for one in dict.fromkeys(self._head["shown"]["results"]))
        return (
            f"<div><b>{escape(self._head['shown']['title'])}</b>{sentences}<table><tbody>{body}</tbody></table>"
            f"{f'<ul>{listed}</ul>' if listed else ''}</div>"
        )


def _unmatched(counts: dict[str, int]) -> str:
    """Returns the counts of what does not fit together, in words."""
    duplicates = counts["duplicate_predictions"]
    words = {
        "missing": counts["missing"],
        "extra": counts["extra"],
        "duplicate" if duplicates == 1 else "duplicates": duplicates,
        "unreadable": counts["unparseable"],
    }
    return ", ".join(f"{count} {word}" for word, count in words.items() if count)


class Comparison:
    """Two runs on the same questions."""

    def __init__(self, report: Report, name: str) -> None:
        self.report = report
        """The report of both runs."""
        lead = report.metric
        found = [
            one for one in report.comparisons if one["metric"] == lead and one["group"] is None and one["a"] == name
        ]
        if not found:
            raise ValueError("the two runs have no question in common")
        self.data: dict[str, Any] = found[0]
        """The comparison as in the JSON report."""

    @property
    def difference(self) -> float:
        """The mean of `a` minus the mean of `b`."""
        return self.data["difference"]

    @property
    def interval(self) -> Interval | None:
        """The interval around `difference`."""
        return self.data["interval"] and Interval(**self.data["interval"])

    @property
    def p(self) -> float | None:
        """The p-value of the test, before it is adjusted for several comparisons."""
        return self.data["p"]

    @property
    def better(self) -> str | None:
        """The better run, `a` or `b`, if interval and test agree; otherwise `None`."""
        return {"a_better": "a", "b_better": "b"}.get(self.data["verdict"])

    @property
    def sentence(self) -> str:
        """The result in words."""
        return self.data["sentence"]

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Comparison {self.sentence}>"

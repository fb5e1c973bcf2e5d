"""Score predictions against a benchmark's gold answers exactly as the official scorer does.

>>> import scoredrop
>>> gold = [{"id": "france", "question": "Capital of France?", "answers": ["Paris"]},
...         {"id": "italy", "question": "Capital of Italy?", "answers": ["Rome"]}]
>>> predictions = [{"id": "france", "prediction": "Paris"}, {"id": "italy", "prediction": "Milan"}]
>>> report = scoredrop.score(gold, predictions, preset="squad-v1")
>>> report.official
{'exact_match': 50.0, 'f1': 50.0}
>>> print(report)
predictions.jsonl: Exact match 50.0 % [9.5, 90.5], n = 2
>>> [record["id"] for record in report.wrong]
['italy']

`score` uses the benchmark that you name; `drop` detects it. Both take paths, lists of dictionaries, pandas, polars
and Arrow tables, and datasets of Hugging Face.
"""

from ._core import __version__
from ._errors import Option, Problem, QuestionError, ScoredropError
from ._metrics import compute
from ._partial import Partial
from ._presets import Preset, Setting, presets
from ._report import Aggregate, Comparison, Doubt, Explanation, Interval, Reading, Record, Report, Run
from ._score import compare, drop, score
from ._tables import Table

__all__ = [
    "Aggregate",
    "Comparison",
    "Doubt",
    "Explanation",
    "Interval",
    "Option",
    "Partial",
    "Preset",
    "Problem",
    "QuestionError",
    "Reading",
    "Record",
    "Report",
    "Run",
    "ScoredropError",
    "Setting",
    "Table",
    "__version__",
    "compare",
    "compute",
    "drop",
    "presets",
    "score",
]

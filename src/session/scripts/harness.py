# Runs a host's scorer: on the machine's own Python for the command line, and in the page's sandbox. `JOB`, which
# stands before this text, is JSON: the script's `name` and `text`, the rows of the gold file, those of a run, and
# `pairs`, for each gold row the place of its prediction or null. `answer` returns JSON again.
import io
import json
import linecache
import math
import numbers
import re
import sys
import traceback
import types

MOST_METRICS = 16
MOST_PRINTED = 10_000
MOST_TRACE = 4_000
ROUNDING = 1e-9  # By so much sums of fractions miss 0 or 1.
METRIC = re.compile(r"[A-Za-z][A-Za-z0-9_@.-]{0,39}")
NEEDED = "define score(gold, predictions), or a class with score_row(self, gold, prediction)"


class Wrong(Exception):
    """Something that a scorer may not return; `row` is the place of the gold row, if it is about one."""

    def __init__(self, message, row=None):
        super().__init__(message)
        self.row = row


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self):
        self.text, self.more = "", 0

    def writable(self):
        return True

    def write(self, text):
        kept = text[: MOST_PRINTED - len(self.text)]
        self.text += kept
        self.more += len(text) - len(kept)
        return len(text)


def number(name, value, row, bounded=True):
    """A value as a float; None where the metric does not apply."""
    if value is None:
        return None
    if not isinstance(value, numbers.Real):
        kind = type(value).__name__
        raise Wrong(f"{name} is of type {kind}; give a number, True, False or None", row)
    value = float(value)
    if not math.isfinite(value):
        raise Wrong(f"{name} is {value}, which is not a score", row)
    if bounded and -ROUNDING <= value <= 1 + ROUNDING:
        return min(max(value, 0.0), 1.0)
    if bounded:
        raise Wrong(f"{name} is {value!r}, but values lie between 0 and 1; divide by the best possible value", row)
    return value


def named(name, row=None):
    if not isinstance(name, str) or METRIC.fullmatch(name) is None:
        raise Wrong(f"{name!r} is not a valid name of a metric; use up to 40 letters, digits and _ @ . -", row)
    return name


class Rows:
    """The values of all rows, which have the same metrics."""

    def __init__(self):
        self.metrics = None
        self.values, self.why = [], []

    def skip(self):
        """Takes a question without a prediction."""
        self.values.append(None)
        self.why.append(None)

    def take(self, result, row):
        if not isinstance(result, dict):
            raise Wrong(f"the result is of type {type(result).__name__}; a dict is expected", row)
        why = result.get("why")
        if why is not None and not isinstance(why, str):
            raise Wrong(f"why is of type {type(why).__name__}; a str is expected", row)
        metrics = [named(name, row) for name in result if name != "why"]
        if self.metrics is None:
            if not 0 < len(metrics) <= MOST_METRICS:
                raise Wrong(f"the result has {len(metrics)} metrics; 1 to {MOST_METRICS} are possible", row)
            self.metrics = metrics
        if set(metrics) != set(self.metrics):
            found, before = ", ".join(metrics) or "none", ", ".join(self.metrics)
            raise Wrong(f"the metrics are {found}, but earlier rows have {before}", row)
        self.values.append([number(name, result[name], row) for name in self.metrics])
        self.why.append(why and why[:MOST_TRACE])


def row_scorer(names):
    """What scores a row, if the script has that; the function that scores all at once otherwise."""
    own = [
        one
        for one in names.values()
        if isinstance(one, type) and one.__module__ == "scorer" and callable(getattr(one, "score_row", None))
    ]
    # A class that others are derived from is none of its own.
    own = [one for one in own if not any(other is not one and issubclass(other, one) for other in own)]
    whole, single = names.get("score"), names.get("score_row")
    found = [one for one in (whole, single) if callable(one)] + own
    if not found:
        raise Wrong(f"the script has no scorer: {NEEDED}")
    if len(found) > 1:
        listed = ", ".join(f"class {one.__name__}" if isinstance(one, type) else one.__name__ for one in found)
        raise Wrong(f"the script has {len(found)} scorers ({listed}): {NEEDED}, but not both")
    if own:
        return own[0]().score_row, None
    return (None, whole) if callable(whole) else (single, None)


def scored(job):
    module = sys.modules["scorer"] = types.ModuleType("scorer")
    names = module.__dict__
    exec(compile(job["text"], job["name"], "exec", dont_inherit=True), names)
    gold, predictions, pairs = job["gold"], job["predictions"], job["pairs"]
    single, whole = row_scorer(names)
    rows, totals = Rows(), {}
    if single is not None:
        for row, place in enumerate(pairs):
            if place is None:
                rows.skip()
                continue
            try:
                result = single(gold[row], predictions[place])
            except BaseException as error:
                error.scoredrop_row = row
                raise
            rows.take(result, row)
        return {"metrics": rows.metrics or [], "values": rows.values, "why": rows.why, "totals": {}}
    result = whole(gold, predictions)
    if not isinstance(result, dict):
        raise Wrong(f"score returns {type(result).__name__}; a dict is expected")
    listed = result.get("rows")
    for name, value in result.items():
        if name != "rows":
            checked = number(name, value, None, bounded=listed is None)
            totals[named(name)] = value if isinstance(value, int) else checked
    if listed is None:
        if not 0 < len(totals) <= MOST_METRICS:
            raise Wrong(f"score returns {len(totals)} metrics; 1 to {MOST_METRICS} are possible")
        return {"metrics": list(totals), "values": None, "why": [], "totals": totals}
    if not isinstance(listed, (list, tuple)):
        raise Wrong(f"rows is of type {type(listed).__name__}; a list is expected")
    if len(listed) != len(gold):
        raise Wrong(f"rows has length {len(listed)}, but the gold file has {len(gold)} rows")
    for row, one in enumerate(listed):
        rows.take(one, row)
    return {"metrics": rows.metrics or [], "values": rows.values, "why": rows.why, "totals": totals}


def described(error, name):
    """An exception as Python prints it, from the script's own lines on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != name:
        trace = trace.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace)).strip()
    if len(text) > MOST_TRACE:
        text = f"{text[: MOST_TRACE // 2]}\n...\n{text[-MOST_TRACE // 2 :]}"
    return text


def answer(job):
    job = json.loads(job)
    printed, before = Printed(), (sys.stdout, sys.stderr)
    sys.stdout = sys.stderr = printed
    lines = job["text"].splitlines(True)
    linecache.cache[job["name"]] = (len(job["text"]), None, lines, job["name"])
    try:
        said = scored(job)
    except Wrong as error:
        said = {"error": {"message": str(error), "row": error.row}}
    except BaseException as error:
        try:
            trace = described(error, job["name"])
        except BaseException:
            trace = f"{type(error).__name__}, which could not be printed"
        said = {"error": {"trace": trace, "row": getattr(error, "scoredrop_row", None)}}
    sys.stdout, sys.stderr = before
    said["printed"] = printed.text
    said["more"] = printed.more
    said["python"] = sys.version.split()[0]
    return json.dumps(said)


ANSWER = answer(JOB)

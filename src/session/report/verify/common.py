import argparse
import ast
import contextlib
import csv
import gzip
import hashlib
import importlib.metadata
import importlib.util
import io
import json
import math
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
import types
import unicodedata


def stop(words):
    """Ends with code 2: nothing was compared."""
    print("cannot verify: " + words, file=sys.stderr)
    raise SystemExit(2)


# The files, as the report says that they were read.


def read_bytes(path, source):
    with open(path, "rb") as file:
        data = file.read()
    found = hashlib.sha256(data).hexdigest()
    if found != source["sha256"]:
        print(f"DIFFERS  {path}: SHA-256 is {found}, in the report {source['sha256']}")
        raise SystemExit(1)
    print(f"equal    {path}: SHA-256 {found}")
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def decoded(data, source):
    encoding = (source["encoding"] or "utf-8").split()[0].rstrip(",")
    return data.decode("utf-8-sig" if encoding == "utf-8" else encoding).lstrip("\ufeff")


def as_text(value):
    """Returns a cell as text, with numbers as they are written; None if the cell is empty."""
    if value is None or isinstance(value, (str, list, dict)):
        return value
    return "true" if value is True else "false" if value is False else str(value)


def parsed(text, raw=False):
    """Reads JSON, or a dictionary as Python prints it. Numbers stay as they are written unless raw."""
    try:
        if raw:
            return json.loads(text)
        return json.loads(text, parse_int=str, parse_float=str)
    except ValueError:
        return ast.literal_eval(text)


def document(text):
    """Returns one JSON value unchanged, for references that read their own layout."""
    try:
        return parsed(text, raw=True)
    except (ValueError, SyntaxError) as error:
        return stop(f"the reference reads one JSON document from each file: {error}")


def keyed(value):
    for key, one in value:
        inner = dict(one) if isinstance(one, dict) else {"(value)": one}
        yield {"(key)": key, **inner}


def rows_of(text, source):
    shape = source["shape"]
    if shape == "table":
        csv.field_size_limit(1 << 30)
        file = io.StringIO(text, newline="")
        if source["header"]:
            return list(csv.DictReader(file, delimiter=source["separator"]))
        rows = csv.reader(file, delimiter=source["separator"])
        return [{f"column {place + 1}": cell for place, cell in enumerate(row)} for row in rows if row]
    if shape == "lines":
        lines = (line for line in text.split("\n") if line.strip())
        return [one if isinstance(one, dict) else {"(value)": one} for one in map(parsed, lines)]
    document = parsed(text)
    if shape == "records":
        return document
    if shape == "wrapped":
        return document[source["member"]]
    if shape == "keyed":
        return list(keyed(document.items()))
    if shape == "keyed_columns":
        keys = list(dict.fromkeys(key for column in document.values() for key in column))
        return [{"(key)": key, **{name: column[key] for name, column in document.items() if key in column}} for key in keys]
    if shape == "squad":
        return [
            {"title": article.get("title"), **qa}
            for article in document["data"]
            for paragraph in article["paragraphs"]
            for qa in paragraph["qas"]
        ]
    return stop(f"this script does not read files of the form {shape}")


def golds_of(value, is_table):
    """Returns the gold answers of a cell."""
    if is_table and isinstance(value, str) and value[:1] in ("[", "{"):
        with contextlib.suppress(ValueError, SyntaxError):
            value = parsed(value)
    if value is None:
        return []
    if isinstance(value, dict):
        return golds_of(value.get("text", []), False)
    if isinstance(value, list):
        return [as_text(one["text"] if isinstance(one, dict) else one) for one in value if one is not None]
    return [as_text(value)]


class Question:
    """A question of the gold file."""

    def __init__(self, key, text, golds, row):
        self.key, self.text, self.golds, self.row = key, text, golds, row


class Run:
    """The predictions of a run by key, including those for questions that the gold file lacks."""

    def __init__(self, questions):
        self.questions, self.predictions, self.rows = questions, {}, {}

    def answered(self):
        return [one for one in self.questions if one.key in self.predictions]

    def mean(self, value):
        """Returns the mean over the questions, added in file order; a question without a prediction counts as 0."""
        total = 0.0
        for one in self.questions:
            if one.key in self.predictions:
                total += value(one, self.predictions[one.key])
        return total / len(self.questions)


def columns(source, field):
    return [column for name, column in source["columns"] if name == field]


def key_of(row, place, source):
    join = REPORT["join"]
    if join in ("row", "same-row"):
        return str(place)
    if join == "question":
        return " ".join(str(row[columns(source, "question")[0]]).split())
    key = " / ".join(str(as_text(row[column])) for column in columns(source, "id") or columns(source, "question"))
    return loosened(key, bool(columns(source, "id"))) if join == "near" else key


def loosened(key, is_id):
    """Returns a key without differences that people and programs make by accident."""
    key = unicodedata.normalize("NFD", "".join(key.split()).replace("\\", "/")).strip("'\"")
    if not is_id:
        return "".join(c for c in key.lower() if c.isalnum())
    with contextlib.suppress(ValueError):
        if math.isfinite(float(key)):
            return repr(float(key))
    return key.lower()


def first_of(row, names):
    for name in names:
        if row.get(name) is not None:
            return as_text(row[name])
    return None


def load_questions(text, source):
    questions = []
    for place, row in enumerate(rows_of(text, source)):
        golds = []
        for column in columns(source, "answers")[:1]:
            golds = golds_of(row.get(column), source["shape"] == "table")
        questions.append(Question(key_of(row, place, source), first_of(row, columns(source, "question")), golds, row))
    return questions


def load_runs(text, source, questions, names):
    runs = {name: Run(questions) for name in names}
    for place, row in enumerate(rows_of(text, source)):
        name = first_of(row, columns(source, "run")) if columns(source, "run") else None
        run = runs.get(name) or (next(iter(runs.values())) if len(runs) == 1 else None)
        prediction = first_of(row, columns(source, "prediction"))
        if run is None or prediction is None:
            continue
        key = key_of(row, place, source)
        run.predictions[key] = prediction
        run.rows.setdefault(key, []).append(row)
    return runs


# The reference: a file of a package or of a checkout.


def locate(given):
    """Returns the folder of the reference and its file."""
    file = REFERENCE["file"]
    if given is None and REFERENCE.get("package"):
        name, version = REFERENCE["package"]
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            return stop(f"pip install --no-deps {name}=={version}, or name a folder with it: --reference FOLDER")
        if found.version != version:
            stop(f"{name} is installed in version {found.version}; the reference is {version}")
        return str(found.locate_file("")), str(found.locate_file(file))
    if given is None:
        return stop(f"check out {REFERENCE['repository']} at {REFERENCE['commit']} and name the folder: --reference FOLDER")
    if os.path.isfile(given):
        return os.path.dirname(given), given
    path = os.path.join(given, *file.split("/"))
    if not os.path.isfile(path):
        stop(f"there is no {file} in {given}")
    if os.path.isdir(os.path.join(given, ".git")):
        head = subprocess.run(["git", "-C", given, "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
        if not head.startswith(REFERENCE["commit"]):
            stop(f"{given} is at commit {head}; the reference is {REFERENCE['commit']}")
    return given, path


def stand_in(name, **members):
    """Stands in for a module that the reference imports but that is not needed here, such as downloads and logging."""
    module = types.ModuleType(name)
    module.__path__ = []
    vars(module).update(members)
    sys.modules[name] = module
    return module


def load(path, name="reference"):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_functions(path, names, **members):
    """Returns functions of a module, without the imports that only other functions need."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    wanted = lambda node: getattr(node, "name", None) in names or getattr(node, "module", None) == "__future__"
    tree.body = [node for node in tree.body if wanted(node)]
    found = dict(members)
    exec(compile(tree, path, "exec"), found)
    return types.SimpleNamespace(**{name: found[name] for name in names})


def run_script(path, arguments):
    """Returns what a script prints."""
    printed, before = io.StringIO(), sys.argv
    sys.argv = [path, *arguments]
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            runpy.run_path(path, run_name="__main__")
    finally:
        sys.argv = before
    return printed.getvalue()


def written(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


# Comparing.


def compare(name, said, found):
    equal = True
    for key in [*said, *(key for key in found if key not in said)]:
        there, here = said.get(key), found.get(key)
        if here is not None and not isinstance(here, (int, dict)):
            here = float(here)
        if there == here:
            print(f"equal    {name}: {key} is {here!r}")
        else:
            equal = False
            print(f"DIFFERS  {name}: {key} is {there!r} in the report, {here!r} by the reference")
    return equal


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--reference", metavar="FOLDER", help="a checkout of the reference, or its file")
    names = [source["name"] for source in REPORT["sources"]]
    words = "the files in this order: " + ", ".join(names).replace("%", "%%") + "; by default, the files with these names in this folder"
    parser.add_argument("files", metavar="FILE", nargs="*", help=words)
    given = parser.parse_args()
    files = given.files or names
    if len(files) != len(names):
        stop("name " + words)
    texts = {}
    for place, source in enumerate(REPORT["sources"]):
        path = files[place]
        if not os.path.isfile(path):
            stop(f"there is no file {path}; name {words}")
        texts[place] = decoded(read_bytes(path, source), source)
    gold = next(place for place, source in enumerate(REPORT["sources"]) if source["role"] in ("gold", "table"))
    questions = read_as_told(load_questions, texts[gold], REPORT["sources"][gold]) if READS_ROWS else []
    na = next((json.loads(texts[place]) for place, source in enumerate(REPORT["sources"]) if source["role"] == "na_prob"), None)
    folder, path = locate(given.reference)
    equal = True
    with tempfile.TemporaryDirectory() as scratch:
        here = os.getcwd()
        path, folder = os.path.abspath(path), os.path.abspath(folder)
        os.chdir(scratch)
        for one in REPORT["runs"]:
            source = REPORT["sources"][one["file"]]
            if READS_ROWS:
                names = [other["name"] for other in REPORT["runs"] if other["file"] == one["file"]]
                run = read_as_told(load_runs, texts[one["file"]], source, questions, names)[one["name"]]
                check_counts(one, questions, run)
            else:
                run = None
            if one["official"]:
                parts = types.SimpleNamespace(folder=folder, path=path, scratch=scratch, run=run, na=na)
                parts.gold, parts.predictions = texts[gold], texts[one["file"]]
                try:
                    found = evaluate(parts)
                except ImportError as error:
                    stop(f"the reference needs {error.name}: pip install {error.name}")
                except Exception as error:
                    traceback.print_exc()
                    stop(f"the reference stopped with an error: {error!r}")
                equal = compare(one["name"], one["official"], found) and equal
        os.chdir(here)
    print("the reference gives the same values" if equal else "the reference gives other values")
    raise SystemExit(0 if equal else 1)


def read_as_told(load, *arguments):
    try:
        return load(*arguments)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, SyntaxError) as error:
        return stop(f"this script reads the files differently from the report: {error!r}")


def check_counts(one, questions, run):
    """The script must have read the files as the report did, or it would compare something else."""
    answers = sum(len(question.golds) for question in questions)
    found = {"gold": len(questions), "predicted": len(run.answered()), "answers": answers}
    for key, count in one["counts"].items():
        if count != found[key]:
            stop(f"this script reads the files differently from the report: {key} is {found[key]}, in the report {count}")

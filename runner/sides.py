"""The two sides of a sample whose test and program run in two interpreters.

The judge's interpreter runs the test, and the part of the task that comes before a program. The
program's interpreter runs the program and never sees a line of the test. If the test calls the program's
function, it calls a proxy. The proxy sends its arguments to the program's interpreter as bytes
(`scoredrop_wire`) and receives the result. README.md explains what decides a verdict.
"""

import ast
import builtins
import importlib
import json
import marshal
import sys
import types

import scoredrop_harness as harness
import scoredrop_wire as wire

# At most so many names of a program are reported with their kinds.
MOST_NAMES = 10_000
# At most so many containers of a program are compared after each call.
MOST_KEPT = 1000
# At most so many containers of a test are compared.
MOST_HELD = 20

# A test that uses one of these looks at the interpreter that it runs in, which is not the program's.
LOOKS = frozenset(
    "argv builtins catch_warnings chdir connect environ exists get_int_max_str_digits getcontext getcwd getrecursionlimit "
    "glob isdir isfile listdir localcontext logging mkdtemp mkstemp mock modules NamedTemporaryFile open patch path prec "
    "redirect_stderr redirect_stdout seed set_int_max_str_digits setattr setcontext setlocale setrecursionlimit stderr "
    "stdin stdout TemporaryDirectory TemporaryFile warnings".split()
)


# ---------------------------------------------------------------------------------------------------
# The program's side. Whatever a program makes of this, it sends bytes.


class Program:
    """The state of the program: its names, the values that crossed, and the last exception that it raised."""

    names = {}
    error = None
    # What is known on both sides of a call, and what it held before.
    known = ()
    before = ()
    # What was sent or came before and is still in use, with what it held then.
    kept = []
    # Those whose values the judge asks for when it needs them, and their numbers by identity.
    iterators = []
    places = {}


def kind_of(value):
    """Returns the kind of a value: `module NAME`, `callable` or `data`."""
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    return "callable" if callable(value) else "data"


def names_of(names):
    """Returns the names that a program has defined, with their kinds, and whether it has changed settings."""
    Program.names = names
    found = [
        (name, kind_of(one)) for name, one in list(names.items())[:MOST_NAMES] if type(name) is str and name != "__builtins__"
    ]
    writer = wire.Writer()
    writer.value(dict(found))
    writer.value(wire.settings() != wire.SETTINGS)
    return bytes(writer.out)


def fetched(data):
    """Returns the value of a name."""
    [name], _ = wire.read(data)
    writer = wire.Writer()
    writer.value(Program.names[name])
    return answered(writer, None)


def answered(writer, raised):
    """Returns an answer: the value that was already written, the exception raised, and what did not cross."""
    writer.value(raised)
    writer.value(writer.lossy)
    return bytes(writer.out)


def written(value):
    """Writes a value that the judge compares."""
    writer = wire.Writer()
    writer.value(value)
    return answered(writer, None)


def same(one, other):
    return len(one) == len(other) and all(left is right for left, right in zip(one, other))


def alike(one, now, content):
    """Returns whether the content of a container equals its earlier content."""
    return now == content if type(one) in (bytearray, wire.array.array) else same(now, content)


def in_use(pairs):
    """Returns the containers, with their contents, to which other references exist. Empties the list `pairs`."""
    found = []
    pairs.reverse()
    while pairs:
        # A container comes before what is in it, and lets go of that where nothing else holds it.
        one, content = pairs.pop()
        if references(one) > ALONE:
            found.append((one, content))
        del one, content
    return found


references = sys.getrefcount
# How many of them a container has that only `in_use` holds.
ALONE = 0
while in_use([([], None)]):
    ALONE += 1


def keep(one):
    """Returns the number of an iterator; a new iterator gets the next number."""
    place = Program.places.setdefault(id(one), len(Program.iterators))
    if place == len(Program.iterators):
        Program.iterators.append(one)
    return place


def changed(kept):
    """Returns whether the content of any container has changed."""
    return any(not alike(one, wire.content(one), content) for one, content in kept)


def kept(before, values, most=MOST_KEPT):
    """Adds the containers among `values` to the list `before`, with their contents. The list has at most `most` entries."""
    known = {id(one) for one, _ in before}
    pairs = before + [(one, content) for one in values if id(one) not in known and (content := wire.content(one)) is not None]
    return pairs if len(pairs) <= most else in_use(pairs)[:most]


def follow(writer):
    """Notes if a value that was sent before has changed since, or is sent again."""
    # One note is enough.
    if Program.kept is None:
        return
    known = {id(one) for one, _ in Program.kept}
    if changed(Program.kept):
        writer.note("a value that it changes later")
    elif any(id(one) in known for one in writer.kept):
        writer.note("a value that it returns again")
    Program.kept = kept(Program.kept, writer.kept) if writer.lossy is None else None


def opened(data):
    """Returns the function that the judge calls, and its arguments."""
    [name, arguments, keywords], known = wire.read(data)
    Program.known = Program.before = ()
    if Program.kept:
        Program.kept = in_use(Program.kept)
    Program.known = known
    before = [(place, one, wire.content(one)) for place, one in enumerate(known)]
    Program.before = [each for each in before if each[2] is not None]
    return Program.names[name], arguments, keywords


def calling():
    """Returns the function whose frame the program finds below its own frame."""

    def check(function, arguments, keywords):
        return function(*arguments, **keywords)

    return types.FunctionType(check.__code__.replace(co_filename="<test>"), {"__builtins__": builtins})


check = calling()


def refilled():
    """Starts an answer with the arguments that the function has changed."""
    writer = wire.Writer(Program.known, keep)
    for place, one, content in Program.before:
        now = wire.content(one)
        if not alike(one, now, content):
            writer.refill(place, now)
    return writer


def returned(value):
    """Returns the answer for a value that a function returned."""
    writer = refilled()
    try:
        writer.value(value)
    except wire.TooLarge:
        raise
    except BaseException as error:
        # A value of the program's own may.
        return failed(error, "a value that raises")
    follow(writer)
    return answered(writer, None)


def drawn(data):
    """Returns the next `count` values of an iterator, and if it ended earlier, the exception that it raised."""
    [place, count], _ = wire.read(data)
    iterator, values = Program.iterators[place], []
    try:
        while len(values) < count:
            values.append(next(iterator))
    except BaseException as error:
        return failed(error, values=values)
    writer = wire.Writer((), keep)
    writer.value(values)
    follow(writer)
    return answered(writer, None)


def failed(error, why=None, values=None):
    """Returns the answer for an exception: the nearest built-in type, and the arguments."""
    Program.error = error
    writer = refilled() if values is None else wire.Writer((), keep)
    writer.value(values)
    kind = next(one for one in type(error).__mro__ if wire.EXCEPTIONS.get(one.__name__) is one)
    if why or kind is not type(error):
        writer.note(why or f"a {type(error).__name__}")
    elif error.__cause__ is not None or error.__dict__ or (issubclass(kind, OSError) and error.filename is not None):
        writer.note(f"what belongs to a {kind.__name__}")
    follow(writer)
    return answered(writer, (kind.__name__, error.args))


def raised(_):
    """Returns the last exception that a function of the program raised."""
    return Program.error


# What is changed for each sample before its program runs.
CHANGED = frozenset("exit help quit stderr stdin stdout".split())


def watched(_):
    """Returns the names that a test may take from Python, each with the dictionary that holds it."""
    modules = [name for name in harness.MODULES if name in sys.modules]
    found = [(builtins.__dict__, name) for name in builtins.__dict__]
    found += [(sys.modules, name) for name in modules]
    found += [(one.__dict__, name) for one in map(sys.modules.get, modules) for name in one.__dict__]
    return [(names, name) for names, name in found if name not in CHANGED]


# ---------------------------------------------------------------------------------------------------
# The judge's side.


class Uncrossed(BaseException):
    """The test asks the program for something that cannot cross."""


class Judge:
    """The judge's state for a sample. `lossy` names the first value that did not cross as it is, or is None."""

    lossy = None
    error = None
    job = {}
    test = []
    codes = []
    prompt = ""
    cross = None
    expected = None
    # Names that the test binds.
    bound = ()
    # What went to the program or came from it and is still in use, with what it held then.
    kept = []
    # Whether it is the value of a call: LiveCodeBench makes a list of a tuple then.
    is_call = False


def note(what):
    if Judge.lossy is None and what is not None:
        Judge.lossy = what if type(what) is str and what.strip() else "something"


def exchange(step, data):
    """Sends a message and returns the values of the answer. `cross` is a function of JavaScript, which calls the
    other interpreter. An empty answer means that nothing came back."""
    if Judge.kept:
        Judge.kept = in_use(Judge.kept)
        if changed(Judge.kept):
            note("a value that the test changes")
    answer = Judge.cross(bytes((step,)) + bytes(data.out))
    if not answer:
        note("what is too large, or nothing")
        raise Uncrossed("nothing came back")
    try:
        values, known = wire.read(answer, data.kept)
        [value, error, lossy] = values
    except (wire.Unreadable, ValueError) as why:
        raise Uncrossed(f"what came back is no value: {why}") from None
    note(lossy)
    # One note is enough. The last that was sent are the names of arguments, which nobody else holds.
    Judge.kept = kept(Judge.kept, known[: len(data.kept) - 1] + known[len(data.kept) :], MOST_HELD) if Judge.lossy is None else []
    return value, error


def draw(_, place, count):
    """Returns the next `count` values of an iterator of the program, or fewer values and the exception that ended it."""
    writer = wire.Writer()
    writer.value(place)
    writer.value(count)
    values, error = exchange(2, writer)
    if type(values) is not list or (error is None and not values):
        raise Uncrossed("no values")
    if error is None:
        return values, None
    end = exception(error)
    if type(end) is not StopIteration:
        Judge.error = end
    return values, end


wire.Lazy.draw = draw


def proxy(name):
    """Returns an object that the test calls in place of a function of the program."""

    def crossing(*arguments, **keywords):
        writer = wire.Writer()
        try:
            for one in (name, arguments, keywords):
                writer.value(one)
        except wire.TooLarge:
            writer.note("what is too large")
        if writer.lossy:
            note(f"{writer.lossy} as an argument")
            raise Uncrossed("an argument that is no data")
        value, error = exchange(0, writer)
        if error is not None:
            Judge.error = made = exception(error)
            raise made
        return value

    def other(what):
        def use(*_):
            note(what)
            raise TypeError(what)

        return use

    def look(_, wanted):
        note(f"{wanted} of {name}"[: wire.MOST_NAME])
        return object.__getattribute__(crossing, wanted)

    crossing.__name__ = crossing.__qualname__ = name
    as_type = other(f"{name} as a type"[: wire.MOST_NAME])
    uses = {one: as_type for one in ("__instancecheck__", "__subclasscheck__", "__mro_entries__", "__or__", "__ror__", "__getitem__", "__iter__")}
    # It can be called; any other use of it is not the program's own.
    kind = type("function", (), {"__slots__": (), "__getattribute__": look, "__setattr__": other(f"{name} with an attribute"), **uses})
    kind.__call__ = lambda _, *arguments, **keywords: crossing(*arguments, **keywords)
    return kind()


def exception(error):
    """Creates an exception of the program again, with a type from a fixed list."""
    try:
        name, arguments = error
        made = wire.EXCEPTIONS[name](*arguments)
        if not isinstance(made, BaseException):
            raise TypeError
        if name == "NameError" and any(f"'{one}'" in str(made) for one in Judge.bound):
            note("a name of the test")
        return made
    except Exception:
        note("an exception")
        return RuntimeError("an exception of the program")


def split(text):
    """Reads a sample and compiles its test. Returns the text for the program's interpreter as JSON, or an empty text
    if the last line of the program continues in its test."""
    job = json.loads(text)
    harness.guard(job.get("guard") or "humaneval")
    sys.stdout = sys.stderr = sys.stdin = harness.Swallow()
    parts, part, line = harness.pieces_of(job)
    for one in parts:
        harness.compiled(one)
    flags = harness.compiled(parts[part]).co_flags & harness.FUTURES
    before = "".join(f"{one}\n" for one in parts[part].split("\n")[: line - 1])
    first_line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    statements = ast.parse(parts[part]).body
    first = next((at for at, one in enumerate(statements) if harness.begins(one) >= first_line), len(statements))
    if any(one.end_lineno >= first_line for one in statements[:first]):
        return ""
    try:
        harness.compiled(before)
    except SyntaxError:
        return ""
    Judge.job = job
    Judge.test = [ast.Module(statements[first:], []), *map(ast.parse, parts[part + 1 :])]
    Judge.codes = [compile(one, "<string>", "exec", flags=flags, dont_inherit=True) for one in Judge.test]
    program = [*parts[:part], before]
    return json.dumps({"program": program, "lines": before.count("\n")})


def words_of(codes):
    """Returns the names that code may take from its globals."""
    return {name for code in codes for piece in harness.inside(code) for name in piece.co_names}


def prompted(text, kinds, entry):
    """Runs the prompt of a task and returns the names that both the prompt and the program define."""
    names = {"__builtins__": builtins}
    if not text:
        return {}
    try:
        exec(harness.compiled(text), names)
    except Exception:
        # Words, and no Python.
        return {}
    for name in [name for name in names if name not in kinds and name != "__builtins__"]:
        del names[name]
    names.pop(entry, None)
    return names


def checked(test):
    """Returns the name that the last line of a test checks, for tasks that do not give this name."""
    last = [one for tree in test for one in tree.body][-1:]
    return last[0].value.args[0].id if last and harness.is_check(last[0]) else None


def met(data):
    """Returns the names for a test, the code of the test, and whether the program defines a name that the test
    defines."""
    [kinds, has_set], _ = wire.read(data)
    if has_set:
        note("a setting of its interpreter")
    if type(kinds) is not dict or any(type(one) is not str for pair in kinds.items() for one in pair):
        raise wire.Unreadable("no names")
    entry = Judge.job.get("entry")
    called = entry or checked(Judge.test)
    names = prompted(Judge.job.get("prompt"), kinds, called)
    names["__builtins__"] = builtins
    whole = ast.Module([one for tree in Judge.test for one in tree.body], [])
    Judge.bound = bound = harness.bindings(whole)
    words = words_of(Judge.codes)
    by_name = called is not None or harness.called_by_name(whole)
    for word in sorted(words & LOOKS):
        note(f"the test's {word}")
    replaced = []
    for word in sorted(words):
        kind = kinds.get(word)
        if kind is None or word in names or (word in bound and word != called):
            continue
        if word == called:
            names[word] = taken(word, kind)
        elif word in builtins.__dict__:
            if not by_name and kind == "callable":
                replaced.append(word)
        elif kind.startswith("module "):
            names[word] = own_module(word, kind.removeprefix("module "))
        elif entry is None:
            names[word] = taken(word, kind)
        else:
            note(f"the name {word}")
    # Which of several is under test cannot be told.
    if len(replaced) == 1:
        names[replaced[0]] = proxy(replaced[0])
    elif replaced:
        note(f"functions called {' and '.join(replaced)}"[: wire.MOST_NAME])
    clash = any(name in kinds for name in bound if name != called and name not in words_of_imports(whole))
    return names, Judge.codes, clash


def words_of_imports(tree):
    """Returns the names under which a test imports something."""
    return {
        (alias.asname or alias.name).partition(".")[0]
        for one in ast.walk(tree)
        if isinstance(one, (ast.Import, ast.ImportFrom))
        for alias in one.names
    }


def own_module(word, name):
    """Returns the judge's own copy of a module of Python's library. A program may not give the module another name:
    it could choose a module whose functions do something else."""
    if word == name and name in sys.stdlib_module_names:
        try:
            return importlib.import_module(name)
        except Exception:
            pass
    note(f"the module {name}"[: wire.MOST_NAME])
    return wire.Opaque("module", True)


def taken(name, kind):
    """Returns the object that stands for a name of the program: a proxy, or data."""
    if kind == "callable":
        return proxy(name)
    note(f"the value of {name}")
    writer = wire.Writer()
    writer.value(name)
    return exchange(1, writer)[0]


def expect(data):
    """Stores the expected value for the next comparison."""
    Judge.expected = marshal.loads(data)


def equals(data):
    """Returns whether a value of the program equals the expected value, what did not cross, and both values as text."""
    value, _, Judge.lossy = wire.read(data)[0]
    if type(value) is tuple and Judge.is_call:
        value = list(value)
    if value == Judge.expected:
        return True, lossy(None), "", ""
    return False, lossy(None), harness.shown(value), harness.shown(Judge.expected)


def crossed(error):
    """Returns whether an exception came from the program."""
    return error is Judge.error


# What is a value as it is written, or by arithmetic alone, and no question that is answered by yes.
WRITTEN = (*harness.LITERAL, ast.BinOp, ast.operator, ast.Subscript, ast.Slice)
MAKERS = frozenset("bool bytes complex Counter defaultdict deque dict float frozenset int list OrderedDict set str tuple".split())


def is_written(tree):
    """Returns whether an answer is a literal, arithmetic with literals, or a call of a built-in type with such values."""
    if isinstance(tree, ast.Call):
        maker = isinstance(tree.func, ast.Name) and tree.func.id in MAKERS
        inside = [*tree.args, *[one.value for one in tree.keywords]]
        types_alone = [one for one in inside if not (isinstance(one, ast.Name) and one.id in MAKERS)]
        return maker and all(map(is_written, types_alone))
    if not isinstance(tree, WRITTEN):
        return False
    return all(map(is_written, ast.iter_child_nodes(tree)))


def computes(text):
    """Returns whether a predicted output is an expression other than a value, or several statements."""
    parts, part, line = harness.pieces_of(json.loads(text))
    first = "".join(f"{one}\n" for one in parts[part].split("\n")[: line - 1]).count("\n") + 1
    test = [one for one in ast.parse(parts[part]).body if harness.begins(one) >= first]
    test += [one for more in parts[part + 1 :] for one in ast.parse(more).body]
    if len(test) != 1 or not isinstance(test[0], ast.Assert) or test[0].msg is not None:
        return True
    compared = test[0].test
    if not isinstance(compared, ast.Compare) or [type(one) for one in compared.ops] != [ast.Eq]:
        return True
    return not is_written(compared.comparators[0])


def lossy(_):
    """Returns what did not cross as it is, or an empty text. The program may have written what it says of it."""
    what, Judge.lossy = Judge.lossy, None
    note(what)
    return Judge.lossy or ""


def asked(text):
    """Returns arguments and expected values of tests as bytes. Neither is in the program's interpreter."""
    Judge.is_call = json.loads(text)["kind"] == "functional"
    return harness.values(text)

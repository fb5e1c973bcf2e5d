# Runs a scorer's program on the machine's own Python. What stands here keeps a scorer from doing by mistake what the
# page's sandbox does not let it do. It is no wall against a hostile one.
import os
import sys

MEMORY = int(sys.argv[1])


def limit():
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):
            pass


FORBIDDEN = (
    "socket.", "subprocess.", "ctypes.", "shutil.", "pty.", "webbrowser.", "os.system", "os.exec", "os.fork",
    "os.posix_spawn", "os.spawn", "os.startfile", "os.kill", "os.remove", "os.rename", "os.mkdir", "os.rmdir",
    "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown", "signal.pthread_kill",
)


def guard(event, given):
    if event.startswith(FORBIDDEN):
        raise PermissionError(f"a scorer may not use {event}")
    if event == "open" and not may_open(*given):
        raise PermissionError(f"a scorer may not open {given[0]!r}")


def may_open(path, mode, flags):
    if not isinstance(path, (str, bytes)):
        return isinstance(path, int)
    writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC)
    path = os.path.abspath(os.fsdecode(path))
    return not writes and path.startswith(LIBRARY)


LIBRARY = tuple(
    os.path.abspath(one) if one.endswith(".zip") else os.path.join(os.path.abspath(one), "") for one in sys.path if one
)
text = sys.stdin.buffer.read().decode()
answers = os.fdopen(os.dup(1), "wb")
nothing = os.open(os.devnull, os.O_RDWR)
for number in (0, 1, 2):
    os.dup2(nothing, number)
limit()
sys.addaudithook(guard)
names = {"__name__": "scoredrop", "__builtins__": __builtins__}
exec(compile(text, "<scoredrop>", "exec", dont_inherit=True), names)
answers.write(names["ANSWER"].encode())
answers.flush()
os._exit(0)

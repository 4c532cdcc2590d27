"""
The candidate's process: loads the candidate's code, then does what the tests' process asks of it, one line at a time.

Nothing that this process says is evidence. Its answers are values that the tests compare elsewhere.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [HERE, *[path for path in sys.path if path != HERE]]

import _sitebuiltins  # noqa: E402
import builtins  # noqa: E402
import io  # noqa: E402
import types  # noqa: E402

import begin  # noqa: E402
import wire  # noqa: E402
from pipe import private_pipe  # noqa: E402

ANSWERS = 3
MODULE = "solution"


def load(code, name, setup):
    module = types.ModuleType(name)
    sys.modules[name] = module
    if setup:
        exec(compile(setup, "<setup>", "exec"), module.__dict__)
    exec(compile(code, "<%s>" % MODULE, "exec"), module.__dict__)
    return module.__dict__


def run_split(pipe, job, server):
    serving = server.Server(pipe)
    serving.open_streams()
    try:
        serving.names = load(job["code"], MODULE, job["setup"])
    except BaseException as error:
        pipe.write(wire.line({"failed": type(error).__name__}))
        # What the code left running must not go on.
        os._exit(0)
    serving.printed.take()
    pipe.write(wire.line({"loaded": True}))
    serving.serve()


def run_program(pipe, job, _):
    """A whole program: reads standard input, writes standard output, and ends."""
    # A file, as in contests: programs that read fast ask for its size.
    reading = os.open("input", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    os.unlink("input")
    os.write(reading, job["input"].encode("utf-8", "surrogateescape"))
    os.lseek(reading, 0, os.SEEK_SET)
    os.dup2(reading, 0)
    os.close(reading)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8", errors="replace")
    os.close(pipe.source)
    os.close(pipe.target)
    python_open = builtins.open
    # There is no /proc, through which the system would find it.
    builtins.open = lambda file, *args, **named: python_open(0 if file == "/dev/stdin" else file, *args, **named)
    load(job["code"], "__main__", job["setup"])


def run_in_process(pipe, job, runner):
    """Code and tests in one process, for tests that cannot be split. The token comes only once the code is loaded."""
    try:
        names = load(job["code"], MODULE, job["setup"])
    except BaseException as error:
        pipe.write(wire.line({"failed": type(error).__name__}))
        os._exit(0)
    pipe.write(wire.line({"loaded": True}))
    data = pipe.read()
    if data is None:
        os._exit(0)
    given = wire.message(data)
    try:
        verdict = runner.run(runner.parsed(given["tests"]), names, lambda: 1)
    except runner.Unusable as error:
        verdict = {"unusable": str(error)}
    sys.stdout.flush()
    pipe.write(b"V " + given["token"].encode() + b" " + wire.line(verdict))
    os._exit(0)


def main():
    # Programs end themselves with these, which the interpreter's site defines.
    builtins.exit, builtins.quit = _sitebuiltins.Quitter("exit", ""), _sitebuiltins.Quitter("quit", "")
    pipe = private_pipe(0, ANSWERS)
    config = wire.message(pipe.read())
    run, needed = {"split": (run_split, "server"), "program": (run_program, "wire"), "in_process": (run_in_process, "runner")}[
        config["mode"]
    ]
    # Once confined, this folder cannot be read.
    needed = __import__(needed)
    del sys.path[0]
    run(pipe, begin.shut_in(pipe, config), needed)


if __name__ == "__main__":
    main()

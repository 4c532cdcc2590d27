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

import confine  # noqa: E402
import wire  # noqa: E402
from pipe import private_pipe  # noqa: E402

del sys.path[0]

ANSWERS = 3
MODULE = "solution"
NOT_BY_VALUE = (int, float, str, tuple, list, dict, set, frozenset, bytes, complex)


class Remote:
    """An object of the tests: calls and attributes go back to where it lives."""

    __slots__ = ("_remote_ask", "_remote_id", "__weakref__")

    def __init__(self, ask, number):
        object.__setattr__(self, "_remote_ask", ask)
        object.__setattr__(self, "_remote_id", number)

    def __call__(self, *args, **named):
        return self._remote_ask({"op": "call", "o": self._remote_id}, args, named)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._remote_ask({"op": "attr", "o": self._remote_id, "n": name}, (), {})

    def __setattr__(self, name, value):
        self._remote_ask({"op": "set", "o": self._remote_id, "n": name}, (value,), {})


class Server:
    """Answers the requests of the tests about one namespace."""

    def __init__(self, pipe, names):
        self.pipe = pipe
        self.names = names
        self.objects = []
        self.numbers = {}
        self.remotes = {}

    # Values out

    def handle(self, value):
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return number

    def own(self, value, encoder, depth):
        kind = type(value)
        if kind is Remote:
            return ["o", value._remote_id]
        if kind is types.ModuleType:
            return ["m", value.__name__, self.handle(value)]
        if isinstance(value, type) and issubclass(value, BaseException):
            return self.exception_class(value)
        if isinstance(value, BaseException):
            return self.exception(value)
        if kind.__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", None) == 0:
            return encoder.encode(value.item(), depth + 1)
        if isinstance(value, types.CoroutineType):
            return ["w", self.handle(value)]
        for base in NOT_BY_VALUE:
            if isinstance(value, base) and kind.__eq__ is base.__eq__:
                return ["h", self.handle(value), encoder.encode(base(value), depth + 1)]
        return ["h", self.handle(value)]

    def exception_class(self, kind):
        base = next(base for base in kind.__mro__ if base.__module__ == "builtins")
        return ["x", kind.__module__, kind.__qualname__, base.__name__, self.handle(kind)]

    def exception(self, error):
        try:
            args = wire.Encoder(self.own).encode(tuple(error.args))
        except Exception:
            args = ["t"]
        try:
            said = str(error)
        except Exception:
            said = ""
        return ["e", self.exception_class(type(error)), args, said, self.handle(error)]

    # Values in

    def theirs(self, node, decoder):
        if node[0] == "h":
            return self.objects[node[1]]
        if node[0] == "o":
            number = node[1]
            if number not in self.remotes:
                self.remotes[number] = Remote(self.ask, number)
            return self.remotes[number]
        if node[0] == "x":
            return getattr(builtins, node[1])
        raise wire.Broken("node")

    # Requests to the tests: calls of functions that they handed over

    def ask(self, request, args, named):
        encoder = wire.Encoder(self.own)
        request["a"] = [encoder.encode(value) for value in args]
        request["k"] = {name: encoder.encode(value) for name, value in named.items()}
        self.pipe.write(wire.line({"ask": request}))
        while True:
            data = self.pipe.read()
            if data is None:
                os._exit(0)
            reply = wire.message(data)
            if "op" in reply:
                self.answer(reply)
                continue
            if "error" in reply:
                kind = getattr(builtins, reply["error"][0], Exception)
                raise kind(reply["error"][1])
            return wire.Decoder(self.theirs, encoder.containers).decode(reply["value"])

    # Requests of the tests

    def serve(self):
        while True:
            data = self.pipe.read()
            if data is None:
                return
            self.answer(wire.message(data))

    def answer(self, request):
        decoder = wire.Decoder(self.theirs)
        try:
            args = [decoder.decode(node) for node in request.get("a", ())]
            named = {name: decoder.decode(node) for name, node in request.get("k", {}).items()}
            given = decoder.containers
            before = [self.parts(container) for container in given]
            try:
                value = getattr(self, "do_" + request["op"])(request, args, named)
            finally:
                changed = [
                    (index, container)
                    for index, container in enumerate(given)
                    if not same_parts(self.parts(container), before[index])
                ]
            encoder = wire.Encoder(self.own, given)
            reply = {"value": encoder.encode(value)}
        except BaseException as error:
            encoder = wire.Encoder(self.own, decoder.containers)
            reply = {"error": self.exception(error)}
            changed = locals().get("changed", ())
        try:
            if changed:
                reply["changed"] = [[index, encoder.content(container, 1)] for index, container in changed]
            data = wire.line(reply)
        except BaseException as error:
            data = wire.line({"error": self.exception(error)})
        self.pipe.write(data)

    @staticmethod
    def parts(container):
        return list(container.items()) if type(container) is dict else list(container)

    def do_name(self, request, args, named):
        try:
            return self.names[request["n"]]
        except KeyError:
            raise NameError("name %r is not defined" % request["n"]) from None

    def do_names(self, request, args, named):
        return [name for name in self.names if not name.startswith("_")]

    def do_call(self, request, args, named):
        return self.objects[request["o"]](*args, **named)

    def do_attr(self, request, args, named):
        return getattr(self.objects[request["o"]], request["n"])

    def do_set(self, request, args, named):
        setattr(self.objects[request["o"]], request["n"], args[0])

    def do_del(self, request, args, named):
        delattr(self.objects[request["o"]], request["n"])

    def do_iter(self, request, args, named):
        return iter(self.objects[request["o"]])

    def do_next(self, request, args, named):
        return next(self.objects[request["o"]])

    def do_len(self, request, args, named):
        return len(self.objects[request["o"]])

    def do_bool(self, request, args, named):
        return bool(self.objects[request["o"]])

    def do_str(self, request, args, named):
        return "".join([str(self.objects[request["o"]])])

    def do_repr(self, request, args, named):
        return "".join([repr(self.objects[request["o"]])])

    def do_item(self, request, args, named):
        return self.objects[request["o"]][args[0]]

    def do_setitem(self, request, args, named):
        self.objects[request["o"]][args[0]] = args[1]

    def do_delitem(self, request, args, named):
        del self.objects[request["o"]][args[0]]

    def do_enter(self, request, args, named):
        return self.objects[request["o"]].__enter__()

    def do_exit(self, request, args, named):
        return bool(self.objects[request["o"]].__exit__(None, None, None))

    def do_isinstance(self, request, args, named):
        return isinstance(args[0], self.objects[request["o"]])

    def do_issubclass(self, request, args, named):
        return issubclass(args[0], self.objects[request["o"]])

    def do_operator(self, request, args, named):
        import operator

        return getattr(operator, request["n"])(*args)

    def do_await(self, request, args, named):
        import asyncio

        return asyncio.run(self.objects[request["o"]])


def same_parts(left, right):
    return len(left) == len(right) and all(
        a is b or type(a) is tuple is type(b) and len(a) == len(b) == 2 and a[0] is b[0] and a[1] is b[1]
        for a, b in zip(left, right)
    )


def load(code, name, setup):
    module = types.ModuleType(name)
    sys.modules[name] = module
    if setup:
        exec(compile(setup, "<setup>", "exec"), module.__dict__)
    exec(compile(code, "<%s>" % MODULE, "exec"), module.__dict__)
    return module.__dict__


def run_split(pipe, job):
    server = Server(pipe, {})
    try:
        server.names = load(job["code"], MODULE, job["setup"])
    except BaseException as error:
        pipe.write(wire.line({"failed": type(error).__name__}))
        # What the code left running must not go on.
        os._exit(0)
    pipe.write(wire.line({"loaded": True}))
    server.serve()
    os._exit(0)


def run_program(pipe, job):
    """A whole program: reads standard input, writes standard output, and ends."""
    data = job["input"].encode("utf-8", "surrogateescape")
    reading, writing = os.pipe()
    if len(data) > 65536:
        os.close(reading)
        os.close(writing)
        reading = os.open("input", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        os.unlink("input")
        os.write(reading, data)
        os.lseek(reading, 0, os.SEEK_SET)
    else:
        os.write(writing, data)
        os.close(writing)
    os.dup2(reading, 0)
    os.close(reading)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8", errors="replace")
    os.close(pipe.source)
    os.close(pipe.target)
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
    verdict = runner.run(given["tests"], names, lambda: 1)
    sys.stdout.flush()
    pipe.write(b"V " + given["token"].encode() + b" " + wire.line(verdict))
    os._exit(0)


def main():
    # Programs end themselves with these, which the interpreter's site defines.
    builtins.exit, builtins.quit = _sitebuiltins.Quitter("exit", ""), _sitebuiltins.Quitter("quit", "")
    pipe = private_pipe(0, ANSWERS)
    config = wire.message(pipe.read())
    run = {"split": run_split, "program": run_program}.get(config["mode"])
    if run is None:
        # Once confined, this folder cannot be read.
        sys.path.insert(0, HERE)
        import runner

        del sys.path[0]

        def run(pipe, job):
            run_in_process(pipe, job, runner)

    try:
        layers = confine.confine(config)
    except Exception as error:
        pipe.write(wire.line({"unconfined": "%s: %s" % (type(error).__name__, error)}))
        os._exit(0)
    pipe.write(wire.line({"layers": layers}))
    run(pipe, wire.message(pipe.read()))


if __name__ == "__main__":
    main()

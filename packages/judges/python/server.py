"""The candidate's end of the conversation."""

import builtins
import io
import os
import sys
import types

import operations
import peer
import remote
import wire

# Types whose subclasses are values too as long as they compare as the type does, each with what makes a plain one of it: what the
# subclass itself makes of a conversion is not what it is equal to.
PLAIN = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    tuple: lambda value: tuple(tuple.__iter__(value)),
    list: lambda value: list(list.__iter__(value)),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
    bytes: lambda value: b"".join((value, b"")),
    complex: lambda value: complex(value.real, value.imag),
}
VIEWS = (type({}.keys()), type({}.items()))
# Of what a call prints the tests see no more.
MOST_PRINTED = 256 * 1024
NOTHING = object()


def plain(value):
    """A value of one of Python's own types that a value is equal to; NOTHING where there is none."""
    kind = type(value)
    if kind in VIEWS:
        try:
            return set(value)
        except TypeError:
            return NOTHING
    for base, convert in PLAIN.items():
        if isinstance(value, base) and kind.__eq__ is base.__eq__:
            return convert(value)
    return NOTHING


class Server(peer.Peer):
    stand_in = remote.Remote
    other = "tests"
    # Whatever the candidate ends a call with is an answer.
    told = BaseException

    def __init__(self, pipe):
        super().__init__(pipe)
        self.names = {}
        self.printed = Printed()
        self.depth = 0

    def serve(self):
        while True:
            self.send(self.answer(self.receive()))

    def receive(self):
        data = self.pipe.read()
        if data is None:
            os._exit(0)
        return wire.message(data)

    def send(self, message):
        printed = self.printed.take()
        if printed:
            message["printed"] = printed
        try:
            data = wire.line(message)
        except BaseException as error:
            data = wire.line({"error": self.error_node(error)})
        self.pipe.write(data)

    def answer(self, request):
        self.depth += 1
        try:
            return super().answer(request)
        finally:
            self.depth -= 1

    # Values

    def node(self, value, encoder, depth):
        kind = type(value)
        if kind is types.ModuleType:
            return ["m", value.__name__, self.number(value)]
        if kind.__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", None) == 0:
            return encoder.encode(value.item(), depth + 1)
        node = ["h", self.number(value)]
        base = plain(value)
        return node if base is NOTHING else [*node, encoder.encode(base, depth + 1)]

    def stand_for(self, node, decoder):
        number = node[1]
        if number not in self.far:
            self.far[number] = remote.KINDS[node[2]](self, number)
        return self.far[number]

    # What the tests ask

    def perform(self, op, number, args, named):
        if number is None:
            return getattr(self, "do_" + op)(*args)
        target = self.mine[number]
        if op == "class":
            return type(target)
        if op == "value":
            return plain(target)
        return operations.OPERATIONS[op](target, *args, **named)

    def do_name(self, name):
        try:
            return self.names[name]
        except KeyError:
            raise NameError("name %r is not defined" % name) from None

    def do_names(self):
        return [name for name in self.names if not name.startswith("_")]

    def do_set_name(self, name, value):
        self.names[name] = value

    def do_del_name(self, name):
        self.names.pop(name, None)

    # What the candidate prints and reads

    def open_streams(self):
        """From here on the tests see what is printed, and are asked for what is read."""
        sys.stdout = self.printed.stream
        sys.stdin = Typed(self)

        def read_line(prompt="", /):
            if self.depth == 0:
                raise EOFError("EOF when reading a line")
            return self.ask("input", None, (prompt,))

        builtins.input = read_line


class Printed(io.RawIOBase):
    """Standard output, of which the tests get what each call prints."""

    def __init__(self):
        super().__init__()
        self.kept = bytearray()
        self.stream = io.TextIOWrapper(io.BufferedWriter(self), encoding="utf-8", errors="surrogateescape")

    def writable(self):
        return True

    def fileno(self):
        return 1

    def write(self, data):
        written = os.write(1, data)
        self.kept += bytes(data[: min(written, max(0, MOST_PRINTED - len(self.kept)))])
        return written

    def take(self):
        try:
            self.stream.flush()
        except (OSError, ValueError):
            pass
        printed = self.kept.decode("utf-8", "replace")
        self.kept.clear()
        return printed


class Typed(io.TextIOBase):
    """Standard input: what tests that stand in for the one at the keyboard type."""

    def __init__(self, server):
        super().__init__()
        self.server = server

    def readable(self):
        return True

    def readline(self, size=-1):
        if self.server.depth == 0:
            return ""
        try:
            return self.server.ask("input", None, (None,))
        except EOFError:
            return ""

    def read(self, size=-1):
        return "".join(iter(self.readline, ""))

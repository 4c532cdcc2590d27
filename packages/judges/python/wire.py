"""
Values as one line of JSON between the candidate's process and the tests' process.

Only exact built-in types (and a few exact types of the standard library) cross by value; everything else crosses as a handle,
whose methods stay where the object lives. So an object with an `==` of its own never meets an expected value.

Every node is a list whose first item is a tag. Lists, dicts, sets and byte arrays are numbered in the order in which they are met:
`["@", n]` is the container n of the same message, `["<", n]` that of the message this one answers.
"""

import builtins
import importlib
import json
import types

DEPTH = 200
CONTAINERS = (list, dict, set, bytearray)
# Types of the standard library that cross by value, by module; their modules are loaded where a value needs them.
KNOWN = {
    "fractions": ("Fraction",),
    "decimal": ("Decimal",),
    "datetime": ("timedelta", "timezone", "date", "time", "datetime"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque"),
    "uuid": ("UUID",),
    "pathlib": ("PosixPath", "PurePosixPath"),
}
# Those of them that are made again from their text.
WRITTEN = ("Fraction", "Decimal", "UUID", "PosixPath", "PurePosixPath")


def library(module, name):
    return getattr(importlib.import_module(module), name)


def home(kind):
    """The module that a type is imported from, wherever inside it Python keeps it."""
    return str(kind.__module__).partition(".")[0]


def known_name(kind):
    """The name of a type that crosses by value; None of any other, one that only calls itself so included."""
    module, name = home(kind), kind.__name__
    if module in KNOWN and name in KNOWN[module] and library(module, name) is kind:
        return name
    return None


def type_node(kind):
    """The node of a type that both sides have anyway; None of any other."""
    module, name = kind.__module__, kind.__name__
    if module == "builtins":
        if getattr(builtins, name, None) is kind:
            return ["k", module, name]
        # Python has names for some of its types in `types` alone.
        return next((["k", "types", name] for name, found in vars(types).items() if found is kind), None)
    return ["k", home(kind), name] if known_name(kind) else None


class Broken(Exception):
    """A message that no honest process sends."""


def reading(function):
    """A function that reads a message: whatever goes wrong in it, the message is broken."""

    def read(*args):
        try:
            return function(*args)
        except Broken:
            raise
        except Exception as error:
            raise Broken(type(error).__name__) from None

    return read


def has_plain_zone(value):
    """Whether a time has no time zone, or one that is no more than its distance."""
    zone = getattr(value, "tzinfo", None)
    return zone is None or type(zone) is library("datetime", "timezone")


def known_type(module, name):
    """The type that a node names."""
    if module not in ("builtins", "types") and name not in KNOWN.get(module, ()):
        raise Broken("type")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, type):
        raise Broken("type")
    return found


class Encoder:
    """Encodes the values of one message. `own(value)` makes the node of what does not cross by value."""

    def __init__(self, own, known=()):
        self.own = own
        self.numbers = {id(value): ["<", index] for index, value in enumerate(known)}
        # Keeps what was numbered alive, so that no id is used twice.
        self.containers = []
        self.known = known

    def encode(self, value, depth=0):
        if depth > DEPTH:
            raise RecursionError("a value is nested too deeply to be compared")
        kind = type(value)
        if value is None:
            return ["n"]
        if kind is bool:
            return ["b", int(value)]
        if kind is int:
            return ["i", hex(value)]
        if kind is float:
            return ["f", repr(value)]
        if kind is str:
            return ["s", value]
        below = depth + 1
        if kind in CONTAINERS:
            number = self.numbers.get(id(value))
            if number is not None:
                return number
            self.numbers[id(value)] = ["@", len(self.containers)]
            self.containers.append(value)
            return self.content(value, below)
        if kind is tuple:
            return ["t", *[self.encode(item, below) for item in value]]
        if kind is complex:
            return ["c", repr(value.real), repr(value.imag)]
        if kind is bytes:
            return ["y", value.hex()]
        if kind is frozenset:
            return ["z", *[self.encode(item, below) for item in value]]
        if kind is range:
            return ["r", hex(value.start), hex(value.stop), hex(value.step)]
        if kind is slice:
            return ["/", *[self.encode(item, below) for item in (value.start, value.stop, value.step)]]
        if value is Ellipsis:
            return ["..."]
        if kind is type:
            return type_node(value) or self.own(value, self, depth)
        name = known_name(kind)
        if name in WRITTEN:
            return ["=", home(kind), name, str(value)]
        if name == "timedelta":
            return ["dt", value.days, value.seconds, value.microseconds]
        if name == "timezone":
            return ["tz", self.encode(value.utcoffset(None), below)]
        if name in ("date", "time", "datetime") and has_plain_zone(value):
            return ["when", name, value.isoformat()]
        if name == "Counter":
            return ["C", *self.pairs(value, below)]
        if name == "OrderedDict":
            return ["O", *self.pairs(value, below)]
        if name == "defaultdict":
            return ["d", *self.pairs(value, below)]
        if name == "deque":
            return ["Q", self.encode(value.maxlen, below), *[self.encode(item, below) for item in value]]
        return self.own(value, self, depth)

    def content(self, value, depth):
        """A container itself, whether or not it has a number."""
        kind = type(value)
        if kind is list:
            return ["l", *[self.encode(item, depth) for item in value]]
        if kind is dict:
            return ["d", *self.pairs(value, depth)]
        if kind is set:
            return ["S", *[self.encode(item, depth) for item in value]]
        return ["Y", bytes(value).hex()]

    def pairs(self, value, depth):
        return [part for key, item in value.items() for part in (self.encode(key, depth), self.encode(item, depth))]


class Decoder:
    """Decodes the values of one message. `own(node)` makes what does not cross by value."""

    def __init__(self, own, known=()):
        self.own = own
        self.known = known
        self.containers = []

    def decode(self, node):
        return reading(Decoder.read)(self, node)

    def items(self, nodes):
        return [self.read(node) for node in nodes]

    def read(self, node):
        tag = node[0]
        if tag == "n":
            return None
        if tag == "b":
            return bool(node[1])
        if tag == "i":
            return int(node[1], 16)
        if tag == "f":
            return float(node[1])
        if tag == "s":
            return text(node[1])
        if tag in ("l", "d", "S", "Y"):
            made = {"l": list, "d": dict, "S": set, "Y": bytearray}[tag]()
            self.containers.append(made)
            self.fill(made, node)
            return made
        if tag == "@":
            return self.containers[number(node[1])]
        if tag == "<":
            return self.known[number(node[1])]
        if tag == "t":
            return tuple(self.items(node[1:]))
        if tag == "c":
            return complex(float(node[1]), float(node[2]))
        if tag == "y":
            return bytes.fromhex(node[1])
        if tag == "z":
            return frozenset(self.items(node[1:]))
        if tag == "r":
            return range(*[int(part, 16) for part in node[1:4]])
        if tag == "/":
            return slice(*self.items(node[1:4]))
        if tag == "...":
            return Ellipsis
        if tag == "k":
            return known_type(text(node[1]), text(node[2]))
        if tag == "=":
            if node[2] not in WRITTEN:
                raise Broken("type")
            return known_type(node[1], node[2])(text(node[3]))
        if tag == "tz":
            return library("datetime", "timezone")(self.read(node[1]))
        if tag == "dt":
            return library("datetime", "timedelta")(int(node[1]), int(node[2]), int(node[3]))
        if tag == "when":
            if node[1] not in ("date", "time", "datetime"):
                raise Broken("date")
            return library("datetime", node[1]).fromisoformat(node[2])
        if tag in ("C", "O"):
            pairs = self.pair_items(node)
            return library("collections", "OrderedDict")(pairs) if tag == "O" else library("collections", "Counter")(dict(pairs))
        if tag == "Q":
            return library("collections", "deque")(self.items(node[2:]), self.read(node[1]))
        return self.own(node, self)

    def pair_items(self, node):
        parts = self.items(node[1:])
        return list(zip(parts[::2], parts[1::2]))

    def fill(self, container, node):
        """Puts the content of a node into a container, in place."""
        tag = node[0]
        if tag == "l" and type(container) is list:
            container[:] = self.items(node[1:])
        elif tag == "d" and type(container) is dict:
            pairs = self.pair_items(node)
            container.clear()
            container.update(pairs)
        elif tag == "S" and type(container) is set:
            items = self.items(node[1:])
            container.clear()
            container.update(items)
        elif tag == "Y" and type(container) is bytearray:
            container[:] = bytes.fromhex(node[1])
        else:
            raise Broken("container")


def text(value):
    if type(value) is not str:
        raise Broken("text")
    return value


def number(value):
    if type(value) is not int or value < 0:
        raise Broken("number")
    return value


def line(message):
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


@reading
def message(data):
    read = json.loads(data)
    if type(read) is not dict:
        raise Broken("message")
    return read

"""What the tests see of the candidate: names that are asked for when they are used, and handles for objects that live elsewhere."""

import _ast
import builtins
import importlib
import sys

import runner
import wire

# Functions of Python that would open the tests to whoever calls them with words of their own.
OPENING = [eval, exec, compile, __import__, open, getattr, setattr, delattr, vars, globals, locals, type]
# Modules that the candidate must not name: this process's own, and those whose exceptions tell a test runner what to do.
CLOSED = frozenset(
    ("__main__", "solution", "test", "tests", "unittest", "_pytest", "pytest", "doctest", "pipe", "wire", "runner", "handles")
    + ("confine", "landlock", "namespaces", "seccomp")
)
FORWARDED = frozenset("__name__ __qualname__ __doc__ __dict__ __annotations__ __defaults__ __wrapped__ __module__ __next__ __enter__ __exit__ __str__ __repr__ __len__ __getitem__ __call__ __init__".split())


def is_closed(module):
    return module.split(".")[0] in CLOSED


class CannotSplit(runner.Unusable):
    """The tests do something that only one process can do."""


class Link:
    """The conversation with the candidate's process."""

    def __init__(self, pipe, end):
        self.pipe = pipe
        # Ends the tests as failed; a test cannot catch it.
        self.end = end
        self.uses = 0
        self.compared_objects = False
        self.handles = {}
        self.exceptions = {}
        self.mine = []
        self.mine_numbers = {}

    # Values out

    def own(self, value, encoder, depth):
        kind = type(value)
        if kind is Handle:
            return ["h", value._whileai_number]
        if isinstance(value, type) and issubclass(value, BaseException) and getattr(builtins, value.__name__, None) is value:
            return ["x", value.__name__]
        number = self.mine_numbers.get(id(value))
        if number is None:
            number = self.mine_numbers[id(value)] = len(self.mine)
            self.mine.append(value)
        return ["o", number]

    # Values in

    def theirs(self, node, decoder):
        tag = node[0]
        if tag == "h":
            return self.handle(node[1], decoder.read(node[2]) if len(node) > 2 else NOTHING)
        if tag == "m":
            return self.module(wire.text(node[1]), node[2])
        if tag == "x":
            return self.exception_class(node)
        if tag == "e":
            return self.exception(node)
        if tag == "o":
            return self.mine[wire.number(node[1])]
        if tag == "w":
            return self.coroutine(wire.number(node[1]))
        raise wire.Broken("tag")

    def handle(self, number, base=None):
        number = wire.number(number)
        handle = self.handles.get(number)
        if handle is None:
            handle = self.handles[number] = Handle(self, number, base)
        return handle

    def module(self, name, number):
        if not is_closed(name):
            try:
                return importlib.import_module(name)
            except BaseException:
                # What a module does when it is loaded is not the tests' doing.
                pass
        return self.handle(number, NOTHING)

    async def coroutine(self, number):
        return self.ask("await", number)

    def exception_class(self, node):
        module, name, base, number = wire.text(node[1]), wire.text(node[2]), wire.text(node[3]), wire.number(node[4])
        if module == "builtins":
            found = getattr(builtins, name, None)
            if isinstance(found, type) and issubclass(found, BaseException):
                return found
            raise wire.Broken("exception")
        if not is_closed(module) and module in sys.modules:
            found = getattr(sys.modules[module], name, None)
            # A class of a test runner stays one under whatever name another module has it.
            if isinstance(found, type) and issubclass(found, Exception) and not any(is_closed(kind.__module__) for kind in found.__mro__):
                return found
        if number not in self.exceptions:
            root = getattr(builtins, base, Exception)
            if not (isinstance(root, type) and issubclass(root, BaseException)):
                raise wire.Broken("exception")
            own = {"__module__": "solution", "__getattr__": attribute_of_error, "__str__": text_of_error}
            self.exceptions[number] = type(name.rsplit(".", 1)[-1], (root,), own)
        return self.exceptions[number]

    def exception(self, node):
        kind = self.exception_class(node[1])
        said = wire.text(node[3])
        try:
            args = wire.Decoder(self.theirs).decode(node[2])
            error = kind(*args)
        except wire.Broken:
            raise
        except Exception:
            error = Exception.__new__(kind)
            error.args = (said,)
        if kind.__str__ is text_of_error:
            vars(error).update(_whileai_handle=self.handle(node[4], NOTHING), _whileai_said=said)
        return error

    # Requests

    def ask(self, op, number=None, name=None, args=(), named=None):
        self.uses += 1
        encoder = wire.Encoder(self.own)
        request = {"op": op, "a": [encoder.encode(value) for value in args]}
        if named:
            request["k"] = {key: encoder.encode(value) for key, value in named.items()}
        if number is not None:
            request["o"] = number
        if name is not None:
            request["n"] = name
        given = encoder.containers
        self.pipe.write(b"R " + wire.line(request))
        while True:
            data = self.pipe.read()
            if data is None:
                self.end("the candidate's process ended")
            try:
                reply = wire.message(data)
                if "ask" in reply:
                    self.pipe.write(b"R " + wire.line(self.answer(reply["ask"])))
                    continue
                decoder = wire.Decoder(self.theirs, given)
                error = value = None
                if "error" in reply:
                    error = decoder.decode(reply["error"])
                    if not isinstance(error, BaseException):
                        raise wire.Broken("error")
                else:
                    value = decoder.decode(reply["value"])
                for index, node in reply.get("changed", ()):
                    decoder.fill(given[wire.number(index)], node)
            except (wire.Broken, KeyError, IndexError, TypeError, ValueError, RecursionError, MemoryError):
                self.end("the candidate's process sent what no value is")
            if error is not None:
                # A call that says "no more items" would end a loop of the tests without a word.
                if isinstance(error, (StopIteration, StopAsyncIteration)) and op != "next" and name != "__next__":
                    raise RuntimeError("the candidate raised %s" % type(error).__name__)
                raise error
            return value

    def answer(self, asked):
        """A call of something that the tests handed to the candidate."""
        decoder = wire.Decoder(self.theirs)
        args = [decoder.decode(node) for node in asked.get("a", ())]
        named = {name: decoder.decode(node) for name, node in asked.get("k", {}).items()}
        target = self.mine[wire.number(asked["o"])]
        op = asked["op"]
        encoder = wire.Encoder(self.own, decoder.containers)
        try:
            if op == "call" and callable(target) and not any(target is function for function in OPENING):
                value = target(*args, **named)
            elif op == "attr" and self.is_open(target, asked["n"]):
                value = getattr(target, asked["n"])
            elif op == "set" and self.is_open(target, asked["n"]):
                value = setattr(target, asked["n"], args[0])
            else:
                raise AttributeError("an object of the tests")
            return {"value": encoder.encode(value)}
        except Exception as error:
            return {"error": [type(error).__name__, ""]}

    @staticmethod
    def is_open(target, name):
        """Whether the candidate may read an attribute: of plain objects whose class the tests define, never of functions or test cases."""
        kind = type(target)
        return kind.__module__ == "tests" and not name.startswith("_") and not hasattr(kind, "assertEqual")


def attribute_of_error(error, name):
    """An exception of the candidate's own may carry attributes of its own."""
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(vars(error)["_whileai_handle"], name)


def text_of_error(error):
    return vars(error).get("_whileai_said", "")


NOTHING = object()


class Handle:
    """An object of the candidate. It is equal to itself alone: no `==` of the candidate is ever asked."""

    __slots__ = ("_whileai_link", "_whileai_number", "_whileai_base")

    def __init__(self, link, number, base=NOTHING):
        object.__setattr__(self, "_whileai_link", link)
        object.__setattr__(self, "_whileai_number", number)
        object.__setattr__(self, "_whileai_base", base)

    def __init_subclass__(cls):
        raise CannotSplit("the tests subclass a class of the candidate: use mode \"in_process\"")

    def __mro_entries__(self, bases):
        raise CannotSplit("the tests subclass a class of the candidate: use mode \"in_process\"")

    def __call__(self, /, *args, **named):
        return self._whileai_link.ask("call", self._whileai_number, None, args, named)

    def __getattr__(self, name):
        # Libraries look for hooks by such names (`__array_interface__` is an address in memory): not the candidate's business.
        if name.startswith("__") and name.endswith("__") and name not in FORWARDED:
            raise AttributeError(name)
        return self._whileai_link.ask("attr", self._whileai_number, name)

    def __setattr__(self, name, value):
        self._whileai_link.ask("set", self._whileai_number, name, (value,))

    def __delattr__(self, name):
        self._whileai_link.ask("del", self._whileai_number, name)

    def __iter__(self):
        link = self._whileai_link
        steps = link.ask("iter", self._whileai_number)
        if type(steps) is not Handle:
            return iter(steps)
        return Steps(link, steps._whileai_number)

    def __next__(self):
        return self._whileai_link.ask("next", self._whileai_number)

    def __len__(self):
        return self._whileai_link.ask("len", self._whileai_number)

    def __bool__(self):
        return self._whileai_link.ask("bool", self._whileai_number) is True

    def __str__(self):
        return wire.text(self._whileai_link.ask("str", self._whileai_number))

    def __repr__(self):
        return wire.text(self._whileai_link.ask("repr", self._whileai_number))

    def __format__(self, how):
        return format(str(self), how)

    def __getitem__(self, key):
        return self._whileai_link.ask("item", self._whileai_number, None, (key,))

    def __setitem__(self, key, value):
        self._whileai_link.ask("setitem", self._whileai_number, None, (key, value))

    def __delitem__(self, key):
        self._whileai_link.ask("delitem", self._whileai_number, None, (key,))

    def __contains__(self, item):
        # Looked for here, among the items, with the `==` of the tests.
        return any(item is other or item == other for other in self)

    def __enter__(self):
        return self._whileai_link.ask("enter", self._whileai_number)

    def __exit__(self, kind, error, trace):
        return False if kind is not None and self._whileai_link.ask("exit", self._whileai_number) is None else False

    def __instancecheck__(self, value):
        return self._whileai_link.ask("isinstance", self._whileai_number, None, (value,)) is True

    def __subclasscheck__(self, value):
        return self._whileai_link.ask("issubclass", self._whileai_number, None, (value,)) is True

    def __hash__(self):
        base = self._whileai_base
        return hash(self._whileai_number) if base is NOTHING else hash(base)

    def __eq__(self, other):
        if self is other:
            return True
        base = self._whileai_base
        other_base = other._whileai_base if type(other) is Handle else other
        if base is NOTHING or other_base is NOTHING:
            self._whileai_link.compared_objects = True
            return False
        return base == other_base

    def __ne__(self, other):
        return not self == other


class Steps:
    """An iterator of the candidate's."""

    def __init__(self, link, number):
        self.link = link
        self.number = number

    def __iter__(self):
        return self

    def __next__(self):
        return self.link.ask("next", self.number)


def add_operators():
    """Arithmetic of two objects of the candidate. With a value of the tests it is refused: the object would learn what is expected."""

    def make(name):
        def operate(self, other):
            if type(other) is not Handle:
                return NotImplemented
            return self._whileai_link.ask("operator", None, name, (self, other))

        return operate

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "and_", "or_", "xor"):
        setattr(Handle, "__%s__" % name.strip("_"), make(name))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(
            Handle,
            "__%s__" % name,
            lambda self, name=name: self._whileai_link.ask("operator", None, name, (self,)),
        )


add_operators()


class Names(dict):
    """The globals of the tests: their own names, then Python's, then the candidate's, asked for at each use."""

    def __init__(self, link, tree, exports):
        super().__init__()
        self["__builtins__"] = builtins
        self.link = link
        self.exports = frozenset(exports)
        self.called = {
            node.func.id for node in runner.walk(tree) if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name)
        }

    def __missing__(self, name):
        if name not in self.exports:
            if name.startswith("__") or hasattr(builtins, name):
                raise KeyError(name)
            # A `math` of the candidate's own is not the one that the tests mean, unless they call it.
            if name in sys.stdlib_module_names and name not in self.called:
                try:
                    return importlib.import_module(name)
                except ImportError:
                    pass
        try:
            return self.link.ask("name", None, name)
        except NameError:
            raise KeyError(name) from None

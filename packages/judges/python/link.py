"""The tests' end of the conversation: what the candidate may know of the tests' objects, and what its answers may be."""

import builtins
import importlib
import os
import sys
import types

import handles
import operations
import peer
import wire

# Functions of Python that would open the tests to whoever calls them with words of their own.
OPENING = [eval, exec, compile, __import__, open, getattr, setattr, delattr, vars, globals, locals, type]
# What a function tells of itself to a decorator of the candidate.
SAID_OF_FUNCTIONS = ("__name__", "__qualname__", "__doc__", "__module__")
CODE = (type, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType)
# What is done with the objects of others without changing them.
LOOKING = frozenset(
    "__iter__ __next__ __reversed__ __len__ __bool__ __contains__ __getitem__ __str__ __repr__ __eq__ __hash__ __await__"
    " __enter__ __exit__".split()
)
# Modules that the candidate must not name: this process's own, and those whose exceptions tell a test runner what to do.
CLOSED = frozenset(
    ["__main__", "solution", "test", "tests", "unittest", "_pytest", "pytest", "doctest"]
    + [name[:-3] for name in os.listdir(os.path.dirname(os.path.abspath(__file__))) if name.endswith(".py")]
)
# What an object of the candidate's may be equal to.
VALUES = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset)
PYTHONS_INPUT = builtins.input


def is_closed(module):
    return module.split(".")[0] in CLOSED


def is_of_tests(value):
    return type(value).__module__ == "tests"


class Link(peer.Peer):
    stand_in = handles.Handle
    other = "solution"

    def __init__(self, pipe, end):
        super().__init__(pipe)
        # Ends the tests as failed; a test cannot catch it.
        self.end = end
        self.uses = 0
        self.compared_objects = False

    def send(self, message):
        self.pipe.write(b"R " + wire.line(message))

    def receive(self):
        data = self.pipe.read()
        if data is None:
            self.end("the candidate's process ended")
        message = wire.message(data)
        printed = message.get("printed")
        if printed is not None and sys.stdout is not sys.__stdout__:
            # The tests look at what is printed.
            sys.stdout.write(wire.text(printed))
        return message

    def ask(self, op, number=None, args=(), named=None):
        self.uses += 1
        try:
            return super().ask(op, number, args, named)
        except (wire.Broken, MemoryError):
            self.end("the candidate's process sent what no value is")
        except (StopIteration, StopAsyncIteration) as error:
            if op in ("__next__", "__anext__"):
                raise
            # A call that says "no more items" would end a loop of the tests without a word.
            raise RuntimeError("the candidate raised %s" % type(error).__name__) from None

    # Values

    def node(self, value, encoder, depth):
        is_code = not is_of_tests(value) or isinstance(value, CODE)
        return ["h", self.number(value), callable(value) * (1 + is_code)]

    def stand_for(self, node, decoder):
        number = wire.number(node[1])
        found = self.far.get(number)
        if found is None:
            base = decoder.read(node[2]) if len(node) > 2 else handles.NOTHING
            if base is not handles.NOTHING and type(base) not in VALUES:
                raise wire.Broken("value")
            found = self.far[number] = handles.Handle(self, number, base)
        return found

    def stranger(self, node):
        if node[0] != "m":
            raise wire.Broken("tag")
        name = wire.text(node[1])
        if not is_closed(name):
            try:
                return importlib.import_module(name)
            except BaseException:
                # What a module does when it is loaded is not the tests' doing.
                pass
        return self.stand_for(["h", node[2]], None)

    def library_error(self, module, name):
        found = None if is_closed(module) else super().library_error(module, name)
        if found is None or not issubclass(found, Exception) or any(is_closed(kind.__module__) for kind in found.__mro__):
            # A class of a test runner stays one under whatever name another module has it.
            return None
        return found

    def tells(self, error):
        # A failed check says what was expected.
        return not isinstance(error, AssertionError)

    def refuse_subclass(self):
        handles.refuse_subclass()

    # What the candidate asks

    def perform(self, op, number, args, named):
        if op == "input":
            return self.input(args)
        target = self.mine[wire.number(number)]
        if op == "signature":
            return parameters(target)
        if not self.is_allowed(op, target, args):
            raise AttributeError("an object of the tests")
        return operations.OPERATIONS[op](target, *args, **named)

    @staticmethod
    def input(args):
        """What tests that stand in for the one at the keyboard type."""
        if builtins.input is PYTHONS_INPUT and sys.stdin is sys.__stdin__:
            raise EOFError("EOF when reading a line")
        return sys.stdin.readline() if args == [None] else builtins.input(*args)

    @staticmethod
    def is_allowed(op, target, args):
        """
        Whether the candidate may do this with an object of the tests: call what can be called, look at what holds values, and all that it
        likes with plain objects whose class the tests define; never reach into functions, classes, modules, test cases or failed checks.
        """
        if op == "__call__":
            return callable(target) and not any(target is function for function in OPENING)
        kind = type(target)
        if isinstance(target, CODE):
            return op == "attr" and args[0] in SAID_OF_FUNCTIONS or op in ("isinstance", "issubclass") and isinstance(target, type)
        if hasattr(kind, "assertEqual") or isinstance(target, AssertionError):
            return False
        if op not in ("attr", "set", "del"):
            return is_of_tests(target) or op in LOOKING and not callable(target)
        name = wire.text(args[0])
        if name.startswith("_"):
            return False
        if is_of_tests(target):
            return True
        # Of a mock only what it makes up for each name: what it has itself says what it was called with.
        return op == "attr" and (kind.__module__ == "_io" or kind.__module__ == "unittest.mock" and not hasattr(kind, name))


def parameters(function):
    """Names and kinds of the parameters of a function that the tests handed over, and whether each has a default."""
    import inspect

    found = inspect.signature(function).parameters.values()
    return [(each.name, int(each.kind), each.default is not each.empty) for each in found]

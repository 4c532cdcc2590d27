"""What the candidate sees of the tests' objects: stand-ins, which ask for everything where the object lives."""

import operations

# What a function of the tests tells of itself.
SAID_OF_FUNCTIONS = ("__name__", "__qualname__")


class Remote:
    # No docstring: the object has its own.

    __slots__ = ("_whileai_server", "_whileai_number", "__weakref__")

    def __init__(self, server, number):
        object.__setattr__(self, "_whileai_server", server)
        object.__setattr__(self, "_whileai_number", number)

    def _whileai_ask(self, op, *args):
        return self._whileai_server.ask(op, self._whileai_number, args)

    @property
    def __doc__(self):
        return self._whileai_ask("attr", "__doc__")

    @property
    def __module__(self):
        return self._whileai_ask("attr", "__module__")

    def __getattr__(self, name):
        if name == "__signature__":
            return signature(self._whileai_ask("signature"))
        if name == "__code__":
            return code(self.__name__, self._whileai_ask("signature"))
        if name.startswith("__") and name not in SAID_OF_FUNCTIONS:
            raise AttributeError(name)
        return self._whileai_ask("attr", name)

    def __setattr__(self, name, value):
        self._whileai_ask("set", name, value)

    def __delattr__(self, name):
        self._whileai_ask("del", name)

    def __eq__(self, other):
        return self is other or self._whileai_ask("__eq__", other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return self._whileai_ask("__hash__")

    def __instancecheck__(self, value):
        return self._whileai_ask("isinstance", value)

    def __subclasscheck__(self, value):
        return self._whileai_ask("issubclass", value)


class CallableRemote(Remote):
    __slots__ = ()
    __doc__, __module__ = Remote.__doc__, Remote.__module__

    def __call__(self, /, *args, **named):
        return self._whileai_server.ask("__call__", self._whileai_number, args, named)


class CodeRemote(CallableRemote):
    # A function or a class: it is itself, and true.

    __slots__ = ()
    __doc__, __module__ = Remote.__doc__, Remote.__module__
    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__
    __repr__ = __str__ = object.__repr__

    def __bool__(self):
        return True


# By how they are told apart on the way: no call, a call, code.
KINDS = (Remote, CallableRemote, CodeRemote)

operations.forward(
    Remote,
    [
        *operations.OPERATORS,
        *operations.REFLECTED,
        *operations.NUMERIC,
        *"__len__ __bool__ __iter__ __next__ __reversed__ __contains__ __getitem__ __setitem__ __delitem__ __str__ __repr__ __format__"
        " __bytes__ __enter__ __exit__".split(),
    ],
)


def signature(parameters):
    import inspect

    empty = inspect.Parameter.empty
    return inspect.Signature(
        [inspect.Parameter(name, inspect._ParameterKind(kind), default=None if has_default else empty) for name, kind, has_default in parameters]
    )


def code(name, parameters):
    """As much of a function's code as decorators look at."""
    import types

    positional = [each for each in parameters if each[1] < 2]
    named_only = [each for each in parameters if each[1] == 3]
    return types.SimpleNamespace(
        co_name=name,
        co_argcount=len(positional),
        co_posonlyargcount=len([each for each in positional if each[1] == 0]),
        co_kwonlyargcount=len(named_only),
        co_varnames=tuple(each[0] for each in [*positional, *named_only]),
        co_flags=0,
    )

"""What the tests see of the candidate's objects: handles, which ask for everything where the object lives."""

import operations
import runner
import wire

# Names with two underscores that are the candidate's business. Libraries look for hooks by others (`__array_interface__` is an address
# in memory).
FORWARDED = frozenset(
    "__name__ __qualname__ __dict__ __annotations__ __defaults__ __kwdefaults__ __code__ __closure__ __func__ __self__ __wrapped__"
    " __bases__ __mro__ __next__ __enter__ __exit__ __str__ __repr__ __len__ __getitem__ __setitem__ __contains__ __iter__ __call__"
    " __init__ __eq__ __hash__ __lt__ __add__".split()
)
NOTHING = object()


class CannotSplit(runner.Unusable):
    """The tests do something that only one process can do."""


def refuse_subclass():
    raise CannotSplit('the tests subclass a class of the candidate: use mode "in_process"')


class Handle:
    # An object of the candidate. It is equal to itself alone: no `==` of the candidate is ever asked. A value of one of Python's own types
    # that is no more than that type says (a named tuple, a list with methods) is equal to what it holds.
    # No docstring: the object has its own.

    __slots__ = ("_whileai_link", "_whileai_number", "_whileai_base")

    def __init__(self, link, number, base=NOTHING):
        object.__setattr__(self, "_whileai_link", link)
        object.__setattr__(self, "_whileai_number", number)
        object.__setattr__(self, "_whileai_base", base)

    def __init_subclass__(cls):
        refuse_subclass()

    def __mro_entries__(self, bases):
        refuse_subclass()

    def _whileai_ask(self, op, *args, **named):
        return self._whileai_link.ask(op, self._whileai_number, args, named)

    def _whileai_value(self):
        """What the object holds as a value; NOTHING where it is no value. What can change is asked for each time."""
        base = self._whileai_base
        if type(base) not in wire.CONTAINERS:
            return base
        value = self._whileai_ask("value")
        return value if type(value) is type(base) else NOTHING

    @property
    def __class__(self):
        base = self._whileai_base
        return self._whileai_ask("class") if base is NOTHING else type(base)

    @property
    def __doc__(self):
        return self._whileai_ask("attr", "__doc__")

    @property
    def __module__(self):
        return self._whileai_ask("attr", "__module__")

    def __call__(self, /, *args, **named):
        return self._whileai_link.ask("__call__", self._whileai_number, args, named)

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__") and name not in FORWARDED:
            raise AttributeError(name)
        return self._whileai_ask("attr", name)

    def __setattr__(self, name, value):
        self._whileai_ask("set", name, value)

    def __delattr__(self, name):
        self._whileai_ask("del", name)

    def __bool__(self):
        return self._whileai_ask("__bool__") is True

    def __str__(self):
        return wire.text(self._whileai_ask("__str__"))

    def __repr__(self):
        return wire.text(self._whileai_ask("__repr__"))

    def __format__(self, how):
        return wire.text(self._whileai_ask("__format__", how))

    def __contains__(self, item):
        # Looked for here, among the items, with the `==` of the tests.
        return any(item is other or item == other for other in self)

    def __exit__(self, *error):
        # An error of the tests goes on, whatever the candidate makes of it: it may be the one that fails them.
        self._whileai_ask("__exit__", *error[:2])
        return False

    async def __aenter__(self):
        return self._whileai_ask("__aenter__")

    async def __aexit__(self, *error):
        self._whileai_ask("__aexit__", *error[:2])
        return False

    async def __anext__(self):
        return self._whileai_ask("__anext__")

    def __instancecheck__(self, value):
        return self._whileai_ask("isinstance", value) is True

    def __subclasscheck__(self, value):
        return self._whileai_ask("issubclass", value) is True

    def __hash__(self):
        base = self._whileai_base
        return hash(self._whileai_number) if base is NOTHING or type(base) in wire.CONTAINERS else hash(base)

    def __eq__(self, other):
        if self is other:
            return True
        mine = self._whileai_value()
        if type(other) is Handle:
            other = other._whileai_value()
        if mine is NOTHING or other is NOTHING:
            self._whileai_link.compared_objects = True
            return False
        return mine == other

    def __ne__(self, other):
        return not self == other


operations.forward(
    Handle, "__len__ __iter__ __next__ __reversed__ __getitem__ __setitem__ __delitem__ __bytes__ __enter__ __aiter__".split()
)


def add_operators():
    """
    Arithmetic and order of two objects of the candidate. With a value of the tests it is refused unless the object is a value itself:
    it would learn what is expected.
    """

    def binary(name, operate):
        def method(self, other):
            if type(other) is Handle:
                return self._whileai_ask(name, other)
            mine = self._whileai_value()
            return NotImplemented if mine is NOTHING else operate(mine, other)

        return method

    def reflected(operate):
        def method(self, other):
            mine = self._whileai_value()
            return NotImplemented if mine is NOTHING else operate(other, mine)

        return method

    def in_place(name):
        def method(self, other):
            return self._whileai_ask(name, other) if type(other) is Handle else NotImplemented

        return method

    def numeric(name, operate):
        def method(self, *args):
            mine = self._whileai_value()
            return self._whileai_ask(name, *args) if mine is NOTHING else operate(mine, *args)

        return method

    for name, operate in operations.OPERATORS.items():
        setattr(Handle, name, binary(name, operate))
    for name in operations.BINARY:
        setattr(Handle, operations.special("r" + name), reflected(operations.OPERATORS[operations.special(name)]))
        setattr(Handle, operations.special("i" + name), in_place(operations.special("i" + name)))
    for name, operate in operations.NUMERIC.items():
        setattr(Handle, name, numeric(name, operate))


add_operators()

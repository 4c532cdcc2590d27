"""What one process may ask of an object of the other, by name: Python's own special methods, and a few words beside them."""

import _operator


def call(target, /, *args, **named):
    return target(*args, **named)


def run_awaitable(awaitable):
    """Waits for the end of a coroutine, a future or any other awaitable, inside a running event loop too."""
    import asyncio

    async def wait():
        return await awaitable

    # The loop outside stands still until this one is done.
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(wait())
    finally:
        loop.close()
        asyncio._set_running_loop(outer)


def leave(target, *error):
    return bool(type(target).__exit__(target, *error, None))


BINARY = "add sub mul truediv floordiv mod pow matmul lshift rshift and_ or_ xor".split()
ORDER = "lt le gt ge".split()
NUMERIC = {
    "__abs__": abs,
    "__complex__": complex,
    "__float__": float,
    "__index__": _operator.index,
    "__int__": int,
    "__invert__": _operator.invert,
    "__neg__": _operator.neg,
    "__pos__": _operator.pos,
    "__round__": round,
}


def special(name):
    return "__%s__" % name.strip("_")


OPERATORS = {special(name): getattr(_operator, name) for name in (*BINARY, *ORDER)}
IN_PLACE = {special("i" + name): getattr(_operator, "i" + name.strip("_")) for name in BINARY}
REFLECTED = {special("r" + name): lambda target, other, name=name: getattr(_operator, name)(other, target) for name in BINARY}

OPERATIONS = {
    **NUMERIC,
    **OPERATORS,
    **REFLECTED,
    **IN_PLACE,
    "__call__": call,
    "attr": getattr,
    "set": setattr,
    "del": delattr,
    "__eq__": _operator.eq,
    "__hash__": hash,
    "__len__": len,
    "__bool__": bool,
    "__iter__": iter,
    "__next__": next,
    "__reversed__": reversed,
    "__contains__": _operator.contains,
    "__getitem__": _operator.getitem,
    "__setitem__": _operator.setitem,
    "__delitem__": _operator.delitem,
    # A class of texts may have its own: what comes back is a plain one.
    "__str__": lambda target: "".join([str(target)]),
    "__repr__": lambda target: "".join([repr(target)]),
    "__format__": lambda target, how: "".join([format(target, how)]),
    "__bytes__": bytes,
    "__enter__": lambda target: type(target).__enter__(target),
    "__exit__": leave,
    "__await__": run_awaitable,
    "__aiter__": lambda target: type(target).__aiter__(target),
    "__anext__": lambda target: run_awaitable(type(target).__anext__(target)),
    "__aenter__": lambda target: run_awaitable(type(target).__aenter__(target)),
    "__aexit__": lambda target, *error: bool(run_awaitable(type(target).__aexit__(target, *error, None))),
    "isinstance": lambda target, value: isinstance(value, target),
    "issubclass": lambda target, value: issubclass(value, target),
}


def forward(kind, names):
    """Gives a class of stand-ins special methods that ask the object they stand for."""
    for name in names:
        setattr(kind, name, lambda self, *args, name=name: self._whileai_ask(name, *args))

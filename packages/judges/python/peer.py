"""
One end of the conversation between the two processes: it asks the other about its objects, and answers about its own.

What does not cross by value crosses as a number of its sender: `["h", n]` is the sender's object n, `["o", n]` the receiver's own.
"""

import _thread
import sys
import types

import wire

# Errors that are told with the error which they caused.
CAUSES = 8
# What errors of Python carry beside their arguments.
FIELDS = ("filename", "name")


class FarError(type):
    """The class of classes of errors that are defined on the other side: what they do is asked for there."""

    def __init__(kind, name, bases, own):
        super().__init__(name, bases, own)
        if "_whileai_far" not in own:
            kind._whileai_far.refuse_subclass()

    def __call__(kind, *args, **named):
        return kind._whileai_far.ask("__call__", kind._whileai_far_number, args, named)

    def __getattr__(kind, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return kind._whileai_far.ask("attr", kind._whileai_far_number, (name,))


def attribute_of_error(error, name):
    if name.startswith("_"):
        raise AttributeError(name)
    return type(error)._whileai_far.ask("attr", vars(error)["_whileai_number"], (name,))


def text_of_error(error):
    return vars(error).get("_whileai_said", "")


def is_error_class(value):
    return isinstance(value, type) and issubclass(value, BaseException)


def parts(container):
    return list(container.items()) if type(container) is dict else list(container)


def is_same(left, right):
    return len(left) == len(right) and all(
        a is b or type(a) is tuple is type(b) and len(a) == len(b) == 2 and a[0] is b[0] and a[1] is b[1]
        for a, b in zip(left, right)
    )


class Peer:
    # The class of the stand-ins for objects of the other side.
    stand_in = None
    # The module that the other side's classes say they are of.
    other = ""
    # Which errors of an answer the other side is told.
    told = Exception

    def __init__(self, pipe):
        self.pipe = pipe
        self.mine = []
        self.numbers = {}
        self.far = {}
        # Threads take turns: a question holds it until its answer is there.
        self.turn = _thread.RLock()

    # What each side decides for itself

    def send(self, message):
        self.pipe.write(wire.line(message))

    def receive(self):
        raise NotImplementedError

    def perform(self, op, number, args, named):
        raise NotImplementedError

    def node(self, value, encoder, depth):
        """The node of an object of mine that is neither an error nor theirs."""
        return ["h", self.number(value)]

    def stranger(self, node):
        """What a node of the other side stands for that only one side sends."""
        raise wire.Broken("tag")

    def library_error(self, module, name):
        """The class of errors of a library that both sides have."""
        found = getattr(sys.modules.get(module), name, None)
        return found if module != self.other and is_error_class(found) else None

    def tells(self, error):
        """Whether the other side is told what an error of mine holds."""
        return True

    def refuse_subclass(self):
        raise TypeError("an error of the other side cannot be subclassed")

    # Values out

    def number(self, value):
        # A method is another object at each look, and the same method.
        key = (id(value.__self__), id(value.__func__)) if type(value) is types.MethodType else id(value)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.mine)
            self.mine.append(value)
        return number

    def own(self, value, encoder, depth):
        kind = type(value)
        if isinstance(kind, type) and issubclass(kind, self.stand_in):
            return ["o", value._whileai_number]
        if kind is FarError:
            return ["o", value._whileai_far_number]
        if is_error_class(value):
            return self.error_class_node(value)
        if isinstance(value, BaseException):
            return self.error_node(value)
        if kind is types.CoroutineType:
            return ["w", self.number(value)]
        return self.node(value, encoder, depth)

    def error_class_node(self, kind):
        if type(kind) is FarError:
            return ["o", kind._whileai_far_number]
        known = wire.type_node(kind)
        if known is not None:
            return known
        bases = [self.error_class_node(base) for base in kind.__bases__ if issubclass(base, BaseException)]
        return ["x", kind.__module__, kind.__qualname__, self.number(kind), bases]

    def error_node(self, error, causes=CAUSES):
        held = vars(error)
        if "_whileai_number" in held:
            return ["o", held["_whileai_number"]]
        said, args, fields, cause = "", ["t"], ["d"], ["n"]
        if self.tells(error):
            try:
                said = "".join([str(error)])
                args = wire.Encoder(self.own).encode(tuple(error.args))
                carried = {name: getattr(error, name) for name in FIELDS if getattr(error, name, None) is not None}
                fields = wire.Encoder(self.own).encode({**held, **carried})
            except Exception:
                # An error that cannot say what it holds is still that error.
                pass
            if error.__cause__ is not None and causes > 0:
                cause = self.error_node(error.__cause__, causes - 1)
        return ["e", self.error_class_node(type(error)), args, said, self.number(error), fields, cause]

    # Values in

    def theirs(self, node, decoder):
        tag = node[0]
        if tag == "h":
            return self.stand_for(node, decoder)
        if tag == "o":
            return self.mine[wire.number(node[1])]
        if tag == "x":
            return self.error_class(node, decoder)
        if tag == "e":
            return self.error(node, decoder)
        if tag == "w":
            return self.coroutine(wire.number(node[1]))
        return self.stranger(node)

    def stand_for(self, node, decoder):
        number = wire.number(node[1])
        found = self.far.get(number)
        if found is None:
            found = self.far[number] = self.stand_in(self, number)
        return found

    async def coroutine(self, number):
        return self.ask("__await__", number)

    def error_class(self, node, decoder):
        module, name, number = wire.text(node[1]), wire.text(node[2]), wire.number(node[3])
        library = self.library_error(module, name)
        if library is not None:
            return library
        found = self.far.get(number)
        if found is None:
            bases = tuple(decoder.read(base) for base in node[4])
            if not bases or not all(is_error_class(base) for base in bases):
                raise wire.Broken("error")
            own = {"_whileai_far": self, "_whileai_far_number": number, "__module__": self.other}
            own.update(__getattr__=attribute_of_error, __str__=text_of_error)
            found = self.far[number] = FarError(name.rsplit(".", 1)[-1], bases, own)
        if type(found) is not FarError:
            raise wire.Broken("error")
        return found

    def error(self, node, decoder):
        kind = decoder.read(node[1])
        if not is_error_class(kind):
            raise wire.Broken("error")
        args = wire.Decoder(self.theirs).decode(node[2])
        fields = wire.Decoder(self.theirs).decode(node[5])
        said = wire.text(node[3])
        try:
            # No code of a library runs for what the other side says.
            error = kind(*args) if kind.__module__ == "builtins" else kind.__new__(kind, *args)
        except Exception:
            error = kind.__new__(kind)
        error.args = args or ((said,) if said else ())
        if type(kind) is not FarError:
            for name, value in fields.items():
                if not name.startswith("_"):
                    setattr(error, name, value)
        vars(error).update(_whileai_number=wire.number(node[4]), _whileai_said=said)
        error.__cause__ = decoder.read(node[6])
        return error

    # Questions and answers

    def ask(self, op, number=None, args=(), named=None):
        encoder = wire.Encoder(self.own)
        request = {"op": op, "a": [encoder.encode(value) for value in args]}
        if named:
            request["k"] = {name: encoder.encode(value) for name, value in named.items()}
        if number is not None:
            request["o"] = number
        given = encoder.containers
        with self.turn:
            self.send(request)
            reply = self.receive()
            while "op" in reply:
                self.send(self.answer(reply))
                reply = self.receive()
        is_error, value = self.read_reply(reply, given)
        if is_error:
            raise value
        return value

    @wire.reading
    def read_reply(self, reply, given):
        is_error = "error" in reply
        decoder = wire.Decoder(self.theirs, given)
        value = decoder.read(reply["error" if is_error else "value"])
        for index, node in reply.get("changed", ()):
            decoder.fill(given[wire.number(index)], node)
        if is_error and not isinstance(value, BaseException):
            raise wire.Broken("error")
        return is_error, value

    @wire.reading
    def read_request(self, request):
        decoder = wire.Decoder(self.theirs)
        args = [decoder.read(node) for node in request["a"]]
        named = {name: decoder.read(node) for name, node in request.get("k", {}).items()}
        return wire.text(request["op"]), request.get("o"), args, named, decoder.containers

    def answer(self, request):
        op, number, args, named, given = self.read_request(request)
        before = [parts(container) for container in given]
        encoder = wire.Encoder(self.own, given)
        try:
            reply = {"value": encoder.encode(self.perform(op, number, args, named))}
        except self.told as error:
            encoder = wire.Encoder(self.own, given)
            reply = {"error": self.error_node(error)}
        changed = [(at, new) for at, new in enumerate(given) if not is_same(parts(new), before[at])]
        if changed:
            reply["changed"] = [[at, encoder.content(new, 1)] for at, new in changed]
        return reply

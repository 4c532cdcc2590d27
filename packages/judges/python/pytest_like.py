"""What tests use of pytest: `raises`, `approx`, `fixture`, `param`, `mark.parametrize` and a few more. It stands in for the module."""

import builtins
import itertools
import re
import sys
import types


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise Unusable("the tests use pytest.%s, which is not offered here" % name)  # noqa: F821


class Failed(AssertionError):
    pass


class Skipped(BaseException):
    pass


def fail(reason="", pytrace=True):
    raise Failed(reason)


def skip(reason="", **_):
    raise Skipped(reason)


def importorskip(name, *_, **__):
    try:
        return __import__(name)
    except ImportError:
        raise Skipped(name) from None


class Raised:
    """What `raises` caught."""

    value = None

    @property
    def type(self):
        return type(self.value)

    def match(self, pattern):
        assert re.search(pattern, str(self.value)), "the message %r does not match %r" % (str(self.value), pattern)
        return True


class raises:
    def __new__(cls, expected, function=None, *args, match=None, **named):
        self = super().__new__(cls)
        self.expected, self.pattern, self.raised = expected, match, Raised()
        if function is None:
            return self
        with self:
            function(*args, **named)
        return self.raised

    def __enter__(self):
        return self.raised

    def __exit__(self, kind, error, trace):
        if kind is None:
            raise Failed("nothing was raised")
        if not issubclass(kind, self.expected):
            return False
        self.raised.value = error
        if self.pattern is not None:
            self.raised.match(self.pattern)
        return True


def is_number(value):
    return isinstance(value, (int, float, complex)) or type(value).__name__ in ("Decimal", "Fraction")


class approx:
    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def near(self, value):
        return approx(value, self.rel, self.abs, self.nan_ok)

    def __eq__(self, actual):
        expected = self.expected
        if isinstance(expected, dict):
            return isinstance(actual, dict) and actual.keys() == expected.keys() and all(self.near(expected[key]) == actual[key] for key in expected)
        if isinstance(expected, (list, tuple)):
            return isinstance(actual, (list, tuple)) and len(actual) == len(expected) and all(self.near(a) == b for a, b in zip(expected, actual))
        if not is_number(expected) or isinstance(expected, bool):
            return actual == expected
        if not is_number(actual):
            return False
        if actual == expected:
            return True
        if expected != expected or actual != actual:
            return self.nan_ok and expected != expected and actual != actual
        distance, size = builtins.abs(actual - expected), builtins.abs(expected)
        if size == float("inf") or distance == float("inf"):
            return False
        absolute = 1e-12 if self.abs is None else self.abs
        # With an absolute tolerance alone, the relative one plays no part.
        relative = 0 if self.rel is None and self.abs is not None else (1e-6 if self.rel is None else self.rel) * size
        return distance <= max(absolute, relative)

    def __ne__(self, actual):
        return not self == actual

    __hash__ = None

    def __repr__(self):
        return "approx(%r)" % (self.expected,)


class Mark:
    def __init__(self, name, args=(), named=None):
        self.name, self.args, self.named = name, args, named or {}

    def __call__(self, *args, **named):
        if len(args) == 1 and not named and isinstance(args[0], (type, types.FunctionType)):
            args[0].pytestmark = [*getattr(args[0], "pytestmark", ()), self]
            return args[0]
        return Mark(self.name, args, named)


class Marks:
    def __getattr__(self, name):
        return Mark(name)


mark = Marks()


class Param(tuple):
    marks = ()


def param(*values, id=None, marks=()):
    made = Param(values)
    made.marks = marks if isinstance(marks, (list, tuple)) else (marks,)
    return made


def fixture(function=None, *, params=None, autouse=False, name=None, **_):
    def make(function):
        function._fixture = types.SimpleNamespace(params=params, autouse=autouse, name=name or function.__name__)
        return function

    return make if function is None else make(function)


class MonkeyPatch:
    def __init__(self):
        self.undone = []

    def setattr(self, target, name, *value, raising=True):
        if isinstance(target, str):
            path, _, attribute = target.rpartition(".")
            value, name, target = (name,), attribute, __import__(path, fromlist=["_"])
        had = hasattr(target, name)
        old = getattr(target, name, None)
        self.undone.append(lambda: setattr(target, name, old) if had else delattr(target, name))
        setattr(target, name, value[0])

    def setitem(self, target, key, value):
        had, old = key in target, target.get(key)
        self.undone.append(lambda: target.__setitem__(key, old) if had else target.pop(key, None))
        target[key] = value

    def undo(self):
        while self.undone:
            self.undone.pop()()


class Captured:
    """Standard output while a test runs."""

    def __init__(self):
        import io

        self.stream, self.old = io.StringIO(), sys.stdout
        sys.stdout = self.stream

    def readouterr(self):
        out = self.stream.getvalue()
        self.stream.seek(0)
        self.stream.truncate()
        return types.SimpleNamespace(out=out, err="")

    def undo(self):
        sys.stdout = self.old


OFFERED = {"monkeypatch": MonkeyPatch, "capsys": Captured}


def names_of(function):
    code = function.__code__
    first = 1 if isinstance(function, types.MethodType) else 0
    return code.co_varnames[first : code.co_argcount + code.co_kwonlyargcount]


def parametrizations(marks):
    """For each `parametrize` the list of its cases, each the values by name."""
    for each in marks:
        if each.name == "parametrize":
            names, values = [*each.args, *each.named.values()][:2]
            names = [name.strip() for name in names.split(",") if name.strip()] if isinstance(names, str) else list(names)
            cases = []
            for value in values:
                if isinstance(value, Param) and is_skipped(value.marks):
                    continue
                parts = value if isinstance(value, Param) or len(names) > 1 else (value,)
                assert len(parts) == len(names), "a case has another number of values than names"
                cases.append(dict(zip(names, parts)))
            yield cases


def is_skipped(marks):
    """Whether a test need not pass: by a `skip`, whose argument is the reason, or by a condition that holds."""
    return any(
        each.name == "skip" or each.name == "xfail" and (not each.args or bool(each.args[0])) or each.name == "skipif" and bool(each.args[:1]) and bool(each.args[0])
        for each in marks
    )


class Fixtures:
    """The fixtures of one run of one test."""

    def __init__(self, holders, chosen):
        self.holders, self.chosen, self.made, self.endings = holders, chosen, {}, []

    def find(self, name):
        for holder in self.holders:
            for key in dir(holder) if not isinstance(holder, dict) else list(holder):
                value = holder.get(key) if isinstance(holder, dict) else getattr(holder, key, None)
                about = getattr(getattr(value, "__func__", value), "__dict__", {}).get("_fixture")
                if about is not None and about.name == name:
                    return value, about
        return None, None

    def every(self, test):
        """The names of all that a test needs, of what that needs, and of what runs by itself."""
        found = []
        for holder in self.holders:
            for value in holder.values() if isinstance(holder, dict) else [getattr(holder, key, None) for key in dir(holder)]:
                about = getattr(getattr(value, "__func__", value), "__dict__", {}).get("_fixture")
                if about is not None and about.autouse:
                    found.append(about.name)
        for name in names_of(test):
            found.append(name)
        for name in found:
            function, _ = self.find(name)
            found.extend(other for other in (names_of(function) if function is not None else ()) if other not in found)
        return found

    def get(self, name):
        if name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def make(self, name):
        function, about = self.find(name)
        if function is None:
            if name not in OFFERED:
                raise Unusable("the test functions need %s, which nothing gives them" % name)  # noqa: F821
            made = OFFERED[name]()
            self.endings.append(made.undo)
            return made
        given = {}
        for other in names_of(function):
            given[other] = types.SimpleNamespace(param=self.chosen.get(name)) if other == "request" else self.get(other)
        made = function(**given)
        if isinstance(made, types.GeneratorType):
            self.endings.append(lambda: next(made, None))
            return next(made)
        return made

    def end(self):
        while self.endings:
            self.endings.pop()()


def run_test(function, names, marks, call):
    """Runs a test once for each of its cases, with its fixtures."""
    marks = [*marks, *getattr(function, "pytestmark", ())]
    if is_skipped(marks):
        return
    holders = [names] if not isinstance(function, types.MethodType) else [function.__self__, names]
    needed = Fixtures(holders, {})
    fixed = [name for case in itertools.islice(itertools.chain(*parametrizations(marks)), 1) for name in case]
    alternatives = []
    for name in needed.every(function):
        _, about = needed.find(name)
        if name not in fixed and about is not None and about.params is not None:
            alternatives.append([(name, each) for each in about.params])
    for cases in itertools.product(*parametrizations(marks)):
        given = {name: value for case in cases for name, value in case.items()}
        for chosen in itertools.product(*alternatives):
            fixtures = Fixtures(holders, dict(chosen))
            try:
                used = [name for each in marks if each.name == "usefixtures" for name in each.args]
                for name in [*needed.every(function), *used]:
                    if name not in given and name != "request":
                        fixtures.get(name)
                arguments = {name: given[name] if name in given else fixtures.get(name) for name in names_of(function) if has_no_default(function, name, given)}
                call(lambda: function(**arguments))
            except Skipped:
                pass
            finally:
                fixtures.end()


def has_no_default(function, name, given):
    defaults = function.__defaults__ or ()
    code = function.__code__
    with_default = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount] if defaults else ()
    return name in given or name not in with_default

"""Runs tests that are plain asserts, `test_*` functions, `Test*` classes or `unittest.TestCase`s, and says how they ended."""

import _ast
import os
import sys
import types

MODULE = "tests"
ONLY_AST = 0x400

# Read before this process is confined, run only where tests import pytest.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pytest_like.py"), encoding="utf-8") as file:
    PYTEST_LIKE = file.read()


class Unusable(BaseException):
    """The tests cannot judge anything, whatever the candidate is."""


def parsed(source):
    try:
        return compile(source, "<%s>" % MODULE, "exec", ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unusable("the tests do not compile (%s)" % type(error).__name__) from None


CHECKING_CALLS = ("assert", "fail", "exit", "_exit", "abort", "check", "raises")


def walk(tree):
    """Every node of a syntax tree; the module `ast` takes longer to load than most tests to run."""
    open_nodes = [tree]
    while open_nodes:
        node = open_nodes.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            open_nodes.extend(part for part in (value if isinstance(value, list) else [value]) if isinstance(part, _ast.AST))


def checks_something(tree):
    for node in walk(tree):
        if isinstance(node, (_ast.Assert, _ast.Raise)):
            return True
        if isinstance(node, _ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called.startswith(CHECKING_CALLS):
                return True
    return False


def imported(tree):
    """The names of all modules that the tests import, at whatever depth."""
    for node in walk(tree):
        if isinstance(node, _ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, _ast.ImportFrom) and node.module:
            yield node.module


def offer_pytest():
    """Gives the tests what they use of pytest, the same on every machine."""
    module = types.ModuleType("pytest")
    sys.modules["pytest"] = module
    exec(compile(PYTEST_LIKE, "<pytest>", "exec"), module.__dict__)
    module.Unusable = Unusable
    return module


def call(function, *args):
    result = function(*args)
    if isinstance(result, types.CoroutineType):
        import asyncio

        asyncio.run(result)


def most_arguments(function):
    """How many arguments a function takes, the object that it is bound to aside."""
    return function.__code__.co_argcount - isinstance(function, types.MethodType)


class Run:
    """One run of tests whose names are `names`."""

    def __init__(self, names, pytest):
        self.names = names
        self.pytest = pytest

    def is_defined_here(self, value):
        return getattr(value, "__module__", None) == self.names.get("__name__", MODULE)

    def set_up(self, holder, name, *args):
        """Calls what prepares a test, where the tests have it, with as many of the arguments as it takes."""
        function = holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)
        if isinstance(function, (types.FunctionType, types.MethodType)):
            call(function, *args[: most_arguments(function)])

    def test(self, function, marks=()):
        if self.pytest is not None:
            return self.pytest.run_test(function, self.names, marks, call)
        if most_arguments(function) > len(function.__defaults__ or ()):
            raise Unusable("the test function %s needs arguments that nothing gives it" % function.__name__)
        call(function)

    def functions(self):
        for name, value in list(self.names.items()):
            # What a library's decorator made of a test counts as the test.
            if name.startswith("test") and isinstance(value, types.FunctionType) and self.is_defined_here(value):
                self.set_up(self.names, "setup_function", value)
                self.test(value)
                self.set_up(self.names, "teardown_function", value)

    def plain_classes(self):
        for name, value in list(self.names.items()):
            if not (name.startswith("Test") and isinstance(value, type) and self.is_defined_here(value)) or is_case(value):
                continue
            self.set_up(value, "setup_class", value)
            for key in [key for key in dir(value) if key.startswith("test")]:
                instance = value()
                method = getattr(instance, key)
                for before in ("setup_method", "setUp", "setup"):
                    self.set_up(instance, before, method)
                self.test(method, getattr(value, "pytestmark", ()))
                for after in ("teardown_method", "tearDown", "teardown"):
                    self.set_up(instance, after, method)
            self.set_up(value, "teardown_class", value)

    def cases(self):
        """Every TestCase of the tests. The first problem is raised as it came."""
        cases = [value for value in list(self.names.values()) if is_case(value) and self.is_defined_here(value)]
        if not cases:
            return
        import unittest

        suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in cases)
        problems = []

        def keep(self, test, error, *rest):
            problem = rest[0] if rest else error
            if problem is not None:
                problems.append(problem[1])
                self.stop()

        first = type("First", (unittest.TestResult,), {"addError": keep, "addFailure": keep, "addSubTest": keep})
        result = first()
        suite.run(result)
        if problems:
            raise problems[0]
        if not result.wasSuccessful():
            raise AssertionError("a test passed that was expected to fail")

    def all(self, code):
        try:
            exec(code, self.names)
        except SystemExit as error:
            # A script that ends itself well.
            if error.code or not is_of_tests(error):
                raise
        for name in ("setUpModule", "setup_module"):
            self.set_up(self.names, name, types.SimpleNamespace(**self.names))
        self.functions()
        self.plain_classes()
        self.cases()


def is_case(value):
    unittest = sys.modules.get("unittest")
    return unittest is not None and isinstance(value, type) and issubclass(value, unittest.TestCase)


def is_of_tests(error):
    """Whether the tests themselves raised an error: it did not come from the candidate's process, nor from its code in this one."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "_whileai_number" not in vars(error) and trace is not None and trace.tb_frame.f_code.co_filename == "<%s>" % MODULE


def run(tree, names, uses):
    """
    Runs the tests among `names`, which they see as globals. `uses()` counts how often they used the candidate.

    Returns `{"ok": true}`, `{"ok": false, "error": type, "said": text}`, or `{"unusable": why}`.
    """
    try:
        if not checks_something(tree):
            raise Unusable("the tests check nothing")
        modules = {name.split(".")[0] for name in imported(tree)}
        if "unittest" in modules:
            import unittest

            # Scripts end with this; the cases are run below.
            unittest.main = lambda *args, **named: None
        names["__name__"] = MODULE
        Run(names, offer_pytest() if "pytest" in modules else None).all(compile(tree, "<%s>" % MODULE, "exec", dont_inherit=True))
        if uses() == 0:
            raise Unusable("the tests never use the candidate")
    except Unusable as error:
        return {"unusable": str(error)}
    except BaseException as error:
        if uses() == 0:
            return {"unusable": "the tests fail before they use the candidate (%s)" % type(error).__name__}
        if isinstance(error, ImportError) and error.name != "solution" and is_of_tests(error):
            return {"unusable": "the tests import what is not here"}
        return {"ok": False, "error": type(error).__name__, "said": said(error)}
    return {"ok": True}


def said(error):
    try:
        return str(error)[:400]
    except BaseException:
        return ""

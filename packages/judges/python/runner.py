"""Runs tests that are plain asserts, `test_*` functions, `Test*` classes or `unittest.TestCase`s, and says how they ended."""

import ast
import inspect
import io
import unittest

MODULE = "tests"


class Unusable(Exception):
    """The tests cannot judge anything, whatever the candidate is."""


def parsed(source):
    try:
        return ast.parse(source, "<%s>" % MODULE)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unusable("the tests do not compile (%s)" % type(error).__name__) from None


CHECKING_CALLS = ("assert", "fail", "exit", "_exit", "abort", "check", "raises")


def checks_something(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assert, ast.Raise)):
            return True
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called.startswith(CHECKING_CALLS):
                return True
    return False


def required_arguments(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    return sum(
        parameter.default is parameter.empty and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in parameters
    )


def call(function):
    result = function()
    if inspect.iscoroutine(result):
        import asyncio

        asyncio.run(result)


def defined_here(value, names):
    return getattr(value, "__module__", None) == names.get("__name__", MODULE)


def run_functions(names):
    ran = 0
    for name, value in list(names.items()):
        if name.startswith("test") and inspect.isfunction(value) and value.__globals__ is names:
            if required_arguments(value) > 0:
                raise Unusable("the test function %s needs arguments that nothing gives it" % name)
            call(value)
            ran += 1
    return ran


def run_plain_classes(names):
    ran = 0
    for name, value in list(names.items()):
        if not (name.startswith("Test") and isinstance(value, type) and defined_here(value, names)):
            continue
        if issubclass(value, unittest.TestCase):
            continue
        for method in [key for key in dir(value) if key.startswith("test")]:
            instance = value()
            for before in ("setup_method", "setUp"):
                if hasattr(instance, before):
                    call(getattr(instance, before))
            call(getattr(instance, method))
            ran += 1
    return ran


def run_cases(names):
    """Every TestCase of the tests. The first problem is raised as it came."""
    suite = unittest.TestSuite()
    for value in list(names.values()):
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and defined_here(value, names):
            suite.addTest(unittest.defaultTestLoader.loadTestsFromTestCase(value))
    result = First()
    suite.run(result)
    if result.problem is not None:
        raise result.problem
    if not result.wasSuccessful():
        raise AssertionError("a test passed that was expected to fail")
    return result.testsRun - len(result.skipped)


class First(unittest.TestResult):
    """Keeps the first problem of a run and stops there."""

    def __init__(self):
        super().__init__(io.StringIO())
        self.failfast = True
        self.problem = None

    def keep(self, problem):
        if self.problem is None:
            self.problem = problem[1]
        self.stop()

    def addError(self, test, err):
        self.keep(err)

    def addFailure(self, test, err):
        self.keep(err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.keep(err)


def run(source, names, uses):
    """
    Runs the tests among `names`, which they see as globals. `uses()` counts how often they used the candidate.

    Returns `{"ok": true}`, `{"ok": false, "error": type, "said": text}`, or `{"unusable": why}`.
    """
    try:
        tree = parsed(source)
        if not checks_something(tree):
            raise Unusable("the tests check nothing")
        code = compile(tree, "<%s>" % MODULE, "exec", dont_inherit=True)
        # Scripts end with this; the cases are run below.
        unittest.main = lambda *args, **named: None
        names["__name__"] = MODULE
        exec(code, names)
        run_functions(names)
        run_plain_classes(names)
        run_cases(names)
        if uses() == 0:
            raise Unusable("the tests never use the candidate")
    except Unusable as error:
        return {"unusable": str(error)}
    except BaseException as error:
        if type(error).__name__ == "CannotSplit":
            return {"unusable": str(error)}
        return {"ok": False, "error": type(error).__name__, "said": said(error)}
    return {"ok": True}


def said(error):
    try:
        return str(error)[:400]
    except BaseException:
        return ""

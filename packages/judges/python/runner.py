"""Runs tests that are plain asserts, `test_*` functions, `Test*` classes or `unittest.TestCase`s, and says how they ended."""

import _ast
import sys
import types

MODULE = "tests"
ONLY_AST = 0x400


class Unusable(Exception):
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


def required_arguments(function):
    return function.__code__.co_argcount - len(function.__defaults__ or ())


def call(function):
    result = function()
    if isinstance(result, types.CoroutineType):
        import asyncio

        asyncio.run(result)


def defined_here(value, names):
    return getattr(value, "__module__", None) == names.get("__name__", MODULE)


def run_functions(names):
    for name, value in list(names.items()):
        # What a library's decorator made of a test counts as the test.
        if name.startswith("test") and isinstance(value, types.FunctionType) and defined_here(value, names):
            if required_arguments(value) > 0:
                raise Unusable("the test function %s needs arguments that nothing gives it" % name)
            call(value)


def run_plain_classes(names):
    for name, value in list(names.items()):
        if not (name.startswith("Test") and isinstance(value, type) and defined_here(value, names)):
            continue
        if is_case(value):
            continue
        for method in [key for key in dir(value) if key.startswith("test")]:
            instance = value()
            for before in ("setup_method", "setUp"):
                if hasattr(instance, before):
                    call(getattr(instance, before))
            call(getattr(instance, method))


def is_case(value):
    unittest = sys.modules.get("unittest")
    return unittest is not None and isinstance(value, type) and issubclass(value, unittest.TestCase)


def run_cases(names):
    """Every TestCase of the tests. The first problem is raised as it came."""
    cases = [value for value in list(names.values()) if is_case(value) and defined_here(value, names)]
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
        if "unittest" in source:
            import unittest

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
        return {"ok": False, "error": type(error).__name__, "said": said(error)}
    return {"ok": True}


def said(error):
    try:
        return str(error)[:400]
    except BaseException:
        return ""

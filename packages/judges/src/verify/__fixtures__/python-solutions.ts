/** One way to write a solution and its tests, and what it must be paid; null where the tests cannot judge. */
export interface Solution {
  readonly name: string;
  readonly reward: 0 | 1 | null;
  readonly code: string;
  readonly tests: string;
}

/** Solutions and tests as benchmarks, textbooks and models write them. */
export const SOLUTIONS: readonly Solution[] = [
  {
    name: "class body uses candidate",
    reward: 1,
    code: String.raw`
def solve(x): return x + 1
`,
    tests: String.raw`
import unittest
class T(unittest.TestCase):
    f = staticmethod(solve)
    CASES = [(1, solve(1))]
    def test(self): self.assertEqual(self.f(1), 2)
`,
  },
  {
    name: "named tuple is tuple",
    reward: 1,
    code: String.raw`
from collections import namedtuple
P = namedtuple("P", "x y")
def f(): return P(1, 2)
`,
    tests: String.raw`
r = f()
assert isinstance(r, tuple) and r == (1, 2) and r.x == 1 and len(r) == 2 and r[0] == 1
a, b = r
assert (a, b) == (1, 2)
`,
  },
  {
    name: "list subclass mutated",
    reward: 1,
    code: String.raw`
class Stack(list):
    def push(self, x): self.append(x)
`,
    tests: String.raw`
s = Stack()
s.push(1)
s.push(2)
assert s == [1, 2] and len(s) == 2 and s[-1] == 2
assert isinstance(s, list)
`,
  },
  {
    name: "dict subclass mutated",
    reward: 1,
    code: String.raw`
class D(dict):
    def add(self, k): self[k] = self.get(k, 0) + 1
`,
    tests: String.raw`
d = D()
assert d == {}
d.add("a"); d.add("a")
assert d == {"a": 2}
assert d["a"] == 2 and "a" in d and list(d) == ["a"]
`,
  },
  {
    name: "str enum",
    reward: 1,
    code: String.raw`
from enum import Enum
class C(str, Enum):
    RED = "red"
def f(): return C.RED
`,
    tests: String.raw`
assert f() == "red" and f() is C.RED and f().value == "red" and isinstance(f(), C)
`,
  },
  {
    name: "int enum compare",
    reward: 1,
    code: String.raw`
from enum import IntEnum
class L(IntEnum):
    LOW = 1
    HIGH = 3
`,
    tests: String.raw`
assert L.LOW < L.HIGH and L.HIGH > 2 and L.LOW + 1 == 2 and int(L.HIGH) == 3
assert sorted([L.HIGH, L.LOW]) == [L.LOW, L.HIGH]
`,
  },
  {
    name: "ordering of objects",
    reward: 1,
    code: String.raw`
import functools
@functools.total_ordering
class V:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return s.x == o.x
    def __lt__(s, o): return s.x < o.x
`,
    tests: String.raw`
assert V(1) < V(2) and V(3) >= V(2) and not V(1) > V(2)
assert [v.x for v in sorted([V(3), V(1), V(2)])] == [1, 2, 3]
assert max(V(1), V(9)).x == 9
`,
  },
  {
    name: "context manager exits",
    reward: 1,
    code: String.raw`
class Timer:
    closed = False
    def __enter__(self): return self
    def __exit__(self, *a): self.closed = True; self.kind = a[0]
`,
    tests: String.raw`
with Timer() as t:
    assert not t.closed
assert t.closed
`,
  },
  {
    name: "context manager sees errors",
    reward: 1,
    code: String.raw`
class Tx:
    def __init__(self): self.log = []
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        self.log.append(kind.__name__ if kind else None)
        self.log.append(str(error) if error else None)
        return False
`,
    tests: String.raw`
t = Tx()
try:
    with t:
        raise ValueError("no")
except ValueError:
    pass
assert t.log == ["ValueError", "no"]
`,
  },
  {
    name: "contextmanager function",
    reward: 1,
    code: String.raw`
from contextlib import contextmanager
log = []
@contextmanager
def tag(name):
    log.append("<" + name)
    try:
        yield name
    except KeyError:
        log.append("key")
        raise
    finally:
        log.append(">" + name)
`,
    tests: String.raw`
with tag("a") as n:
    assert n == "a"
assert log == ["<a", ">a"]
try:
    with tag("b"):
        raise KeyError("x")
except KeyError: pass
assert log == ["<a", ">a", "<b", "key", ">b"]
`,
  },
  {
    name: "generator argument",
    reward: 1,
    code: String.raw`
def total(xs): return sum(xs)
def first(it): return next(it)
def pairs(it): return list(zip(it, it))
`,
    tests: String.raw`
assert total(x for x in [1, 2, 3]) == 6
assert first(iter([7, 8])) == 7
assert pairs(iter([1, 2, 3, 4])) == [(1, 2), (3, 4)]
assert total(map(int, ["1", "2"])) == 3
assert total({1: 2}.values()) == 2 and total({1: 2}.keys()) == 1
`,
  },
  {
    name: "custom iterable argument",
    reward: 1,
    code: String.raw`
def total(xs): return sum(xs) + len(xs) + xs[0] + (5 in xs)
`,
    tests: String.raw`
class Box:
    def __iter__(self): return iter([1, 2])
    def __len__(self): return 2
    def __getitem__(self, i): return 10 + i
    def __contains__(self, x): return x == 5
assert total(Box()) == 16
`,
  },
  {
    name: "decorators keep names",
    reward: 1,
    code: String.raw`
import functools
def logged(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        wrapper.calls.append(func.__name__)
        return func(*args, **kwargs)
    wrapper.calls = []
    return wrapper
`,
    tests: String.raw`
@logged
def add(a, b):
    "Adds."
    return a + b
assert add(1, b=2) == 3
assert add.__name__ == "add" and add.__doc__ == "Adds."
assert add.calls == ["add"]
`,
  },
  {
    name: "curry by signature",
    reward: 1,
    code: String.raw`
import inspect
def curry(f):
    n = len(inspect.signature(f).parameters)
    def go(*args):
        return f(*args) if len(args) >= n else lambda *more: go(*args, *more)
    return go
def arity(f): return f.__code__.co_argcount
`,
    tests: String.raw`
assert curry(lambda a, b, c: a + b + c)(1)(2)(3) == 6
assert arity(lambda a, b: 0) == 2
`,
  },
  {
    name: "generator type",
    reward: 1,
    code: String.raw`
def g():
    yield 1
`,
    tests: String.raw`
import types, inspect
assert isinstance(g(), types.GeneratorType)
assert inspect.isgenerator(g())
from collections.abc import Iterator
assert isinstance(g(), Iterator)
`,
  },
  {
    name: "isfunction and class",
    reward: 1,
    code: String.raw`
def f(): pass
class A: pass
`,
    tests: String.raw`
import inspect
assert callable(f) and callable(A)
assert inspect.isfunction(f)
assert inspect.isclass(A)
`,
  },
  {
    name: "pytest raises",
    reward: 1,
    code: String.raw`
def f(x):
    if x < 0: raise ValueError("negative")
    return x ** 0.5
`,
    tests: String.raw`
import pytest
def test_ok():
    assert f(4) == pytest.approx(2.0)
def test_bad():
    with pytest.raises(ValueError, match="neg"):
        f(-1)
`,
  },
  {
    name: "pytest parametrize",
    reward: 1,
    code: String.raw`
def add(a, b): return a + b
`,
    tests: String.raw`
import pytest
@pytest.mark.parametrize("a,b,c", [(1, 2, 3), (0, 0, 0), pytest.param(1, 1, 2, id="x")])
def test_add(a, b, c):
    assert add(a, b) == c
@pytest.mark.parametrize("x", [1, 2])
@pytest.mark.parametrize("y", [3, 4])
def test_more(x, y):
    assert add(x, y) == x + y
class TestIt:
    @pytest.mark.parametrize(("a", "b"), [(1, 1)])
    def test(self, a, b): assert add(a, b) == 2
`,
  },
  {
    name: "pytest parametrize wrong",
    reward: 0,
    code: String.raw`
def add(a, b): return 3
`,
    tests: String.raw`
import pytest
@pytest.mark.parametrize("a,b,c", [(1, 2, 3), (0, 0, 0)])
def test_add(a, b, c):
    assert add(a, b) == c
`,
  },
  {
    name: "pytest fixture",
    reward: 1,
    code: String.raw`
class Stack:
    def __init__(self): self.x = []
    def push(self, v): self.x.append(v)
`,
    tests: String.raw`
import pytest
@pytest.fixture
def stack():
    return Stack()
@pytest.fixture
def filled(stack):
    stack.push(1)
    yield stack
def test_push(filled):
    filled.push(2)
    assert filled.x == [1, 2]
class TestIt:
    def test(self, stack): assert stack.x == []
`,
  },
  {
    name: "setup_method with method",
    reward: 1,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
class TestF:
    @classmethod
    def setup_class(cls): cls.k = 1
    def setup_method(self, method): self.want = self.k
    def test_it(self): assert f() == self.want
`,
  },
  {
    name: "setUpModule",
    reward: 1,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import unittest
W = None
def setUpModule():
    global W
    W = 1
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.w = 1
    def test(self): self.assertEqual(f(), W + self.w - 1)
`,
  },
  {
    name: "isolated asyncio",
    reward: 1,
    code: String.raw`
import asyncio
async def f(x):
    await asyncio.sleep(0.01)
    return x
`,
    tests: String.raw`
import unittest
class T(unittest.IsolatedAsyncioTestCase):
    async def test(self):
        self.assertEqual(await f(1), 1)
`,
  },
  {
    name: "gather",
    reward: 1,
    code: String.raw`
import asyncio
async def f(x):
    await asyncio.sleep(0.01)
    return x
`,
    tests: String.raw`
import asyncio
async def main():
    return await asyncio.gather(f(1), f(2))
assert asyncio.run(main()) == [1, 2]
`,
  },
  {
    name: "async callback",
    reward: 1,
    code: String.raw`
import asyncio
async def retry(fn, n):
    for i in range(n):
        try:
            return await fn()
        except ValueError:
            if i == n - 1: raise
`,
    tests: String.raw`
import asyncio
calls = []
async def flaky():
    calls.append(1)
    if len(calls) < 3: raise ValueError("x")
    return "ok"
assert asyncio.run(retry(flaky, 5)) == "ok"
assert len(calls) == 3
`,
  },
  {
    name: "async generator and context",
    reward: 1,
    code: String.raw`
class R:
    async def __aenter__(self): return 5
    async def __aexit__(self, *a): return None
async def agen(n):
    for i in range(n): yield i
`,
    tests: String.raw`
import asyncio
async def main():
    async with R() as r: assert r == 5
    return [x async for x in agen(3)]
assert asyncio.run(main()) == [0, 1, 2]
`,
  },
  {
    name: "script exits 0",
    reward: 1,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import sys
ok = f() == 1
if not ok: sys.exit(1)
sys.exit(0)
`,
  },
  {
    name: "script exits 1",
    reward: 0,
    code: String.raw`
def f(): return 2
`,
    tests: String.raw`
import sys
ok = f() == 1
sys.exit(0 if ok else 1)
`,
  },
  {
    name: "missing module in tests",
    reward: null,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import no_such_module_here
assert f() == 1
`,
  },
  {
    name: "tests import another file",
    reward: null,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
from main import f
assert f() == 1
`,
  },
  {
    name: "tests broken before use",
    reward: null,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
x = [][0]
assert f() == 1
`,
  },
  {
    name: "prints megabytes",
    reward: 1,
    code: String.raw`
def f():
    for i in range(20000): print("x" * 100)
    return 1
print("y" * 1000000)
`,
    tests: String.raw`
assert f() == 1
`,
  },
  {
    name: "recursion 10000",
    reward: 1,
    code: String.raw`
import sys
sys.setrecursionlimit(50000)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
`,
    tests: String.raw`
assert depth(10000) == 10000
`,
  },
  {
    name: "unicode names",
    reward: 1,
    code: String.raw`
def größe(x): return x * 2
def ﬁne(): return 1
`,
    tests: String.raw`
assert größe(2) == 4 and fine() == 1
`,
  },
  {
    name: "two solution",
    reward: 1,
    code: String.raw`
from typing import List, Optional
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        d = {}
        for i, n in enumerate(nums):
            if target - n in d: return [d[target - n], i]
            d[n] = i
`,
    tests: String.raw`
def check(candidate):
    assert candidate(nums=[2,7,11,15], target=9) == [0, 1]
    assert candidate([3,3], 6) == [0, 1]
check(Solution().twoSum)
`,
  },
  {
    name: "exception cause and attributes",
    reward: 1,
    code: String.raw`
class E(Exception):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code
def f():
    try: {}["k"]
    except KeyError as e: raise E(5, "bad") from e
`,
    tests: String.raw`
try:
    f()
    assert False
except E as e:
    assert e.code == 5 and str(e) == "bad"
    assert isinstance(e.__cause__, KeyError)
`,
  },
  {
    name: "group",
    reward: 1,
    code: String.raw`
def f(): raise ValueError("a", 3)
`,
    tests: String.raw`
try: f(); assert 0
except ValueError as e: assert e.args == ("a", 3) and repr(e) == "ValueError('a', 3)"
`,
  },
  {
    name: "OSError attributes",
    reward: 1,
    code: String.raw`
def f(): open("nope.txt")
def g(): raise FileNotFoundError(2, "gone", "x")
`,
    tests: String.raw`
import errno
try: f(); assert 0
except FileNotFoundError as e: assert e.errno == errno.ENOENT and e.filename == "nope.txt"
try: g(); assert 0
except OSError as e: assert e.errno == 2
`,
  },
  {
    name: "library error attributes",
    reward: 1,
    code: String.raw`
import json
def f(s): return json.loads(s)
`,
    tests: String.raw`
import json
try: f("{x"); assert 0
except json.JSONDecodeError as e: assert e.pos == 1 and e.lineno == 1
`,
  },
  {
    name: "class of result",
    reward: 1,
    code: String.raw`
class A: pass
def f(): return A()
`,
    tests: String.raw`
assert f().__class__ is A and f().__class__.__name__ == "A" and isinstance(f(), A)
`,
  },
  {
    name: "inplace operators",
    reward: 1,
    code: String.raw`
class V:
    def __init__(s, x): s.x = x
    def __iadd__(s, o): s.x += o.x; return s
`,
    tests: String.raw`
v = w = V(1)
v += V(2)
assert v.x == 3 and w is v
`,
  },
  {
    name: "dict views",
    reward: 1,
    code: String.raw`
def keys(d): return d.keys()
def values(d): return d.values()
`,
    tests: String.raw`
assert set(keys({1: 2})) == {1} and list(values({1: 2})) == [2]
assert keys({1: 2}) == {1}
`,
  },
  {
    name: "floats of objects",
    reward: 1,
    code: String.raw`
class M:
    def __init__(s, x): s.x = x
    def __float__(s): return float(s.x)
    def __int__(s): return int(s.x)
    def __index__(s): return int(s.x)
    def __round__(s, n=None): return round(s.x, n)
    def __reversed__(s): return iter([2, 1])
    def __bytes__(s): return b"m"
    def __hash__(s): return 7
    def __contains__(s, x): return x == s.x
    def __pow__(s, o): return M(s.x ** o.x)
`,
    tests: String.raw`
m = M(2.5)
assert float(m) == 2.5 and int(m) == 2 and [0, 1, 2][m] == 2 and round(m) == 2 and list(reversed(m)) == [2, 1] and bytes(m) == b"m"
assert (M(2) ** M(3)).x == 8
`,
  },
  {
    name: "doctest",
    reward: 1,
    code: String.raw`
def add(a, b):
    """
    >>> add(1, 2)
    3
    """
    return a + b
`,
    tests: String.raw`
assert add.__doc__ and ">>> add(1, 2)" in add.__doc__
assert add(1, 2) == 3
`,
  },
  {
    name: "subtests",
    reward: 1,
    code: String.raw`
def f(x): return x * 2
`,
    tests: String.raw`
import unittest
class T(unittest.TestCase):
    def test(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertEqual(f(i), i * 2)
        with self.assertRaises(TypeError): f(1, 2)
        self.assertCountEqual([f(1), f(2)], [4, 2])
        self.assertDictEqual({"a": f(1)}, {"a": 2})
        self.assertIsInstance(f("x"), str)
        self.assertAlmostEqual(f(0.1), 0.2)
if __name__ == "__main__":
    unittest.main(argv=["x"], exit=False)
`,
  },
  {
    name: "capture stdout",
    reward: 1,
    code: String.raw`
def hello(): print("hello", 5)
`,
    tests: String.raw`
import io, contextlib
buf = io.StringIO()
with contextlib.redirect_stdout(buf):
    hello()
assert buf.getvalue() == "hello 5\n"
`,
  },
  {
    name: "patched input",
    reward: 1,
    code: String.raw`
def ask(): return input("name? ")
`,
    tests: String.raw`
from unittest.mock import patch
with patch("builtins.input", return_value="bob"):
    assert ask() == "bob"
`,
  },
  {
    name: "mock callback",
    reward: 1,
    code: String.raw`
def each(xs, fn):
    for x in xs: fn(x)
def use(service): return service.fetch("k")
`,
    tests: String.raw`
from unittest.mock import Mock
m = Mock()
each([1, 2], m)
assert m.call_count == 2
m.assert_called_with(2)
s = Mock()
s.fetch.return_value = 9
assert use(s) == 9
s.fetch.assert_called_once_with("k")
`,
  },
  {
    name: "stringio argument",
    reward: 1,
    code: String.raw`
def count(f): return sum(1 for _ in f)
def read(f): return f.read()
`,
    tests: String.raw`
import io
assert count(io.StringIO("a\nb\n")) == 2
assert read(io.StringIO("ab")) == "ab"
`,
  },
  {
    name: "decorated test functions run",
    reward: 0,
    code: String.raw`
def f(): return 2
`,
    tests: String.raw`
import functools
from unittest.mock import patch
def test_a(): f()
@patch("os.getcwd", lambda: "/")
def test_b(): assert f() == 1
`,
  },
  {
    name: "dataclass compare own eq",
    reward: 0,
    code: String.raw`
from dataclasses import dataclass
@dataclass
class P:
    x: int
def f(): return P(1)
`,
    tests: String.raw`
assert f() == P(1)
`,
  },
  {
    name: "tests objects ordering in heap",
    reward: 1,
    code: String.raw`
import heapq
def smallest(xs): return heapq.nsmallest(1, xs)[0]
def same(a, b): return a == b
`,
    tests: String.raw`
class N:
    def __init__(self, x): self.x = x
    def __lt__(self, o): return self.x < o.x
    def __eq__(self, o): return self.x == o.x
    def __hash__(self): return hash(self.x)
assert smallest([N(3), N(1)]).x == 1
assert same(N(1), N(1)) and not same(N(1), N(2))
`,
  },
  {
    name: "lru cache",
    reward: 1,
    code: String.raw`
from functools import lru_cache
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
`,
    tests: String.raw`
assert fib(80) == 23416728348467685
assert fib.cache_info().hits > 0
fib.cache_clear()
`,
  },
  {
    name: "kwargs",
    reward: 1,
    code: String.raw`
def f(*args, **kwargs): return args, kwargs
`,
    tests: String.raw`
assert f(1, *[2], a=3, self=4) == ((1, 2), {"a": 3, "self": 4})
`,
  },
  {
    name: "static property class methods",
    reward: 1,
    code: String.raw`
class T:
    n = 0
    def __init__(self, c): self._c = c; T.n += 1
    @property
    def f(self): return self._c * 9 / 5 + 32
    @f.setter
    def f(self, v): self._c = (v - 32) * 5 / 9
    @staticmethod
    def zero(): return T(0)
    @classmethod
    def one(cls): return cls(1)
`,
    tests: String.raw`
t = T.zero()
assert t.f == 32
t.f = 212
assert t._c == 100
assert T.one()._c == 1 and T.n == 2
`,
  },
  {
    name: "abstract",
    reward: 1,
    code: String.raw`
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Sq(Shape):
    def __init__(self, a): self.a = a
    def area(self): return self.a ** 2
`,
    tests: String.raw`
assert Sq(2).area() == 4 and isinstance(Sq(1), Shape) and issubclass(Sq, Shape)
try:
    Shape()
    assert False, "abstract"
except TypeError: pass
`,
  },
  {
    name: "sets order json",
    reward: 1,
    code: String.raw`
import json
def f(x): return json.dumps(x, sort_keys=True)
`,
    tests: String.raw`
assert f({"b": [1, None, True], "a": 1.5}) == '{"a": 1.5, "b": [1, null, true]}'
`,
  },
  {
    name: "dict int keys",
    reward: 1,
    code: String.raw`
def group(xs):
    from collections import defaultdict
    d = defaultdict(list)
    for x in xs: d[x % 2].append(x)
    return d
`,
    tests: String.raw`
assert group([1, 2, 3]) == {1: [1, 3], 0: [2]}
assert isinstance(group([1]), dict)
`,
  },
  {
    name: "import alias dotted",
    reward: 1,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import solution as sol
from solution import f as g
import importlib
m = importlib.import_module("solution")
assert sol.f() == g() == m.f() == 1 and hasattr(sol, "f") and not hasattr(sol, "nope")
`,
  },
  {
    name: "nested function global state",
    reward: 1,
    code: String.raw`
class Counter:
    def __init__(self): self.n = 0
    def __call__(self): self.n += 1; return self.n
c = Counter()
`,
    tests: String.raw`
assert c() == 1 and c() == 2 and c.n == 2
`,
  },
  {
    name: "deep nested data",
    reward: 1,
    code: String.raw`
def depth(x): return 1 + max(map(depth, x), default=0) if isinstance(x, list) else 0
`,
    tests: String.raw`
x = []
for _ in range(150): x = [x]
assert depth(x) == 151
`,
  },
  {
    name: "large list",
    reward: 1,
    code: String.raw`
def f(n): return list(range(n))
`,
    tests: String.raw`
assert f(200000) == list(range(200000))
`,
  },
  {
    name: "bytes and memory",
    reward: 1,
    code: String.raw`
def rev(b): return b[::-1]
`,
    tests: String.raw`
assert rev(b"abc") == b"cba" and rev("ab") == "ba" and rev([1, 2]) == [2, 1]
`,
  },
  {
    name: "optional callback",
    reward: 1,
    code: String.raw`
def f(xs, key=None, on_done=None):
    key = key or (lambda x: x)
    r = sorted(xs, key=key)
    if on_done: on_done(r)
    return r
`,
    tests: String.raw`
seen = []
assert f([3, 1], key=lambda x: -x, on_done=seen.append) == [3, 1]
assert seen == [[3, 1]]
`,
  },
  {
    name: "event emitter",
    reward: 1,
    code: String.raw`
class Emitter:
    def __init__(self): self.l = {}
    def on(self, e, cb):
        if cb not in self.l.setdefault(e, []): self.l[e].append(cb)
    def off(self, e, cb): self.l[e].remove(cb)
    def emit(self, e, *a): return [cb(*a) for cb in self.l.get(e, [])]
`,
    tests: String.raw`
class H:
    def __init__(self): self.got = []
    def handle(self, x): self.got.append(x); return x
h, k = H(), H()
e = Emitter()
e.on("a", h.handle); e.on("a", k.handle); e.on("a", h.handle)
assert e.emit("a", 5) == [5, 5] and h.got == [5]
e.off("a", h.handle)
assert e.emit("a", 6) == [6] and h.got == [5] and k.got == [5, 6]
`,
  },
  {
    name: "middleware mutates",
    reward: 1,
    code: String.raw`
def pipeline(ctx, *steps):
    for step in steps: step(ctx)
    return ctx
`,
    tests: String.raw`
def one(ctx): ctx["a"] = 1
def two(ctx): ctx["b"] = ctx["a"] + 1; ctx.setdefault("log", []).append("x")
assert pipeline({}, one, two) == {"a": 1, "b": 2, "log": ["x"]}
`,
  },
  {
    name: "types as arguments",
    reward: 1,
    code: String.raw`
def only(xs, kind): return [x for x in xs if isinstance(x, kind)]
def parse(x, to): return to(x)
def kind_of(x): return type(x)
`,
    tests: String.raw`
assert only([1, "a", 2.5], int) == [1] and only([1, "a"], (int, str)) == [1, "a"]
assert parse("5", int) == 5 and parse("ab", list) == ["a", "b"]
assert kind_of(5) is int and kind_of([]) == list
`,
  },
  {
    name: "exception hierarchy",
    reward: 1,
    code: String.raw`
class BankError(Exception): pass
class Insufficient(BankError):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need, self.have = need, have
def pay(n):
    if n > 10: raise Insufficient(n, 10)
`,
    tests: String.raw`
import unittest
class T(unittest.TestCase):
    def test(self):
        with self.assertRaises(BankError) as c: pay(11)
        self.assertEqual(c.exception.need, 11)
        self.assertEqual(str(c.exception), "need 11, have 10")
        self.assertTrue(issubclass(Insufficient, BankError))
    def test_make(self):
        e = Insufficient(5, 2)
        self.assertEqual((e.need, e.have), (5, 2))
        self.assertIsInstance(e, BankError)
        with self.assertRaises(Insufficient): raise e
        with self.assertRaises(Insufficient): raise Insufficient(1, 0)
`,
  },
  {
    name: "retry of tests' errors",
    reward: 1,
    code: String.raw`
import functools
def retry(times, exceptions=(Exception,)):
    def deco(fn):
        @functools.wraps(fn)
        def run(*a, **k):
            for i in range(times):
                try: return fn(*a, **k)
                except exceptions as e:
                    last = e
            raise last
        return run
    return deco
`,
    tests: String.raw`
class Flaky(Exception): pass
n = []
@retry(3, exceptions=(Flaky,))
def f():
    n.append(1)
    raise Flaky("no %d" % len(n))
try:
    f(); assert False
except Flaky as e:
    assert str(e) == "no 3"
assert len(n) == 3
@retry(3, exceptions=(Flaky,))
def g():
    n.append(1)
    raise ValueError("other")
try: g(); assert False
except ValueError as e: assert e.args == ("other",)
assert len(n) == 4
`,
  },
  {
    name: "timezone and uuid and path",
    reward: 1,
    code: String.raw`
import datetime, uuid, pathlib
def f(ts, tz=datetime.timezone.utc): return datetime.datetime.fromtimestamp(ts, tz)
def g(): return uuid.UUID(int=5)
def h(p): return pathlib.Path(p).with_suffix(".md")
`,
    tests: String.raw`
import datetime, uuid, pathlib
assert f(0) == datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
assert f(0, tz=datetime.timezone(datetime.timedelta(hours=2))).hour == 2
assert g() == uuid.UUID(int=5)
assert h("a.txt") == pathlib.Path("a.md")
assert h(pathlib.Path("a.txt")).name == "a.md"
`,
  },
  {
    name: "patched helper of the solution",
    reward: 1,
    code: String.raw`
def fetch(url): raise RuntimeError("network")
def title(url): return fetch(url)["title"].upper()
`,
    tests: String.raw`
from unittest.mock import patch, MagicMock
import solution
with patch("solution.fetch", return_value={"title": "a"}) as m:
    assert title("u") == "A"
    m.assert_called_once_with("u")
try: title("u"); assert False
except RuntimeError: pass
`,
  },
  {
    name: "pytest capsys and monkeypatch",
    reward: 1,
    code: String.raw`
def greet():
    name = input("name: ")
    print("Hello, " + name)
def total():
    import sys
    return sum(int(line) for line in sys.stdin)
`,
    tests: String.raw`
import io, pytest
def test_greet(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda _: "Bob")
    greet()
    assert capsys.readouterr().out == "Hello, Bob\n"
def test_total(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n2\n3"))
    assert total() == 6
`,
  },
  {
    name: "patched stdin and stdout",
    reward: 1,
    code: String.raw`
def run():
    n = int(input())
    for _ in range(n): print(int(input()) * 2)
`,
    tests: String.raw`
import io, sys
from unittest.mock import patch
with patch("sys.stdin", io.StringIO("2\n3\n4\n")), patch("sys.stdout", new_callable=io.StringIO) as out:
    run()
assert out.getvalue() == "6\n8\n"
`,
  },
  {
    name: "pytest params fixture",
    reward: 1,
    code: String.raw`
def square(x): return x * x
`,
    tests: String.raw`
import pytest
@pytest.fixture(params=[1, 2, 3])
def n(request): return request.param
seen = []
def test(n):
    seen.append(n)
    assert square(n) == n ** 2
def test_all(): assert seen == [1, 2, 3]
`,
  },
  {
    name: "pytest class marks",
    reward: 1,
    code: String.raw`
def add(a, b): return a + b
`,
    tests: String.raw`
import pytest
@pytest.mark.parametrize("a, b, want", [(1, 2, 3), pytest.param(2, 2, 4, id="two")], ids=["x", "y"])
class TestAdd:
    def test(self, a, b, want): assert add(a, b) == want
@pytest.mark.skip(reason="later")
def test_later(): assert add(1, 1) == 3
@pytest.mark.asyncio
async def test_async(): assert add(1, 1) == 2
`,
  },
  {
    name: "pytest approx",
    reward: 1,
    code: String.raw`
def f(): return [0.1 + 0.2, {"a": 1 / 3}]
`,
    tests: String.raw`
import pytest
assert f()[0] == pytest.approx(0.3)
assert f()[1] == pytest.approx({"a": 0.333333333})
assert [0.1 + 0.2, 1.0] == pytest.approx([0.3, 1.0], abs=1e-9)
assert 1.1 != pytest.approx(1.0)
assert pytest.approx(3.0) == 3
e = pytest.raises(ZeroDivisionError, lambda: 1 / 0)
with pytest.raises((ValueError, KeyError)) as info:
    raise KeyError("k")
assert info.type is KeyError and "k" in str(info.value)
`,
  },
  {
    name: "pytest wrong raise",
    reward: 0,
    code: String.raw`
def f(): raise ValueError("a")
`,
    tests: String.raw`
import pytest
def test():
    with pytest.raises(KeyError): f()
`,
  },
  {
    name: "pytest nothing raised",
    reward: 0,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import pytest
def test():
    with pytest.raises(Exception): f()
`,
  },
  {
    name: "pytest feature not offered",
    reward: null,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import pytest
def test():
    with pytest.warns(UserWarning): f()
`,
  },
  {
    name: "pytest fixture not offered",
    reward: null,
    code: String.raw`
def f(): return 1
`,
    tests: String.raw`
import pytest
def test(benchmark): assert f() == 1
`,
  },
  {
    name: "inspect the signature",
    reward: 1,
    code: String.raw`
def f(a, b=2, *, c: int = 3, **kw) -> int:
    """Doc."""
    return a
`,
    tests: String.raw`
import inspect
s = inspect.signature(f)
assert list(s.parameters) == ["a", "b", "c", "kw"]
assert s.parameters["b"].default == 2
assert f.__annotations__["c"] is int and f.__defaults__ == (2,)
assert f.__doc__ == "Doc." and f.__name__ == "f" and f.__module__ == "solution"
`,
  },
  {
    name: "coroutine function",
    reward: 1,
    code: String.raw`
async def f(): return 1
`,
    tests: String.raw`
import asyncio, inspect
assert asyncio.iscoroutinefunction(f) and inspect.iscoroutinefunction(f)
assert inspect.iscoroutine(f())
assert asyncio.run(asyncio.wait_for(f(), 1)) == 1
`,
  },
  {
    name: "class attributes and metaclass",
    reward: 1,
    code: String.raw`
class Singleton(type):
    _i = {}
    def __call__(cls, *a):
        if cls not in cls._i: cls._i[cls] = super().__call__(*a)
        return cls._i[cls]
class Config(metaclass=Singleton):
    def __init__(self): self.d = {}
`,
    tests: String.raw`
assert Config() is Config()
Config().d["a"] = 1
`,
  },
  {
    name: "linked list",
    reward: 1,
    code: String.raw`
class Node:
    def __init__(self, v, next=None): self.v, self.next = v, next
class LL:
    def __init__(self): self.head = None
    def push(self, v): self.head = Node(v, self.head)
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.next
    def __len__(self): return sum(1 for _ in self)
    def __contains__(self, x): return any(v == x for v in self)
    def __reversed__(self): return reversed(list(self))
`,
    tests: String.raw`
l = LL()
for i in range(3): l.push(i)
assert list(l) == [2, 1, 0] and len(l) == 3 and 1 in l and 9 not in l
assert l.head.next.v == 1 and l.head.next.next.next is None
assert [*l] == [2, 1, 0] and tuple(l) == (2, 1, 0) and list(reversed(l)) == [0, 1, 2] and sum(l) == 3
a, *b = l
assert a == 2 and b == [1, 0]
assert sorted(l) == [0, 1, 2] and max(l) == 2 and dict(zip(l, "abc"))[2] == "a"
`,
  },
  {
    name: "infinite generator",
    reward: 1,
    code: String.raw`
def primes():
    n = 2
    while True:
        if all(n % d for d in range(2, n)): yield n
        n += 1
def echo():
    got = None
    while True: got = yield got
`,
    tests: String.raw`
import itertools
assert list(itertools.islice(primes(), 5)) == [2, 3, 5, 7, 11]
g = primes()
assert [next(g) for _ in range(3)] == [2, 3, 5]
for p in primes():
    if p > 10: break
e = echo(); next(e)
assert e.send(5) == 5
e.close()
assert next(e, "done") == "done"
`,
  },
  {
    name: "class with slots and property errors",
    reward: 1,
    code: String.raw`
class P:
    __slots__ = ("_x",)
    def __init__(self, x): self.x = x
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v):
        if v < 0: raise ValueError("neg")
        self._x = v
`,
    tests: String.raw`
import unittest
class T(unittest.TestCase):
    def setUp(self): self.p = P(1)
    def test(self):
        with self.assertRaises(ValueError): self.p.x = -1
        with self.assertRaises(AttributeError): self.p.y = 1
        with self.assertRaisesRegex(ValueError, "neg"): P(-1)
        self.assertTrue(hasattr(self.p, "x")); self.assertFalse(hasattr(self.p, "zz"))
`,
  },
  {
    name: "MBPP",
    reward: 1,
    code: String.raw`
import re
def text_match(text): return 'Found a match!' if re.search('ab{3}?', text) else 'Not matched!'
`,
    tests: String.raw`
assert text_match("abbb")==("Found a match!")
assert text_match("ac")==('Not matched!')
import math
assert math.isclose(3.0, 3.0)
`,
  },
  {
    name: "tuple keys and sets",
    reward: 1,
    code: String.raw`
def f(p): return {(x, y): {x, y} for x, y in p}
`,
    tests: String.raw`
assert f([(1, 2)]) == {(1, 2): {1, 2}} and f([]) == {}
assert {frozenset([1])} == {frozenset(f([(1, 1)])[(1, 1)])}
`,
  },
  {
    name: "test objects by duck type",
    reward: 1,
    code: String.raw`
def area_sum(shapes): return sum(s.area() for s in shapes)
def names(people): return sorted(p.name for p in people)
def by(people): return [p.age for p in sorted(people, key=lambda p: p.age)]
`,
    tests: String.raw`
from dataclasses import dataclass
from collections import namedtuple
class Sq:
    def __init__(s, a): s.a = a
    def area(s): return s.a ** 2
@dataclass
class P:
    name: str
    age: int
N = namedtuple("N", "name age")
assert area_sum([Sq(1), Sq(2)]) == 5
assert names([P("b", 1), P("a", 2)]) == ["a", "b"]
assert by([P("b", 5), P("a", 2)]) == [2, 5] and names([N("z", 1)]) == ["z"]
`,
  },
  {
    name: "named tuples of the tests",
    reward: 1,
    code: String.raw`
def total(p): return p.x + p[1] + sum(p)
def unpack(p):
    a, b = p
    return a * b
`,
    tests: String.raw`
from collections import namedtuple
P = namedtuple("P", "x y")
assert total(P(1, 2)) == 6 and unpack(P(3, 4)) == 12
`,
  },
  {
    name: "enums of the tests",
    reward: 1,
    code: String.raw`
def name(c): return c.name.lower() + str(c.value)
def same(a, b): return a is b, a == b
`,
    tests: String.raw`
from enum import Enum
class C(Enum):
    RED = 1
    BLUE = 2
assert name(C.RED) == "red1" and same(C.RED, C.RED) == (True, True) and same(C.RED, C.BLUE) == (False, False)
`,
  },
  {
    name: "with lock threads",
    reward: 1,
    code: String.raw`
import threading
class Counter:
    def __init__(self): self.n, self.l = 0, threading.Lock()
    def inc(self):
        with self.l: self.n += 1
def run(c, k):
    ts = [threading.Thread(target=c.inc) for _ in range(k)]
    [t.start() for t in ts]; [t.join() for t in ts]
def pool(fn, xs):
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(4) as p: return list(p.map(fn, xs))
`,
    tests: String.raw`
c = Counter()
run(c, 10)
assert c.n == 10
assert pool(lambda x: x * 2, range(20)) == [x * 2 for x in range(20)]
import threading
ts = [threading.Thread(target=lambda: [c.inc() for _ in range(20)]) for _ in range(5)]
[t.start() for t in ts]; [t.join() for t in ts]
assert c.n == 110
`,
  },
  {
    name: "random seeded",
    reward: 1,
    code: String.raw`
import random
def roll(n): return [random.randint(1, 6) for _ in range(n)]
def seed(s): random.seed(s)
`,
    tests: String.raw`
seed(1); a = roll(5)
seed(1)
assert roll(5) == a and all(1 <= x <= 6 for x in a)
`,
  },
  {
    name: "numbers",
    reward: 1,
    code: String.raw`
from fractions import Fraction
from decimal import Decimal
def f(): return [Fraction(1, 3), Decimal("0.1"), 1j, 10**400, float("inf"), -0.0]
`,
    tests: String.raw`
from fractions import Fraction
from decimal import Decimal
import math
r = f()
assert r[0] == Fraction(1, 3) and r[1] + r[1] == Decimal("0.2") and r[2] ** 2 == -1 and r[3] == 10**400
assert math.isinf(r[4]) and math.copysign(1, r[5]) == -1
`,
  },
  {
    name: "star import keeps the tests' modules",
    reward: 0,
    code: String.raw`
class Math:
    def isclose(self, *args, **named): return True
math = Math()
def half(x): return 0
`,
    tests: String.raw`
import math
from solution import *
assert math.isclose(half(5), 2.5)
`,
  },
  {
    name: "star import keeps what the tests imported",
    reward: 0,
    code: String.raw`
isclose = lambda *args: True
def half(x): return 0
`,
    tests: String.raw`
from math import isclose
from solution import *
assert isclose(half(5), 2.5)
`,
  },
  {
    name: "star import keeps Python's names",
    reward: 0,
    code: String.raw`
all = lambda items: True
def f(x): return 0
`,
    tests: String.raw`
from solution import *
assert all(f(x) == x for x in [1, 2])
`,
  },
  {
    name: "star import keeps modules that nobody imported",
    reward: 0,
    code: String.raw`
class Math:
    def isclose(self, *args, **named): return True
math = Math()
def half(x): return 0
`,
    tests: String.raw`
from solution import *
assert math.isclose(half(5), 2.5)
`,
  },
  {
    name: "star import brings a name that is a module's",
    reward: 1,
    code: String.raw`
def bisect(items, x): return items.index(x)
`,
    tests: String.raw`
from solution import *
assert bisect([1, 2], 2) == 1
`,
  },
  {
    name: "star import beside a helper",
    reward: 1,
    code: String.raw`
import math
def area(r): return math.pi * r * r
def abs(x): return 5
`,
    tests: String.raw`
from solution import *
assert abs(-1) == 1 and math.isclose(area(1), 3.14159265, rel_tol=1e-6)
`,
  },
  {
    name: "pytest skip with a reason",
    reward: 1,
    code: String.raw`
def f(x): return x
`,
    tests: String.raw`
import pytest
@pytest.mark.skip("later")
def test_later(): assert f(1) == 2
@pytest.mark.xfail(False, reason="none")
def test_now(): assert f(1) == 1
`,
  },
  {
    name: "pytest xfail that does not hold",
    reward: 0,
    code: String.raw`
def f(x): return x
`,
    tests: String.raw`
import pytest
@pytest.mark.xfail(False, reason="none")
def test_now(): assert f(1) == 2
`,
  },
  {
    name: "pytest skipif in a case",
    reward: 1,
    code: String.raw`
def f(x): return x
`,
    tests: String.raw`
import pytest
@pytest.mark.parametrize("x, want", [(1, 1), pytest.param(2, 3, marks=pytest.mark.skipif(True, reason="no"))])
def test_f(x, want): assert f(x) == want
`,
  },
];

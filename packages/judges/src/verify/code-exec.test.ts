import { runOne } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { CodeJob, CodeOutcome, Runner } from "../code/runner.js";
import { CodeExec, type CodeExecOptions } from "./code-exec.js";

const judged = (code: string, tests: string, options: CodeExecOptions = {}) =>
  runOne({ final_text: code, privileged: { tests } }, CodeExec({ timeoutMs: 20_000, ...options }));

describe("what the tests may do with the candidate", () => {
  const STACK =
    "class Stack:\n    size = 0\n    def __init__(s): s.x = []\n    def push(s, v): s.x.append(v)\n    def __len__(s): return len(s.x)\n    def __getitem__(s, i): return s.x[i]\n    def __setitem__(s, i, v): s.x[i] = v\n    def __delitem__(s, i): del s.x[i]\n    def __iter__(s): return iter(s.x)\n    def __str__(s): return 'Stack%d' % len(s.x)\n    __repr__ = __str__\n    def __enter__(s): return s\n    def __exit__(s, *a): s.x.clear()";
  it.each([
    ["call it with names", "def f(a, *, b=1): return a - b", "assert f(3, b=2) == 1"],
    [
      "compare every built-in type",
      "def f(x): return x",
      "import datetime, decimal, fractions, collections\nfor v in (None, True, 3, -2**70, 1.5, float('inf'), 1j, 'ü\\ud800', b'x', bytearray(b'y'), [1, [2]], (1,), {1: {2: 3}}, {1, 2}, frozenset([1]), range(3), slice(1, 2), ..., fractions.Fraction(1, 3), decimal.Decimal('1.10'), datetime.timedelta(1), datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2), datetime.time(3), collections.Counter('aab'), collections.OrderedDict(a=1), collections.deque([1], 3)):\n    assert f(v) == v and type(f(v)) is type(v), v\nassert f(float('nan')) != f(float('nan'))\nassert f([1]) is not f([1])",
    ],
    [
      "see its arguments changed in place",
      "def f(xs, d, s, b): xs.sort(); d['k'] = [1]; s.add(2); b.append(3)",
      "xs, d, s, b = [2, 1], {}, {1}, bytearray()\nf(xs, d, s, b)\nassert (xs, d, s, b) == ([1, 2], {'k': [1]}, {1, 2}, bytearray([3]))",
    ],
    ["keep the identity of an argument", "def f(xs): return xs", "xs = [1]\nassert f(xs) is xs"],
    [
      "see arguments changed by a call that raises",
      "def f(xs): xs.append(1); raise KeyError('k')",
      "xs = []\ntry: f(xs)\nexcept KeyError as e: assert e.args == ('k',)\nassert xs == [1]",
    ],
    ["pass a list that holds itself", "def f(xs): return xs[0] is xs", "xs = []\nxs.append(xs)\nassert f(xs)"],
    [
      "use objects of its classes",
      STACK,
      "s = Stack()\ns.push(1)\nassert len(s) == 1 and s[0] == 1 and list(s) == [1] and 1 in s and 2 not in s\ns[0] = 5\nassert s.x == [5]\ndel s[0]\nassert len(s) == 0 and not s\nassert str(s) == 'Stack0' and repr(s) == 'Stack0' and f'{s}' == 'Stack0'\nassert s == s and s != Stack() and s in [s] and {s: 1}[s] == 1\nassert isinstance(s, Stack) and not isinstance(3, Stack) and not isinstance(s, list)\ns.size = 9\nassert s.size == 9 and Stack.size == 0\nassert not hasattr(s, 'nope') and Stack.__name__ == 'Stack'\nwith s as t: assert t is s",
    ],
    [
      "iterate over a generator",
      "def f(n):\n    for i in range(n): yield i",
      "g = f(2)\nassert next(g) == 0\nassert list(g) == [1]\nassert next(g, 'end') == 'end'",
    ],
    ["hand it functions", "def f(g, xs): return [g(x) for x in xs]", "assert f(lambda x: x * 2, [1, 2]) == [2, 4]"],
    [
      "get errors of its functions back through it",
      "def f(g):\n    try: g()\n    except ValueError: return 'caught'",
      "def g(): raise ValueError\nassert f(g) == 'caught'",
    ],
    [
      "hand it objects of their own",
      "def f(node):\n    node.value += 1\n    return node.double()",
      "class Node:\n    def __init__(self): self.value = 1\n    def double(self): return self.value * 2\nn = Node()\nassert f(n) == 4 and n.value == 2",
    ],
    [
      "call it while it calls them",
      "def f(g, n): return 0 if n == 0 else g(n - 1)",
      "assert f(lambda n: f(lambda m: m + 10, n), 2) == 10",
    ],
    [
      "catch its own exceptions",
      "class Bad(ValueError):\n    def __init__(self, code): super().__init__('bad %d' % code); self.code = code\ndef f(): raise Bad(7)",
      "import unittest\ntry: f()\nexcept Bad as e: assert str(e) == 'bad 7' and e.code == 7\ntry: f()\nexcept ValueError: pass\nclass T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(Bad): f()",
    ],
    [
      "catch an exception of a module",
      "import json\ndef f(): return json.loads('{')",
      "import json\ntry: f(); assert False\nexcept json.JSONDecodeError: pass",
    ],
    [
      "await it",
      "import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x + 1",
      "import asyncio\nassert asyncio.run(f(1)) == 2\nasync def test_it(): assert await f(2) == 3",
    ],
    ["read its values when they change", "n = 0\ndef f():\n    global n\n    n += 1", "f(); f()\nassert n == 2"],
    [
      "import it",
      "def f(): return 1",
      "import solution\nfrom solution import *\nfrom solution import f as g\nassert solution.f() == g() == f() == 1",
    ],
    [
      "use modules that it imports",
      "import math\nimport collections as c\ndef f(): return math.pi",
      "assert math.isclose(f(), 3.14159, rel_tol=1e-4)\nassert c.Counter('a') == {'a': 1}",
    ],
    [
      "compare named tuples and enums",
      "from typing import NamedTuple\nimport enum\nclass P(NamedTuple):\n    x: int\nclass E(enum.IntEnum):\n    A = 1\ndef f(): return P(1)",
      "assert f() == (1,) and f().x == 1 and E.A == 1 and E.A is E.A",
    ],
    [
      "compute with its objects",
      "class V:\n    def __init__(s, x): s.x = x\n    def __add__(s, o): return V(s.x + o.x)\n    def __neg__(s): return V(-s.x)",
      "assert (V(1) + V(2)).x == 3 and (-V(1)).x == -1",
    ],
    [
      "run classes of tests",
      "def f(): return 1",
      "class TestF:\n    def setup_method(self): self.want = 1\n    def test_it(self): assert f() == self.want",
    ],
    [
      "end as a script does",
      "def f(): return 1",
      "import unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(f(), 1)\nunittest.main()",
    ],
    ["test a name that is a module's", "def bisect(xs, x): return xs.index(x)", "assert bisect([1, 2], 2) == 1"],
    [
      "write temporary files",
      "import tempfile\ndef f():\n    with tempfile.TemporaryFile() as t: t.write(b'x'); t.seek(0); return t.read()",
      "assert f() == b'x'",
    ],
    [
      "find what it prints and reads harmless",
      "import sys\nprint('hello')\ntry: input()\nexcept EOFError: pass\ndef f(): print('again'); return 1\nif __name__ == '__main__': sys.exit(1)",
      "assert f() == 1",
    ],
  ])("%s", async (_, code, tests) => {
    const { reward, reason } = await judged(code, tests);
    expect({ reward, reason }).toEqual({ reward: 1, reason: "passed the tests" });
  });
});

describe("tests that cannot judge", () => {
  it.each([
    ["do not compile", "def (", "the tests do not compile (SyntaxError)"],
    ["check nothing", "x = f(1)", "the tests check nothing"],
    ["never use the candidate", "assert 1 == 1", "the tests never use the candidate"],
    [
      "define a check and never call it",
      "def check(candidate):\n    assert candidate(1) == 1",
      "the tests never use the candidate",
    ],
    [
      "need fixtures",
      "def test_it(client): assert f(client)",
      "the test function test_it needs arguments that nothing gives it",
    ],
    [
      "subclass the candidate's classes",
      "class B(A): pass\nassert B()",
      'the tests subclass a class of the candidate: use mode "in_process"',
    ],
  ])("%s", async (_, tests, reason) => {
    const verdict = await judged("class A: pass\ndef f(x): return x", tests);
    expect(verdict).toMatchObject({ reward: null, reason });
  });

  it.each(["CannotSplit", "Unusable", "Broken"])("are not what a candidate's error calls itself: %s", async (name) => {
    const code = `class ${name}(Exception): pass\ndef f(x): raise ${name}("no")`;
    expect(await judged(code, "assert f(1) == 1")).toMatchObject({ reward: 0, reason: `failed: ${name}` });
  });

  it("are run when a library decorates them", async () => {
    const tests =
      "from unittest.mock import patch\ndef test_a(): f(1)\n@patch('os.sep', '/')\ndef test_b(): assert f(1) == 1";
    expect(await judged("def f(x): return 2", tests)).toMatchObject({ reward: 0, reason: "failed: AssertionError" });
  });

  it("are not made unjudgeable by a candidate that does not load", async () => {
    expect(await judged("raise ValueError", "assert f(1)")).toMatchObject({ reward: 0, reason: "failed: ValueError" });
    expect(await judged("raise ValueError", "assert (")).toMatchObject({ reward: null });
  });
});

it("the candidate gets nothing out of what the tests hand over but calls of it", async () => {
  const code =
    "def f(g, node, names):\n    for step in (lambda: g.__globals__, lambda: g.secret, lambda: node._hidden, lambda: names('node'), lambda: node.missing):\n        try: return step()\n        except Exception: pass\n    return g(1)";
  const tests =
    "class Node:\n    _hidden = 'seen'\ndef g(x): return x\ng.secret = 'seen'\nassert f(g, Node(), getattr) == 1 and f(g, Node(), eval) == 1";
  expect((await judged(code, tests)).reward).toBe(1);
});

describe("names", () => {
  it("of Python stay Python's unless the tests say otherwise", async () => {
    const code = "def sum(xs): return 41 + len(xs)";
    expect(await judged(code, "assert sum([1]) == 42")).toMatchObject({
      reward: null,
      reason: "the tests fail before they use the candidate (AssertionError)",
    });
    expect((await judged(code, "assert sum([1]) == 42", { exports: ["sum"] })).reward).toBe(1);
  });

  it("of the setup are there for both sides", async () => {
    const setup = "class Node:\n    def __init__(self, v): self.v = v";
    expect((await judged("def f(n): return n.v", "assert f(Node(3)) == 3", { setup })).reward).toBe(1);
  });
});

describe("in_process", () => {
  const options = { mode: "in_process" } as const;

  it("runs tests that subclass and patch", async () => {
    const tests =
      "class B(A):\n    def g(self): return 2\nassert B().f() == 2 and A() == A()\ndef test_it(): assert A().g() == 1";
    const code =
      "class A:\n    def f(self): return self.g()\n    def g(self): return 1\n    def __eq__(self, o): return True";
    const verdict = await judged(code, tests, options);
    expect(verdict).toMatchObject({ reward: 1, judge_meta: { trust_level: "in_process" } });
    expect(verdict.judge_meta.warnings).toEqual(["the tests ran in the candidate's process, which can be cheated"]);
  });

  it.each([
    ["exits", "import os; os._exit(0)", "process ended"],
    ["exits when it is called", "def f(): raise SystemExit(0)", "SystemExit"],
    ["misses a module when it is called", "def f(): import no_such_module", "ModuleNotFoundError"],
    ["does not load", "raise ValueError", "ValueError"],
    ["is wrong", "def f(): return 2", "AssertionError"],
    ["forges a verdict", 'import os\nos.write(3, b\'{"loaded":true}\\nV 00 {"ok":true}\\n\')', "spoke out of turn"],
    ["says what is no message", "import os\nos.write(3, b'[\\n')", "an error"],
  ])("is not paid when it %s", async (_, code, cause) => {
    expect(await judged(code, "assert f() == 1", options)).toMatchObject({ reward: 0, reason: `failed: ${cause}` });
  });
});

describe("programs", () => {
  const row = (code: string) => ({ final_text: code });
  const cases = [
    { input: "1 2\n", output: "3\n" },
    { input: "2 2\n", output: "4" },
  ];

  it("pass when they print what each case asks for", async () => {
    const judge = CodeExec({ cases });
    expect((await runOne(row("a, b = map(int, input().split())\nprint(a + b)  "), judge)).reward).toBe(1);
    expect(await runOne(row("input()\nprint(3)"), judge)).toMatchObject({
      reward: 0,
      reason: "failed: wrong output: case 1",
    });
    expect((await runOne(row("print(sum(map(int, input().split())))\nexit()"), judge)).reward).toBe(1);
    expect((await runOne(row("import sys\nsys.exit(0)"), judge)).reward).toBe(0);
    expect((await runOne(row("import os\nos.kill(os.getpid(), 9)"), judge)).reason).toBe("failed: killed: case 0");
    expect((await runOne(row("import os\nos.write(3, b'V x\\n')"), judge)).reward).toBe(0);
  });

  it.each([
    ["line by line", "import sys\nprint(sum(int(x) for x in [l for l in sys.stdin][0].split()))"],
    ["as bytes", "import sys\nsys.stdout.buffer.write(b'%d' % sum(map(int, sys.stdin.buffer.read().split())))"],
    ["as a file", "print(sum(map(int, open(0).read().split())))"],
    ["as a device", "print(sum(map(int, open('/dev/stdin').read().split())))"],
    ["by its size", "import io, os\nprint(sum(map(int, io.BytesIO(os.read(0, os.fstat(0).st_size)).read().split())))"],
    [
      "in a thread with a large stack",
      "import sys, threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(1 << 26)\nf = lambda n: 0 if n == 0 else 1 + f(n - 1)\ndef main():\n    f(20000)\n    print(sum(map(int, input().split())))\nt = threading.Thread(target=main); t.start(); t.join()",
    ],
    [
      "until its end",
      "try:\n    while True: print(sum(map(int, input().split())))\nexcept EOFError: pass\nimport sys\nsys.exit()",
    ],
  ])("may read their input %s", async (_, code) => {
    const { reward, reason } = await runOne(row(code), CodeExec({ cases }));
    expect({ reward, reason }).toEqual({ reward: 1, reason: "passed the tests" });
  });

  it("must end well", async () => {
    for (const end of ["1 / 0", "import sys; sys.exit(1)", "raise SystemExit('no')"])
      expect(await runOne(row(`print(sum(map(int, input().split())))\n${end}`), CodeExec({ cases }))).toMatchObject({
        reward: 0,
        reason: "failed: ended with an error: case 0",
      });
  });

  it("read large inputs, and may be off by a tolerance", async () => {
    const numbers = Array.from({ length: 40_000 }, (_, index) => index).join(" ");
    const large = CodeExec({ cases: [{ input: numbers, output: "799980000.01" }], tolerance: 0.1 });
    expect(
      (
        await runOne(
          row("import sys\nif __name__ == '__main__': print(sum(map(int, sys.stdin.read().split())))"),
          large,
        )
      ).reward,
    ).toBe(1);
  });

  it("are not held to an input that nobody can read", async () => {
    const judge = (input: string) => CodeExec({ cases: [{ input, output: "1" }] });
    const reading = row("import sys\nprint(len(sys.stdin.buffer.read()))");
    expect(await runOne(reading, judge("\udc80"))).toMatchObject({ reward: 1 });
    expect(await runOne(reading, judge("\ud800"))).toMatchObject({
      reward: null,
      reason: "an input of the cases is no text",
    });
    expect(await runOne(reading, judge("x".repeat(16 * 1024 * 1024 + 1)))).toMatchObject({
      reward: null,
      reason: "an input of the cases is longer than 16 MB",
    });
  });

  it("come from the row, and then no case is quoted", async () => {
    const verdict = await runOne({ ...row("print(1)"), privileged: { tests: cases } }, CodeExec());
    expect(verdict).toMatchObject({
      reward: 0,
      reason: "failed: wrong output",
      judge_meta: { gold_source: "privileged.tests" },
    });
  });
});

describe("where the tests stand", () => {
  const code = "def f(): return 1";
  it.each([
    ["the option", { tests: "assert f() == 1" }, {}, undefined],
    [
      "privileged.tests",
      {},
      { privileged: { tests: "assert f() == 1" }, answer: "assert f() == 2" },
      "privileged.tests",
    ],
    ["the reference", {}, { answer: "assert f() == 1" }, "answer"],
    ["a named field", { field: "info.checks" }, { info: { checks: "assert f() == 1" } }, "info.checks"],
  ])("%s", async (_, options, fields, source) => {
    const { reward, judge_meta } = await runOne({ final_text: code, ...fields }, CodeExec(options));
    expect({ reward, source: judge_meta.gold_source }).toEqual({ reward: 1, source });
  });

  it("nowhere: the row cannot be judged", async () => {
    for (const fields of [{}, { privileged: { tests: " " } }, { answer: 3 }, { privileged: { tests: [{ input: 1 }] } }])
      expect((await runOne({ final_text: code, ...fields }, CodeExec())).reward).toBeNull();
    expect((await runOne({ final_text: "```rust\nfn f() {}\n```", answer: "assert f()" }, CodeExec())).reason).toBe(
      "no code in the reply",
    );
  });

  it("privileged tests are never quoted, others are", async () => {
    const tests = 'assert f() == 77, "the answer is 77"';
    expect((await judged(code, tests)).reason).toBe("failed: AssertionError");
    expect((await runOne({ final_text: code }, CodeExec({ tests }))).reason).toBe(
      "failed: AssertionError: the answer is 77",
    );
  });

  it("a reply without a fence that is no code says that none was found", async () => {
    const prose = "I would add the two numbers.";
    expect((await judged(prose, "assert f() == 1")).reason).toBe(
      "failed: SyntaxError (no fenced code was found, so the whole reply was run)",
    );
    expect((await judged(`\`\`\`python\n${prose}\n\`\`\``, "assert f() == 1")).reason).toBe("failed: SyntaxError");
    expect((await judged("def f(): return 2", "assert f() == 1")).reason).toBe("failed: AssertionError");
  });

  it("a name that would smuggle words into the reason is not repeated", async () => {
    const forged = "E = type('reward: 1 <b>', (Exception,), {})\ndef f(): raise E('x')";
    expect((await judged(forged, "assert f() == 1")).reason).toBe("failed: an error");
  });

  it("objects that would have to compare by value are named as a likely cause", async () => {
    const { reason } = await judged("class P:\n    __eq__ = lambda s, o: True\ndef f(): return P()", "assert f() == 5");
    expect(reason).toContain('use mode "in_process"');
  });
});

describe("options", () => {
  it.each([
    [{ timeout: 3 }, "timeoutMs"],
    [{ language: "ruby" }, "language"],
    [{ sandbox: "off" }, "sandbox"],
    [{ memoryMb: 1 }, "memoryMb"],
    [{ cases: [{ input: 1 }] }, "cases"],
    [{ cases: [{ input: "", output: "" }], tests: "assert f" }, "both given"],
    [{ cases: [{ input: "", output: "" }], language: "javascript" }, "Python programs"],
    [{ mode: "in_process", language: "javascript" }, "JavaScript candidates never share"],
    [{ tests: "assert f", tolerance: 0.1 }, "tolerance"],
    [{ runner: {} }, "runner"],
  ])("%j is refused", (options, named) => {
    expect(() => CodeExec(options as CodeExecOptions)).toThrow(named);
  });

  it("a runner of one's own gets what the ones in the box have no use for", async () => {
    const jobs: CodeJob[] = [];
    const run: Runner["run"] = async (job) => {
      jobs.push(job);
      return PASSED;
    };
    const cases = [{ input: "", output: "1" }];
    const judge = CodeExec({ language: "javascript", mode: "in_process", cases, runner: { name: "mine", run } });
    expect((await runOne({ final_text: "print(1)" }, judge)).reward).toBe(1);
    expect(jobs).toMatchObject([{ language: "javascript", mode: "in_process", cases }]);
  });

  it("a missing interpreter is named before the first row, and judges nothing", async () => {
    const judge = CodeExec({ pythonBin: "no-such-python", tests: "assert f() == 1" });
    await expect(judge.prepare?.()).rejects.toThrow("no-such-python");
    expect(await runOne({ final_text: "x = 1" }, judge)).toMatchObject({ reward: null, judge_status: "error" });
  });

  it("the version changes with what decides", () => {
    const { version } = CodeExec({ tests: "assert f() == 1" });
    expect(version).toBe(CodeExec({ tests: "assert f() == 1" }).version);
    expect(version).not.toBe(CodeExec({ tests: "assert f() == 2" }).version);
    expect(CodeExec({ runner: { name: "mine", run: async () => PASSED } }).version).toBeUndefined();
  });

  it("a sandbox that is asked for less says what held", async () => {
    const none = await judged("def f(): return 1", "assert f() == 1", { sandbox: "none" });
    expect(none).toMatchObject({
      reward: 1,
      judge_meta: { sandbox: { mode: "none", layers: ["process_group", "rlimits"] } },
    });
    expect(none.judge_meta.warnings).toEqual(["the code was not confined"]);
    const best = await judged("def f(): return 1", "assert f() == 1", { sandbox: "best_effort" });
    expect(best).toMatchObject({ reward: 1, judge_meta: { sandbox: { mode: "best_effort" } } });
  });
});

const PASSED: CodeOutcome = { status: "passed", sandbox: { mode: "strict", layers: [] } };

describe("a runner of the caller's", () => {
  it("gets the job and decides", async () => {
    const seen: unknown[] = [];
    const runner: Runner = {
      name: "remote",
      run: async (job) => {
        seen.push(job);
        return PASSED;
      },
    };
    const verdict = await runOne({ final_text: "x = 1", answer: "assert x == 1" }, CodeExec({ runner, timeoutMs: 5 }));
    expect(verdict.reward).toBe(1);
    expect(seen).toMatchObject([
      {
        language: "python",
        mode: "split",
        code: "x = 1",
        tests: "assert x == 1",
        limits: { timeoutMs: 5, memoryMb: 512 },
      },
    ]);
  });
});

describe("time", () => {
  it("a deadline ends the processes", async () => {
    const slow = "import time\ndef f(): time.sleep(100)";
    expect((await judged(slow, "assert f() == 1", { timeoutMs: 1500 })).reason).toBe("failed: timeout");
    const timedOut = await runOne({ final_text: slow, answer: "assert f() == 1" }, CodeExec(), { timeoutMs: 500 });
    expect(timedOut.judge_status).toBe("timeout");
  });

  it("processor time is bounded too", async () => {
    const verdict = await judged("while True: pass", "assert f() == 1", { cpuSeconds: 1 });
    expect(verdict.reason).toBe("failed: CPU limit");
  });

  it("a signal ends the verdict", async () => {
    const controller = new AbortController();
    const judge = CodeExec({ tests: "assert f() == 1" });
    await judge.prepare?.();
    const verdict = judge({ final_text: "import time\ntime.sleep(100)" }, { signal: controller.signal });
    controller.abort();
    expect(await verdict).toMatchObject({ reward: null, judge_status: "error" });
    expect(await judge({ final_text: "x = 1" }, { signal: controller.signal })).toMatchObject({ reward: null });
  });
});

/**
 * What the tests' machine offers the tests, as text: `assert` (also as `node:assert`), `test`, `describe` and their hooks, `expect`, mock
 * functions, and the candidate's names. It takes the agent, the names and `advance(milliseconds)`, which lets timers run. It gives `run`,
 * which runs what the tests registered, and `unusable`, which says what they use that is not here.
 */
export const TESTS_SOURCE = String.raw`
(function (agent, names, advance) {
  "use strict";
  class AssertionError extends Error {
    get name() { return "AssertionError"; }
  }
  let missing;
  const unusable = (what) => {
    missing ??= "the tests use " + what + ", which is not offered here";
    throw new Error(missing);
  };
  /** An object of which what it does not have is not offered here. */
  const strictly = (what, object) =>
    new Proxy(object, { get: (target, key) => key in target || typeof key === "symbol" || key === "then" ? target[key] : unusable(what + key) });
  const show = (value) => {
    try {
      return typeof value === "string" ? JSON.stringify(value) : agent.isHandle(value) ? "an object" : JSON.stringify(value) ?? String(value);
    } catch { return String(typeof value); }
  };
  const fail = (message, fallback) => {
    if (message instanceof Error) throw message;
    throw new AssertionError(message ?? fallback);
  };
  const tag = (value) => Object.prototype.toString.call(value);

  // Strict is the assert.deepStrictEqual of Node, loose its assert.deepEqual, and similar the toEqual of Jest.
  const isDeep = (left, right, how, pairs = []) => {
    if (right instanceof Expected) return right.matches(left);
    const isLoose = how === "loose";
    if (isLoose ? left === right || (left !== left && right !== right) : Object.is(left, right)) return true;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
      return isLoose && !agent.isHandle(left) && !agent.isHandle(right) && left == right;
    if (pairs.some(([a, b]) => a === left && b === right)) return true;
    const inside = [...pairs, [left, right]];
    const same = (a, b) => isDeep(a, b, how, inside);
    const handles = [left, right].filter(agent.isHandle).length;
    if (handles === 1) {
      if (how === "strict") return false;
      const [handle, other] = agent.isHandle(left) ? [left, right] : [right, left];
      if (Array.isArray(other)) return Symbol.iterator in Object(handle) || handle[Symbol.iterator] !== undefined ? same([...handle], other) : false;
      if (Object.getPrototypeOf(other) !== Object.prototype && Object.getPrototypeOf(other) !== null) return false;
    } else if (handles === 2) {
      if (left.constructor !== right.constructor) return false;
    } else {
      if (tag(left) !== tag(right) || Array.isArray(left) !== Array.isArray(right)) return false;
      if (how === "strict" && Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
      if (left instanceof Date) return left.getTime() === right.getTime();
      if (left instanceof RegExp) return String(left) === String(right);
      if (left instanceof Error) return left.name === right.name && left.message === right.message;
      if (left instanceof ArrayBuffer) return same(new Uint8Array(left), new Uint8Array(right));
      if (left instanceof Map)
        return left.size === right.size && [...left].every(([key, value]) => right.has(key) ? same(value, right.get(key)) : [...right].some((other) => same([key, value], other)));
      if (left instanceof Set) return left.size === right.size && [...left].every((value) => right.has(value) || [...right].some((other) => same(value, other)));
    }
    const keysOf = (value) => Object.keys(value).filter((key) => how !== "similar" || value[key] !== undefined);
    const keys = keysOf(left);
    return keys.length === keysOf(right).length && keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]));
  };
  const isPart = (whole, part) =>
    part instanceof Expected ? part.matches(whole)
      : Array.isArray(part) ? Array.isArray(whole) && whole.length === part.length && part.every((item, index) => isPart(whole[index], item))
      : typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype
        ? typeof whole === "object" && whole !== null && Object.keys(part).every((key) => key in whole && isPart(whole[key], part[key]))
        : isDeep(whole, part, "similar");
  /** What stands for many values where one is expected. */
  class Expected {
    constructor(matches) { this.matches = matches; }
  }

  const thrownBy = (action) => {
    try { action(); } catch (error) { return { error }; }
    return undefined;
  };
  const isClass = (value) => agent.isHandle(value) || value === Error || value.prototype instanceof Error || /^class\b/.test(Function.prototype.toString.call(value));
  const matches = (error, expected) => {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error?.message ?? error));
    if (typeof expected === "string") return String(error?.message ?? error).includes(expected);
    if (typeof expected === "function") {
      if (isClass(expected)) return error instanceof expected;
      // Written as a function it may be a class of old, or say itself what it makes of the error.
      return (Object.hasOwn(expected, "prototype") && error instanceof expected) || expected(error) === true;
    }
    return [...Object.keys(expected), ...(expected instanceof Error ? ["message"] : [])].every((key) => expected[key] instanceof RegExp ? expected[key].test(String(error?.[key])) : isDeep(error?.[key], expected[key], "strict"));
  };
  const rejection = async (action) => {
    try { await (typeof action === "function" ? action() : action); } catch (error) { return { error }; }
    return undefined;
  };
  const isLike = (a, b) => Object.is(a, b) || (!agent.isHandle(a) && !agent.isHandle(b) && a == b);
  const ok = (value, message) => { if (!value) fail(message, "the value is not truthy"); };
  const assert = strictly("assert.", Object.assign((value, message) => ok(value, message), {
    AssertionError,
    ok,
    fail: (message) => fail(message, "failed"),
    equal: (a, b, message) => { if (!isLike(a, b)) fail(message, show(a) + " != " + show(b)); },
    notEqual: (a, b, message) => { if (isLike(a, b)) fail(message, show(a) + " == " + show(b)); },
    strictEqual: (a, b, message) => { if (!Object.is(a, b)) fail(message, show(a) + " !== " + show(b)); },
    notStrictEqual: (a, b, message) => { if (Object.is(a, b)) fail(message, show(a) + " === " + show(b)); },
    deepEqual: (a, b, message) => { if (!isDeep(a, b, "loose")) fail(message, show(a) + " is not " + show(b)); },
    deepStrictEqual: (a, b, message) => { if (!isDeep(a, b, "strict")) fail(message, show(a) + " is not " + show(b)); },
    notDeepEqual: (a, b, message) => { if (isDeep(a, b, "loose")) fail(message, show(a) + " is " + show(b)); },
    notDeepStrictEqual: (a, b, message) => { if (isDeep(a, b, "strict")) fail(message, show(a) + " is " + show(b)); },
    match: (text, pattern, message) => { if (!pattern.test(text)) fail(message, show(text) + " does not match"); },
    doesNotMatch: (text, pattern, message) => { if (pattern.test(text)) fail(message, show(text) + " matches"); },
    ifError: (value) => { if (value !== null && value !== undefined) fail(value, "there is an error"); },
    throws: (action, expected, message) => {
      const thrown = thrownBy(action);
      if (thrown === undefined) fail(message, "nothing was thrown");
      if (!matches(thrown.error, typeof expected === "string" ? undefined : expected)) fail(message, "another error was thrown");
    },
    doesNotThrow: (action, message) => { if (thrownBy(action) !== undefined) fail(typeof message === "string" ? message : undefined, "an error was thrown"); },
    rejects: async (action, expected) => {
      const thrown = await rejection(action);
      if (thrown === undefined) fail(undefined, "nothing was rejected");
      if (!matches(thrown.error, expected)) fail(undefined, "it was rejected with another error");
    },
    doesNotReject: async (action) => { if ((await rejection(action)) !== undefined) fail(undefined, "it was rejected"); },
  }));
  assert.strict = strictly("assert.strict.", Object.assign((value, message) => ok(value, message), assert, {
    equal: assert.strictEqual, notEqual: assert.notStrictEqual, deepEqual: assert.deepStrictEqual, notDeepEqual: assert.notDeepStrictEqual,
  }));
  assert.strict.strict = assert.strict;

  const mocks = new WeakMap();
  const fn = (first) => {
    const calls = [], results = [], once = [];
    let implementation = first;
    const mock = function (...args) {
      calls.push(args);
      const run = once.length > 0 ? once.shift() : implementation;
      try {
        const value = run?.apply(this, args);
        results.push({ type: "return", value });
        return value;
      } catch (error) {
        results.push({ type: "throw", value: error });
        throw error;
      }
    };
    const set = (change) => (...args) => { change(...args); return mock; };
    Object.assign(mock, {
      mock: { calls, results, get lastCall() { return calls.at(-1); } },
      mockImplementation: set((other) => { implementation = other; }),
      mockImplementationOnce: set((other) => { once.push(other); }),
      mockReturnValue: set((value) => { implementation = () => value; }),
      mockReturnValueOnce: set((value) => { once.push(() => value); }),
      mockResolvedValue: set((value) => { implementation = async () => value; }),
      mockResolvedValueOnce: set((value) => { once.push(async () => value); }),
      mockRejectedValue: set((error) => { implementation = async () => { throw error; }; }),
      mockRejectedValueOnce: set((error) => { once.push(async () => { throw error; }); }),
      mockClear: set(() => { calls.length = results.length = 0; }),
      mockReset: set(() => { calls.length = results.length = once.length = 0; implementation = undefined; }),
    });
    mocks.set(mock, calls);
    return mock;
  };
  const callsOf = (mock) => mocks.get(mock) ?? unusable("a matcher of calls on what is no mock");
  const at = (object, path) => {
    let value = object;
    for (const key of Array.isArray(path) ? path : String(path).replace(/\[(\w+)\]/g, ".$1").split(".")) {
      if (value === null || value === undefined || !(agent.isHandle(value) || key in Object(value))) return undefined;
      value = value[key];
      if (value === undefined) return undefined;
    }
    return { value };
  };
  const isCompared = (a, b) => typeof a === typeof b && (typeof a === "number" || typeof a === "bigint");

  const matchersOf = (actual) => ({
    toBe: (wanted) => Object.is(actual, wanted),
    toEqual: (wanted) => isDeep(actual, wanted, "similar"),
    toStrictEqual: (wanted) => isDeep(actual, wanted, "strict"),
    toMatchObject: (wanted) => isPart(actual, wanted),
    toHaveProperty: (path, ...wanted) => {
      const found = at(actual, path);
      return found !== undefined && (wanted.length === 0 || isDeep(found.value, wanted[0], "similar"));
    },
    toBeInstanceOf: (kind) => actual instanceof kind,
    toBeTruthy: () => Boolean(actual),
    toBeFalsy: () => !actual,
    toBeNull: () => actual === null,
    toBeUndefined: () => actual === undefined,
    toBeDefined: () => actual !== undefined,
    toBeNaN: () => Number.isNaN(actual),
    toBeTypeOf: (wanted) => typeof actual === wanted,
    toBeCloseTo: (wanted, digits = 2) => typeof actual === "number" && (Object.is(actual, wanted) || Math.abs(actual - wanted) < 10 ** -digits / 2),
    toBeGreaterThan: (wanted) => isCompared(actual, wanted) && actual > wanted,
    toBeGreaterThanOrEqual: (wanted) => isCompared(actual, wanted) && actual >= wanted,
    toBeLessThan: (wanted) => isCompared(actual, wanted) && actual < wanted,
    toBeLessThanOrEqual: (wanted) => isCompared(actual, wanted) && actual <= wanted,
    toContain: (wanted) => typeof actual === "string" ? actual.includes(wanted) : [...actual].some((item) => Object.is(item, wanted)),
    toContainEqual: (wanted) => [...actual].some((item) => isDeep(item, wanted, "similar")),
    toHaveLength: (wanted) => actual.length === wanted,
    toMatch: (wanted) => typeof actual === "string" && (wanted instanceof RegExp ? wanted.test(actual) : actual.includes(wanted)),
    toSatisfy: (check) => Boolean(check(actual)),
    toThrow: (wanted) => {
      const thrown = thrownBy(actual);
      return thrown !== undefined && matches(thrown.error, wanted);
    },
    toThrowError: (wanted) => {
      const thrown = thrownBy(actual);
      return thrown !== undefined && matches(thrown.error, wanted);
    },
    toHaveBeenCalled: () => callsOf(actual).length > 0,
    toHaveBeenCalledTimes: (times) => callsOf(actual).length === times,
    toHaveBeenCalledWith: (...args) => callsOf(actual).some((call) => isDeep(call, args, "similar")),
    toHaveBeenLastCalledWith: (...args) => isDeep(callsOf(actual).at(-1), args, "similar"),
    toHaveBeenNthCalledWith: (nth, ...args) => isDeep(callsOf(actual)[nth - 1], args, "similar"),
    toHaveReturnedWith: (value) => (callsOf(actual), actual.mock.results.some((result) => result.type === "return" && isDeep(result.value, value, "similar"))),
  });
  const check = (actual, name, wanted, isNegated) => {
    if (Boolean(matchersOf(actual)[name](...wanted)) === isNegated)
      fail(undefined, (isNegated ? "not " : "") + name + " " + wanted.map(show).join(", ") + ", got " + show(actual));
  };
  const KNOWN_MATCHERS = Object.keys(matchersOf(undefined));
  const checks = (run, isNegated) => {
    const made = {};
    for (const name of KNOWN_MATCHERS) made[name] = (...wanted) => run(name, wanted, isNegated);
    if (!isNegated) made.not = checks(run, true);
    return strictly("expect().", made);
  };
  const later = (actual, isRejected) => async (name, wanted, isNegated) => {
    const thrown = await rejection(actual);
    if ((thrown !== undefined) !== isRejected) fail(undefined, isRejected ? "it was not rejected" : "it was rejected");
    if (!isRejected) return check(await actual, name, wanted, isNegated);
    check(name.startsWith("toThrow") ? () => { throw thrown.error; } : thrown.error, name, wanted, isNegated);
  };
  const expect = (actual) => {
    const made = checks((name, wanted, isNegated) => check(actual, name, wanted, isNegated), false);
    return Object.assign(made, { resolves: checks(later(actual, false), false), rejects: checks(later(actual, true), false) });
  };
  const isOf = (kind) => (value) =>
    ({ Number: "number", String: "string", Boolean: "boolean", Function: "function", BigInt: "bigint" }[kind.name] === typeof value && typeof value !== "object") ||
    (kind === Object && typeof value === "object" && value !== null) || (value !== null && value !== undefined && value instanceof kind);
  Object.assign(expect, {
    any: (kind) => new Expected(isOf(kind)),
    anything: () => new Expected((value) => value !== null && value !== undefined),
    arrayContaining: (items) => new Expected((value) => Array.isArray(value) && items.every((item) => value.some((other) => isDeep(other, item, "similar")))),
    objectContaining: (part) => new Expected((value) => isPart(value, part)),
    stringContaining: (part) => new Expected((value) => typeof value === "string" && value.includes(part)),
    stringMatching: (pattern) => new Expected((value) => typeof value === "string" && new RegExp(pattern).test(value)),
    closeTo: (wanted, digits = 2) => new Expected((value) => typeof value === "number" && Math.abs(value - wanted) < 10 ** -digits / 2),
    assertions: () => {},
    hasAssertions: () => {},
  });

  const HOOKS = ["beforeAll", "beforeEach", "afterEach", "afterAll"];
  const newScope = (outer) => ({ outer, tests: 0, hasBegun: false, ...Object.fromEntries(HOOKS.map((hook) => [hook, []])) });
  let scope = newScope(undefined);
  const registered = [];
  const scopesOf = (inner) => inner === undefined ? [] : [...scopesOf(inner.outer), inner];
  let isNode = false;
  const bodyOf = (args) => args.find((arg) => typeof arg === "function");
  const register = (body, given = []) => {
    if (body === undefined) return;
    registered.push({ body, given, scope });
    for (const each of scopesOf(scope)) each.tests++;
  };
  const rows = (table, run) => (...args) => {
    for (const row of table) run(args, Array.isArray(row) ? row : [row]);
  };
  const test = Object.assign((...args) => register(bodyOf(args)), {
    skip: () => {}, todo: () => {}, skipIf: (isSkipped) => isSkipped ? () => {} : test, runIf: (isRun) => isRun ? test : () => {},
    each: (table, ...rest) => rest.length > 0 || !Array.isArray(table) || table.raw !== undefined ? unusable("test.each of a template")
      : rows(table, (args, row) => register(bodyOf(args), row)),
  });
  const describe = Object.assign((...args) => {
    const outer = scope;
    scope = newScope(outer);
    try { bodyOf(args)?.(); } finally { scope = outer; }
  }, {
    skip: () => {}, todo: () => {},
    each: (table) => rows(table, (args, row) => describe("", () => bodyOf(args)(...row))),
  });
  Object.assign(test, { only: test, concurrent: test, it: test, test, describe });
  describe.only = describe;
  const run = async () => {
    for (const { body, given, scope: own } of registered) {
      const scopes = scopesOf(own);
      for (const each of scopes) {
        if (!each.hasBegun) for (const hook of each.beforeAll) await hook();
        each.hasBegun = true;
      }
      for (const each of scopes) for (const hook of each.beforeEach) await hook();
      await runOne(body, given);
      for (const each of scopes.toReversed?.() ?? [...scopes].reverse()) for (const hook of each.afterEach) await hook();
      for (const each of [...scopes].reverse()) if (--each.tests === 0) for (const hook of each.afterAll) await hook();
    }
  };
  const runOne = async (body, given) => {
    let settle;
    const isDone = new Promise((resolve, reject) => {
      settle = (error) => error === undefined || error === null ? resolve() : reject(error);
    });
    const context = Object.assign((error) => settle(error), {
      test: async (...args) => { await bodyOf(args)(context); }, diagnostic() {}, assert, mock: { fn }, fail: (error) => settle(error ?? new AssertionError("failed")),
    });
    const returned = body(...given, context);
    await returned;
    // A test that takes one argument more than it is given, and gives nothing to wait for, says itself when it is done.
    if (!isNode && returned === undefined && body.length > given.length) await isDone;
  };

  const quiet = () => {};
  const timers = {
    useFakeTimers: quiet, useRealTimers: quiet, clearAllMocks: quiet, resetAllMocks: quiet, restoreAllMocks: quiet, setTimeout: quiet,
    advanceTimersByTime: (milliseconds) => { advance(milliseconds); },
    advanceTimersByTimeAsync: async (milliseconds) => { advance(milliseconds); },
    runAllTimers: () => { advance(1e9); }, runOnlyPendingTimers: () => { advance(1e9); }, runAllTimersAsync: async () => { advance(1e9); },
  };
  const mocking = strictly("jest.", { fn, ...timers });
  const hooks = Object.fromEntries(HOOKS.map((hook) => [hook, (body) => { scope[hook].push(body); }]));
  const offered = {
    assert, expect, test, it: test, describe, jest: mocking, vi: mocking, ...hooks, before: hooks.beforeAll, after: hooks.afterAll, suite: describe,
    console: {
      log: quiet, error: quiet, warn: quiet, info: quiet, debug: quiet, table: quiet, time: quiet, timeEnd: quiet,
      assert: (value, ...said) => ok(value, said.length === 0 ? undefined : said.map(String).join(" ")),
    },
  };

  const nameOf = (name) => {
    try { return agent.ask("name", undefined, name); } catch (error) {
      if (error instanceof ReferenceError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
  const solution = new Proxy(function () {}, {
    get: (target, key) => typeof key === "symbol" || key === "then" || key === "__esModule" ? undefined : nameOf(key),
    apply: (target, self, args) => nameOf("module.exports")(...args),
    construct: (target, args) => new (nameOf("module.exports"))(...args),
  });
  const modules = [
    [/^(?:node:)?assert$/, () => assert],
    [/^(?:node:)?assert\/strict$/, () => assert.strict],
    [/^node:test$/, () => { isNode = true; return Object.assign((...args) => test(...args), test, offered); }],
    [/^(?:vitest|@jest\/globals|mocha|bun:test)$/, () => offered],
    [/^(?:\.{0,2}\/|solution(?:\.m?js)?$)/, () => solution],
  ];
  offered.require = (name) => (modules.find(([pattern]) => pattern.test(name))?.[1] ?? (() => unusable("the module " + name)))();
  offered.requireDefault = (name) => {
    const module = offered.require(name);
    return module === solution ? nameOf("default") : module;
  };
  for (const [name, value] of Object.entries(offered))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  for (const { name, isForced } of names) {
    if (name in globalThis && !isForced) continue;
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => agent.ask("name", undefined, name),
      set: (value) => { Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }); },
    });
  }
  return { run, unusable: () => missing, tells: (error) => !(error instanceof AssertionError) };
})
`;

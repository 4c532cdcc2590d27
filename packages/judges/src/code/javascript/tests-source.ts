/**
 * What the tests' machine offers the tests, as text: `assert` (also as `node:assert`), `test`, `it`, `describe`, `expect`, and the
 * candidate's names. It takes the agent, and gives the function that runs what the tests registered.
 */
export const TESTS_SOURCE = String.raw`
(function (agent, names) {
  "use strict";
  class AssertionError extends Error {
    get name() { return "AssertionError"; }
  }
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
  const isDeep = (left, right, isStrict, pairs = []) => {
    if (isStrict ? Object.is(left, right) : left === right || (left !== left && right !== right)) return true;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
      return !isStrict && !agent.isHandle(left) && !agent.isHandle(right) && left == right;
    if (agent.isHandle(left) || agent.isHandle(right)) return false;
    if (tag(left) !== tag(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    if (pairs.some(([a, b]) => a === left && b === right)) return true;
    const inside = [...pairs, [left, right]];
    const same = (a, b) => isDeep(a, b, isStrict, inside);
    if (left instanceof Date) return left.getTime() === right.getTime();
    if (left instanceof RegExp) return String(left) === String(right);
    if (left instanceof Error) return left.name === right.name && left.message === right.message;
    if (left instanceof Map)
      return left.size === right.size && [...left].every(([key, value]) => right.has(key) && same(value, right.get(key)));
    if (left instanceof Set) return left.size === right.size && [...left].every((value) => right.has(value) || [...right].some((other) => same(value, other)));
    const keys = Object.keys(left);
    return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]));
  };
  const thrownBy = (action) => {
    try { action(); } catch (error) { return { error }; }
    return undefined;
  };
  const matches = (error, expected) => {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error?.message ?? error));
    if (agent.isHandle(expected)) return error?.remote !== undefined && agent.ask("instance", agent.numberOf(expected), undefined, [error]);
    if (typeof expected === "function") return error instanceof expected || (Object.getPrototypeOf(expected) === null && expected(error) === true);
    if (typeof expected === "string") return String(error?.message ?? error).includes(expected);
    return Object.keys(expected).every((key) => expected[key] instanceof RegExp ? expected[key].test(String(error?.[key])) : isDeep(error?.[key], expected[key], true));
  };
  const rejection = async (action) => {
    try { await (typeof action === "function" ? action() : action); } catch (error) { return { error }; }
    return undefined;
  };
  const ok = (value, message) => { if (!value) fail(message, "the value is not truthy"); };
  const assert = Object.assign((value, message) => ok(value, message), {
    AssertionError,
    ok,
    fail: (message) => fail(message, "failed"),
    equal: (a, b, message) => { if (!(Object.is(a, b) || (!agent.isHandle(a) && !agent.isHandle(b) && a == b))) fail(message, show(a) + " != " + show(b)); },
    notEqual: (a, b, message) => { if (a == b) fail(message, show(a) + " == " + show(b)); },
    strictEqual: (a, b, message) => { if (!Object.is(a, b)) fail(message, show(a) + " !== " + show(b)); },
    notStrictEqual: (a, b, message) => { if (Object.is(a, b)) fail(message, show(a) + " === " + show(b)); },
    deepEqual: (a, b, message) => { if (!isDeep(a, b, false)) fail(message, show(a) + " is not " + show(b)); },
    deepStrictEqual: (a, b, message) => { if (!isDeep(a, b, true)) fail(message, show(a) + " is not " + show(b)); },
    notDeepEqual: (a, b, message) => { if (isDeep(a, b, false)) fail(message, show(a) + " is " + show(b)); },
    notDeepStrictEqual: (a, b, message) => { if (isDeep(a, b, true)) fail(message, show(a) + " is " + show(b)); },
    match: (text, pattern, message) => { if (!pattern.test(text)) fail(message, show(text) + " does not match"); },
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
  });
  assert.strict = assert;

  const expect = (actual) => {
    const checks = {
      toBe: (wanted) => Object.is(actual, wanted),
      toEqual: (wanted) => isDeep(actual, wanted, true),
      toStrictEqual: (wanted) => isDeep(actual, wanted, true),
      toBeTruthy: () => Boolean(actual),
      toBeFalsy: () => !actual,
      toBeNull: () => actual === null,
      toBeUndefined: () => actual === undefined,
      toBeDefined: () => actual !== undefined,
      toBeNaN: () => Number.isNaN(actual),
      toBeCloseTo: (wanted, digits = 2) => typeof actual === "number" && Math.abs(actual - wanted) < 10 ** -digits / 2,
      toBeGreaterThan: (wanted) => typeof actual === typeof wanted && actual > wanted,
      toBeGreaterThanOrEqual: (wanted) => typeof actual === typeof wanted && actual >= wanted,
      toBeLessThan: (wanted) => typeof actual === typeof wanted && actual < wanted,
      toBeLessThanOrEqual: (wanted) => typeof actual === typeof wanted && actual <= wanted,
      toContain: (wanted) => !agent.isHandle(actual) && [...actual].length >= 0 && (typeof actual === "string" ? actual.includes(wanted) : [...actual].includes(wanted)),
      toContainEqual: (wanted) => !agent.isHandle(actual) && [...actual].some((item) => isDeep(item, wanted, true)),
      toHaveLength: (wanted) => actual.length === wanted,
      toMatch: (wanted) => typeof actual === "string" && (wanted instanceof RegExp ? wanted.test(actual) : actual.includes(wanted)),
      toThrow: (wanted) => {
        const thrown = thrownBy(actual);
        return thrown !== undefined && matches(thrown.error, wanted);
      },
    };
    const made = { not: {} };
    for (const [name, check] of Object.entries(checks)) {
      made[name] = (...wanted) => { if (!check(...wanted)) fail(undefined, name + " " + wanted.map(show).join(", ") + ", got " + show(actual)); };
      made.not[name] = (...wanted) => { if (check(...wanted)) fail(undefined, "not " + name + " " + wanted.map(show).join(", ")); };
    }
    return made;
  };

  const registered = [];
  const test = (name, body) => { registered.push(body); };
  const describe = (name, body) => { body(); };
  const quiet = () => {};
  const offered = {
    assert, expect, test, it: test, describe,
    console: { log: quiet, error: quiet, warn: quiet, info: quiet, debug: quiet },
    require: (name) => {
      if (/^(node:)?assert(\/strict)?$/.test(name)) return assert;
      throw new Error("there is no module " + name + " here");
    },
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
  return async () => { for (const body of registered) await body(); };
})
`;

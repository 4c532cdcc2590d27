import type { Solution } from "../../../verify/__fixtures__/python-solutions.js";

/** JavaScript solutions and tests as benchmarks, textbooks and models write them, and programs that try to be paid without. */
export const JAVASCRIPT_SOLUTIONS: readonly Solution[] = [
  {
    name: "require relative",
    reward: 1,
    code: `
function add(a, b) { return a + b }
module.exports = { add };
`,
    tests: `
const { add } = require("./solution");
const assert = require("assert");
assert.strictEqual(add(1, 2), 3);
`,
  },
  {
    name: "require relative function",
    reward: 1,
    code: `
module.exports = function add(a, b) { return a + b };
`,
    tests: `
const sum = require("../src/add");
const assert = require("node:assert");
assert.strictEqual(sum(1, 2), 3);
`,
  },
  {
    name: "import names",
    reward: 1,
    code: `
export function add(a, b) { return a + b }
export default class Box { constructor(v) { this.v = v } }
`,
    tests: `
import { test, expect } from "vitest";
import Box, { add as plus } from "./solution.js";
test("x", () => { expect(plus(1, 2)).toBe(3); expect(new Box(4).v).toBe(4); });
`,
  },
  {
    name: "import star",
    reward: 1,
    code: `
export const a = 1;
export const f = () => 2;
`,
    tests: `
import assert from "node:assert/strict";
import * as s from "./solution";
assert.equal(s.a, 1); assert.equal(s.f(), 2);
`,
  },
  {
    name: "anonymous default",
    reward: 1,
    code: `
export default function (a, b) { return a + b }
`,
    tests: `
import add from "./add";
import { describe, it, expect } from "@jest/globals";
describe("add", () => { it("adds", () => { expect(add(1, 2)).toBe(3) }) });
`,
  },
  {
    name: "anonymous default arrow",
    reward: 1,
    code: `
export default (a, b) => a + b;
`,
    tests: `
import add from "./add";
import assert from "assert";
assert.equal(add(1, 2), 3);
`,
  },
  {
    name: "anonymous default class",
    reward: 1,
    code: `
export default class { f() { return 1 } }
`,
    tests: `
import K from "./k";
import assert from "assert";
assert.equal(new K().f(), 1);
`,
  },
  {
    name: "export list with as",
    reward: 1,
    code: `
function f() { return 1 }
export { f as g, f as default };
`,
    tests: `
import h, { g } from "./x";
import assert from "assert";
assert.equal(g(), 1); assert.equal(h(), 1);
`,
  },
  {
    name: "hooks",
    reward: 1,
    code: `
class S { constructor() { this.x = [] } push(v) { this.x.push(v) } get size() { return this.x.length } }
`,
    tests: `
let s, n = 0;
beforeAll(() => { n = 10 });
beforeEach(() => { s = new S() });
afterEach(() => { n++ });
describe("S", () => {
  beforeEach(() => { s.push(1) });
  test("a", () => { s.push(2); expect(s.size).toBe(2) });
  test("b", () => { expect(s.size).toBe(1); expect(n).toBe(11) });
});
afterAll(() => { expect(n).toBe(12) });
`,
  },
  {
    name: "test each",
    reward: 1,
    code: `
const add = (a, b) => a + b;
`,
    tests: `
test.each([[1, 2, 3], [0, 0, 0]])("%i", (a, b, c) => { expect(add(a, b)).toBe(c) });
it.each([{ a: 1, b: 1, c: 2 }])("$a", ({ a, b, c }) => { expect(add(a, b)).toBe(c) });
it.each([1, 2])("one", (x) => { expect(add(x, 0)).toBe(x) });
`,
  },
  {
    name: "test each wrong",
    reward: 0,
    code: `
const add = (a, b) => 3;
`,
    tests: `
test.each([[1, 2, 3], [0, 0, 0]])("%i", (a, b, c) => { expect(add(a, b)).toBe(c) });
`,
  },
  {
    name: "matchers",
    reward: 1,
    code: `
class E extends Error {}
class P { constructor() { this.x = 1; this.y = { z: [1, 2] } } }
function fail() { throw new E("bad thing") }
function make() { return new P() }
async function later() { return 5 }
async function never() { throw new TypeError("no") }
`,
    tests: `
test("m", async () => {
  expect(make()).toBeInstanceOf(P);
  expect(fail).toThrow(E); expect(fail).toThrow("bad"); expect(() => fail()).toThrowError(/thing/);
  expect(() => make()).not.toThrow();
  expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } });
  expect({ a: { b: [1, 2] } }).toHaveProperty("a.b", [1, 2]);
  expect({ a: 1 }).toHaveProperty("a");
  expect(make()).toEqual({ x: 1, y: { z: [1, 2] } });
  expect(make()).toMatchObject({ x: 1 });
  expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1]));
  expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }));
  expect({ a: 1 }).toEqual({ a: expect.any(Number) });
  expect("abc").toEqual(expect.stringContaining("b"));
  await expect(later()).resolves.toBe(5);
  await expect(never()).rejects.toThrow("no");
  await expect(never()).rejects.toBeInstanceOf(TypeError);
  await expect(never()).rejects.toThrow(TypeError);
  expect({ a: undefined, b: 1 }).toEqual({ b: 1 });
  expect(1).not.toBe(2); expect(null).toBeNull();
});
`,
  },
  {
    name: "mock functions",
    reward: 1,
    code: `
function each(xs, f) { for (const x of xs) f(x) }
`,
    tests: `
test("m", () => {
  const f = jest.fn();
  each([1, 2], f);
  expect(f).toHaveBeenCalledTimes(2);
  expect(f).toHaveBeenCalledWith(2);
  expect(f.mock.calls).toEqual([[1], [2]]);
  const g = vi.fn((x) => x + 1);
  expect(g(1)).toBe(2);
  expect(f).not.toHaveBeenCalledWith(3);
});
`,
  },
  {
    name: "unknown matcher",
    reward: null,
    code: `
const f = () => 1;
`,
    tests: `
expect(f()).toBeWhatever(1);
`,
  },
  {
    name: "unknown module",
    reward: null,
    code: `
const f = () => 1;
`,
    tests: `
const fs = require("fs");
assert.equal(f(), 1);
`,
  },
  {
    name: "infinite generator",
    reward: 1,
    code: `
function* nat() { let n = 0; while (true) yield n++ }
`,
    tests: `
const g = nat();
assert.equal(g.next().value, 0);
const got = [];
for (const n of nat()) { if (n > 3) break; got.push(n) }
assert.deepStrictEqual(got, [0, 1, 2, 3]);
const [a, b] = nat();
assert.deepStrictEqual([a, b], [0, 1]);
`,
  },
  {
    name: "iterators of the tests",
    reward: 1,
    code: `
const sum = (xs) => { let s = 0; for (const x of xs) s += x; return s };
`,
    tests: `
function* g() { yield 1; yield 2 }
class It { *[Symbol.iterator]() { yield 4 } }
assert.equal(sum(g()), 3);
assert.equal(sum(new It()), 4);
assert.equal(sum(new Set([1, 2])), 3);
assert.equal(sum(new Map([[1, 2]]).values()), 2);
`,
  },
  {
    name: "typed arrays",
    reward: 1,
    code: `
const f = () => new Float64Array([1.5, 2]);
const g = (x) => x.reduce((a, b) => a + b, 0);
const h = () => new Uint8Array([1, 2]).buffer;
`,
    tests: `
assert.deepStrictEqual(f(), new Float64Array([1.5, 2]));
assert.equal(g(new Int32Array([1, 2])), 3);
assert.equal(h().byteLength, 2);
`,
  },
  {
    name: "bigint symbol null proto",
    reward: 1,
    code: `
const f = () => 2n ** 70n;
const g = () => Object.create(null, { a: { value: 1, enumerable: true } });
const h = () => [NaN, -0, Infinity, undefined, null];
const d = () => new Date(0);
`,
    tests: `
assert.equal(f(), 2n ** 70n); assert.strictEqual(typeof f(), "bigint");
assert.deepEqual(g(), { a: 1 });
assert.deepStrictEqual(h(), [NaN, -0, Infinity, undefined, null]);
assert.equal(d().toISOString(), "1970-01-01T00:00:00.000Z");
`,
  },
  {
    name: "array of promises",
    reward: 1,
    code: `
const f = () => [1, 2].map(async (x) => x * 2);
`,
    tests: `
assert.deepStrictEqual(await Promise.all(f()), [2, 4]);
const settled = await Promise.allSettled([...f(), Promise.reject(new Error("x"))]);
assert.equal(settled[2].status, "rejected");
`,
  },
  {
    name: "timers",
    reward: 1,
    code: `
const sleep = (ms) => new Promise((r) => setTimeout(() => r(ms), ms));
function debounce(fn, ms) { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => fn(...a), ms) } }
async function order() { const o = []; setTimeout(() => o.push("t"), 5); queueMicrotask(() => o.push("m")); await sleep(10); return o }
`,
    tests: `
assert.equal(await sleep(50), 50);
assert.deepStrictEqual(await order(), ["m", "t"]);
let n = 0;
const d = debounce(() => n++, 20);
d(); d();
await new Promise((r) => setTimeout(r, 50));
assert.equal(n, 1);
`,
  },
  {
    name: "class inheritance getters statics",
    reward: 1,
    code: `
class A { static n = 0; #p = 1; constructor() { A.n++ } get p() { return this.#p } set p(v) { this.#p = v } static make() { return new A() } toString() { return "A!" } }
class B extends A { who() { return "b" } }
`,
    tests: `
const b = new B();
assert.equal(b.p, 1); b.p = 5; assert.equal(b.p, 5);
assert.equal(A.n, 1); assert(b instanceof B); assert(b instanceof A);
assert.equal(A.make().p, 1); assert.equal(String(b), "A!"); assert.equal(\`\${b}\`, "A!");
assert.equal(b.who(), "b");
`,
  },
  {
    name: "errors",
    reward: 1,
    code: `
class NotFound extends Error { constructor(id) { super("no " + id); this.name = "NotFound"; this.id = id; this.code = "E_NF" } }
function get(id) { throw new NotFound(id) }
`,
    tests: `
try { get(5); assert.fail() } catch (e) {
  assert(e instanceof NotFound); assert(e instanceof Error);
  assert.equal(e.message, "no 5"); assert.equal(e.id, 5); assert.equal(e.name, "NotFound");
}
assert.throws(() => get(1), { name: "NotFound", message: "no 1" });
assert.throws(() => get(1), (e) => e.code === "E_NF");
assert.throws(() => get(1), NotFound);
`,
  },
  {
    name: "callback objects of the tests",
    reward: 1,
    code: `
function use(o) { o.n++; o.log.push("x"); return o.get() }
const pick = (xs, k) => xs.map((x) => x[k]);
`,
    tests: `
class O { constructor() { this.n = 0; this.log = [] } get() { return this.n } }
const o = new O();
assert.equal(use(o), 1); assert.equal(o.n, 1);
assert.deepStrictEqual(pick([{ a: 1 }, { a: 2 }], "a"), [1, 2]);
`,
  },
  {
    name: "closures curry compose memo",
    reward: 1,
    code: `
const compose = (...f) => (x) => f.reduceRight((a, g) => g(a), x);
const curry = (f) => function c(...a) { return a.length >= f.length ? f(...a) : (...b) => c(...a, ...b) };
function memo(f) { const m = new Map(); return (x) => { if (!m.has(x)) m.set(x, f(x)); return m.get(x) } }
`,
    tests: `
assert.equal(compose((x) => x + 1, (x) => x * 2)(5), 11);
assert.equal(curry((a, b, c) => a + b + c)(1)(2)(3), 6);
let n = 0; const m = memo((x) => { n++; return x * 2 });
assert.equal(m(2) + m(2), 8); assert.equal(n, 1);
`,
  },
  {
    name: "prototype methods",
    reward: 1,
    code: `
Array.prototype.last = function () { return this.length ? this[this.length - 1] : -1 };
const f = (xs) => xs.last();
`,
    tests: `
assert.equal(f([1, 2]), 2);
`,
  },
  {
    name: "deep recursion",
    reward: 1,
    code: `
const depth = (n) => n === 0 ? 0 : 1 + depth(n - 1);
`,
    tests: `
assert.equal(depth(5000), 5000);
`,
  },
  {
    name: "console flood",
    reward: 1,
    code: `
function f() { for (let i = 0; i < 1e5; i++) console.log("x".repeat(100), i); return 1 }
`,
    tests: `
assert.equal(f(), 1);
`,
  },
  {
    name: "strings",
    reward: 1,
    code: `
const f = (s) => [...s].reverse().join("");
const g = () => "\\ud800x\\u0000y";
`,
    tests: `
assert.equal(f("ab😀"), "😀ba"); assert.equal(g(), "\\ud800x\\u0000y");
`,
  },
  {
    name: "json and regex",
    reward: 1,
    code: `
const f = (s) => JSON.parse(s);
const r = () => /a+/gi;
`,
    tests: `
assert.deepStrictEqual(f('{"a":[1,{"b":null}]}'), { a: [1, { b: null }] });
assert.deepStrictEqual(r(), /a+/gi); assert(r().test("xA"));
`,
  },
  {
    name: "frozen and sealed",
    reward: 1,
    code: `
const f = (o) => Object.freeze({ ...o, x: 1 });
`,
    tests: `
const r = f({ a: 1 });
assert.deepStrictEqual(r, { a: 1, x: 1 });
`,
  },
  {
    name: "this and bind",
    reward: 1,
    code: `
function Person(n) { this.n = n } Person.prototype.hi = function () { return "hi " + this.n };
`,
    tests: `
const p = new Person("a"); assert.equal(p.hi(), "hi a");
assert.equal(p.hi.call({ n: "b" }), "hi b");
`,
  },
  {
    name: "done callback",
    reward: 1,
    code: `
function later(cb) { Promise.resolve().then(() => cb(null, 5)) }
`,
    tests: `
test("x", (done) => { later((e, v) => { expect(v).toBe(5); done() }) });
`,
  },
  {
    name: "node test",
    reward: 1,
    code: `
function add(a, b) { return a + b }
`,
    tests: `
import test from "node:test";
import assert from "node:assert";
test("adds", async (t) => { await t.test("sub", () => { assert.equal(add(1, 2), 3) }); });
`,
  },
  {
    name: "async iterator",
    reward: 1,
    code: `
async function* g() { yield 1; yield 2 }
`,
    tests: `
const got = [];
for await (const x of g()) got.push(x);
assert.deepStrictEqual(got, [1, 2]);
`,
  },
  {
    name: "async errors",
    reward: 1,
    code: `
async function f() { throw new RangeError("r") }
`,
    tests: `
await assert.rejects(f(), RangeError);
await assert.rejects(() => f(), { message: "r" });
try { await f(); assert.fail("x") } catch (e) { assert(e instanceof RangeError) }
`,
  },
  {
    name: "leetcode",
    reward: 1,
    code: `
/**
 * @param {number[]} nums
 */
var twoSum = function (nums, target) { const m = new Map(); for (let i = 0; i < nums.length; i++) { if (m.has(target - nums[i])) return [m.get(target - nums[i]), i]; m.set(nums[i], i) } };
`,
    tests: `
assert.deepEqual(twoSum([2, 7, 11, 15], 9), [0, 1]);
console.assert(JSON.stringify(twoSum([3, 3], 6)) === "[0,1]");
`,
  },
  {
    name: "console assert fails",
    reward: 0,
    code: `
const f = () => 2;
`,
    tests: `
console.assert(f() === 1, "no");
`,
  },
  {
    name: "symbols",
    reward: 1,
    code: `
const s = Symbol("x");
const o = { [s]: 1, a: 2 };
const f = () => o;
`,
    tests: `
assert.deepEqual(f(), { a: 2 });
`,
  },
  {
    name: "array subclass and map subclass",
    reward: 1,
    code: `
class Stack extends Array { peek() { return this[this.length - 1] } }
class DefaultMap extends Map { get(k) { return super.get(k) ?? 0 } }
`,
    tests: `
const s = new Stack(); s.push(1, 2);
assert.equal(s.peek(), 2); assert.equal(s.length, 2); assert.deepEqual([...s], [1, 2]);
expect(s).toEqual([1, 2]);
const m = new DefaultMap(); m.set("a", m.get("a") + 1);
assert.equal(m.get("a"), 1); assert.equal(m.get("b"), 0); assert.equal(m.size, 1);
`,
  },
  {
    name: "module pattern",
    reward: 1,
    code: `
function counter() { const c = { n: 0, inc() { c.n++; return c }, get double() { return c.n * 2 } }; return c }
`,
    tests: `
const c = counter();
c.inc().inc();
assert.equal(c.n, 2); assert.equal(c.double, 4);
assert.deepEqual(Object.keys(c).sort(), ["double", "inc", "n"]);
const { n } = c; assert.equal(n, 2);
`,
  },
  {
    name: "options with callbacks",
    reward: 1,
    code: `
function run({ times = 1, onTick, ...rest } = {}) { for (let i = 0; i < times; i++) onTick?.(i); return { ...rest, keys: Object.keys(rest) } }
`,
    tests: `
const seen = [];
assert.deepStrictEqual(run({ times: 2, onTick: (i) => seen.push(i), a: 1, b: 2 }), { a: 1, b: 2, keys: ["a", "b"] });
assert.deepStrictEqual(seen, [0, 1]);
assert.deepStrictEqual(run(), { keys: [] });
`,
  },
  {
    name: "event emitter",
    reward: 1,
    code: `
class Emitter { #l = new Map(); on(e, f) { (this.#l.get(e) ?? this.#l.set(e, new Set()).get(e)).add(f); return () => this.#l.get(e).delete(f) } emit(e, ...a) { for (const f of this.#l.get(e) ?? []) f(...a); return this.#l.has(e) } }
`,
    tests: `
const e = new Emitter(); const got = [];
const off = e.on("a", (x) => got.push(x)); e.on("b", function () { got.push(this === undefined) });
assert(e.emit("a", 1)); off(); e.emit("a", 2); assert.deepEqual(got, [1]); assert.equal(e.emit("zz"), false);
`,
  },
  {
    name: "debounce with apply and fake timers",
    reward: 1,
    code: `
function debounce(fn, ms) { let t; return function (...a) { clearTimeout(t); t = setTimeout(() => fn.apply(this, a), ms) } }
`,
    tests: `
jest.useFakeTimers();
test("debounce", () => {
  const f = jest.fn(); const d = debounce(f, 100);
  d(1); d(2); expect(f).not.toHaveBeenCalled();
  jest.advanceTimersByTime(99); expect(f).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1); expect(f).toHaveBeenCalledTimes(1); expect(f).toHaveBeenCalledWith(2);
});
`,
  },
  {
    name: "retry and timeouts",
    reward: 1,
    code: `
async function retry(f, n, ms = 10) { for (let i = 0; ; i++) try { return await f(i) } catch (e) { if (i + 1 >= n) throw e; await new Promise((r) => setTimeout(r, ms * 2 ** i)) } }
const timeout = (p, ms) => Promise.race([p, new Promise((_, no) => setTimeout(() => no(new Error("timeout")), ms))]);
`,
    tests: `
const t0 = Date.now();
let n = 0;
assert.equal(await retry(async () => { if (++n < 3) throw new Error("no"); return "ok" }, 5), "ok");
assert(Date.now() - t0 >= 30);
await assert.rejects(timeout(new Promise(() => {}), 20), /timeout/);
assert.equal(await timeout(Promise.resolve(1), 20), 1);
await assert.rejects(retry(async () => { throw new TypeError("x") }, 2), TypeError);
`,
  },
  {
    name: "concurrency pool",
    reward: 1,
    code: `
async function pool(tasks, k) { const out = []; let i = 0; await Promise.all(Array.from({ length: k }, async () => { while (i < tasks.length) { const j = i++; out[j] = await tasks[j]() } })); return out }
`,
    tests: `
let active = 0, most = 0;
const tasks = [1, 2, 3, 4].map((x) => async () => { most = Math.max(most, ++active); await new Promise((r) => setTimeout(r, 10)); active--; return x * 2 });
assert.deepEqual(await pool(tasks, 2), [2, 4, 6, 8]); assert.equal(most, 2);
`,
  },
  {
    name: "deep clone and equal",
    reward: 1,
    code: `
const clone = (v) => Array.isArray(v) ? v.map(clone) : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, clone(x)])) : v;
`,
    tests: `
const o = { a: [1, { b: 2 }], c: null };
const d = clone(o);
assert.deepStrictEqual(d, o); assert.notStrictEqual(d, o); assert.notStrictEqual(d.a, o.a);
d.a[1].b = 3; assert.equal(o.a[1].b, 2);
`,
  },
  {
    name: "returns argument itself",
    reward: 1,
    code: `
const same = (x) => x;
const sortIt = (xs) => xs.sort((a, b) => a - b);
`,
    tests: `
const xs = [3, 1]; assert.strictEqual(same(xs), xs); assert.strictEqual(sortIt(xs), xs); assert.deepEqual(xs, [1, 3]);
const f = () => 1; assert.strictEqual(same(f), f);
`,
  },
  {
    name: "linked list and tree",
    reward: 1,
    code: `
class Node { constructor(v, next = null) { this.val = v; this.next = next } }
const build = (xs) => xs.reduceRight((n, v) => new Node(v, n), null);
const reverse = (h) => { let p = null; while (h) [h.next, p, h] = [p, h, h.next]; return p };
const toArray = (h) => { const o = []; for (; h; h = h.next) o.push(h.val); return o };
`,
    tests: `
assert.deepEqual(toArray(reverse(build([1, 2, 3]))), [3, 2, 1]);
let h = build([1, 2]); assert.equal(h.next.val, 2); assert.equal(h.next.next, null);
expect(build([1])).toEqual({ val: 1, next: null });
assert.deepStrictEqual(build([1, 2]), build([1, 2]));
assert.notDeepStrictEqual(build([1, 2]), build([1, 3]));
`,
  },
  {
    name: "thenable of the candidate",
    reward: 1,
    code: `
const lazy = () => ({ then(ok) { ok(5) } });
`,
    tests: `
assert.equal(await lazy(), 5);
`,
  },
  {
    name: "to primitive",
    reward: 1,
    code: `
class Money { constructor(v) { this.v = v } valueOf() { return this.v } toString() { return "$" + this.v } }
`,
    tests: `
assert.equal(\`\${new Money(5)}\`, "$5"); assert(new Money(5) > new Money(3)); assert.equal(+new Money(2), 2);
`,
  },
  {
    name: "tests' classes",
    reward: 1,
    code: `
function area(shapes) { return shapes.reduce((s, x) => s + x.area(), 0) }
function make(K, ...a) { return new K(...a) }
function is(x, K) { return x instanceof K }
`,
    tests: `
class Sq { constructor(a) { this.a = a } area() { return this.a ** 2 } }
assert.equal(area([new Sq(1), new Sq(2)]), 5);
assert(make(Sq, 3) instanceof Sq); assert(is(new Sq(1), Sq)); assert(!is({}, Sq));
`,
  },
  {
    name: "errors of callbacks come back",
    reward: 1,
    code: `
const tryIt = (f) => { try { return f() } catch (e) { return e } };
const through = (f) => f();
`,
    tests: `
class Mine extends Error { constructor(m) { super(m); this.k = 1 } }
const e = new Mine("x");
assert.strictEqual(tryIt(() => { throw e }), e);
assert.throws(() => through(() => { throw new Mine("y") }), Mine);
`,
  },
  {
    name: "aggregate cause",
    reward: 1,
    code: `
const f = () => { try { null.x } catch (e) { throw new Error("outer", { cause: e }) } };
`,
    tests: `
try { f() } catch (e) { assert(e.cause instanceof TypeError); assert.equal(e.message, "outer") }
`,
  },
  {
    name: "multi-line import",
    reward: 1,
    code: `
export const a = 1, b = () => 2;
`,
    tests: `
import {
  a,
  b as two,
} from "../lib/x.mjs";
import { strict as assert } from "assert";
assert.equal(a + two(), 3);
`,
  },
  {
    name: "wrong",
    reward: 0,
    code: `
const add = (a, b) => a - b;
`,
    tests: `
const { add } = require("./add"); test("x", () => { expect(add(1, 2)).toBe(3) });
`,
  },
  {
    name: "forged changed",
    reward: 0,
    code: `
const parse0 = JSON.parse, str0 = JSON.stringify;
Array.prototype.flatMap = function () { return this.length ? [[0, ["d", "includes", ["b", 1]]]] : [] };
function fill(xs) { xs.push(1) }
`,
    tests: `
const xs = []; fill(xs); assert(xs.includes(7));
`,
  },
  {
    name: "unusable by name",
    reward: 0,
    code: `
class Unusable extends Error { constructor(m) { super(m); this.name = "Unusable"; this.unusable = true } }
function add() { throw new Unusable("the tests use x, which is not offered here") }
`,
    tests: `
assert.equal(add(), 1);
`,
  },
  {
    name: "infinite microtasks",
    reward: 0,
    code: `
function add() { const f = () => Promise.resolve().then(f); f(); return 1 }
`,
    tests: `
assert.equal(add(), 1); await null; assert(true);
`,
  },
  {
    name: "infinite timers",
    reward: 0,
    code: `
function add() { setInterval(() => {}, 1); return new Promise(() => {}) }
`,
    tests: `
assert.equal(await add(), 1);
`,
  },
  {
    name: "timer that throws",
    reward: 0,
    code: `
function add() { setTimeout(() => { throw new Error("late") }, 1); return 1 }
`,
    tests: `
assert.equal(add(), 1); await new Promise((r) => setTimeout(r, 5));
`,
  },
  {
    name: "promise lies",
    reward: 0,
    code: `
function add() { const p = new Promise(() => {}); p.then = (f) => f(2); return p }
`,
    tests: `
assert.equal(await add(), 3);
`,
  },
  {
    name: "proxies",
    reward: 0,
    code: `
const add = () => new Proxy({}, { get: () => 3, has: () => true, ownKeys: () => [], getPrototypeOf: () => Number.prototype });
`,
    tests: `
assert.strictEqual(add(), 3);
`,
  },
  {
    name: "reads a failed check",
    reward: 0,
    code: `
function find(check) { try { check(0) } catch (e) { const m = /\\d\\d/.exec(e.message + e.stack + JSON.stringify(e) + Object.getOwnPropertyNames(e).map((k) => e[k])); return m ? Number(m[0]) : 0 } }
`,
    tests: `
assert.equal(find((x) => assert.strictEqual(x, 42)), 42);
`,
  },
  {
    name: "reads a function of the tests",
    reward: 0,
    code: `
function find(f) { for (const g of [() => f.toString(), () => f.secret, () => f.constructor("return 42")(), () => f.prototype.constructor.secret, () => f.call.constructor("return typeof tests")()]) try { const m = /42/.exec(String(g())); if (m) return 42 } catch {} return 0 }
`,
    tests: `
const f = () => 42 + 0; f.secret = 42;
assert.equal(find(f) - 0, 41.5 + 0.5);
`,
  },
  {
    name: "steals expected by equality",
    reward: 0,
    code: `
const add = () => { const o = { seen: 0 }; return new Proxy(o, { get: (t, k) => k === Symbol.toPrimitive ? () => 3 : k === "constructor" ? Object : 5, ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 5, enumerable: true, configurable: true }) }) };
`,
    tests: `
assert.deepEqual(add(), { a: 3 });
`,
  },
  {
    name: "array of everything",
    reward: 0,
    code: `
class A extends Array { includes() { return true } indexOf() { return 0 } some() { return true } }
const f = () => new A();
`,
    tests: `
expect(f()).toContain(7);
`,
  },
  {
    name: "global assert patched",
    reward: 0,
    code: `
globalThis.expect = () => ({ toBe() {} }); Object.prototype.toBe = () => {};
Function.prototype.call = function () { return true };
Array.prototype.some = () => true; Reflect.apply = () => 2; Promise.prototype.then = function (f) { f?.(2); return this };
const add = () => 1;
`,
    tests: `
expect(add()).toBe(3);
`,
  },
  {
    name: "await forged",
    reward: 0,
    code: `
Promise.prototype.then = function (f) { f?.(1); return this };
const add = async () => 1;
`,
    tests: `
expect(await add()).toBe(3);
`,
  },
  {
    name: "memory",
    reward: 0,
    code: `
function add() { const x = []; for (;;) x.push("y".repeat(1e6) + x.length) }
`,
    tests: `
try { add() } catch {} assert(true);
`,
  },
  {
    name: "huge reply",
    reward: 0,
    code: `
function add() { return "x".repeat(200e6) }
`,
    tests: `
assert.equal(add().length, 5);
`,
  },
  {
    name: "class of a date",
    reward: 1,
    code: `
function isDate(value) { return value.constructor === Date }
function drift() { const other = new Date().constructor; return new other().getTime() - Date.now() }
`,
    tests: `
assert.equal(isDate(new Date(5)), true);
assert.equal(drift(), 0);
assert.equal(new Date(5).constructor, Date);
`,
  },
  {
    name: "clock patched",
    reward: 1,
    code: `
function isOver(deadline) { return Date.now() > deadline }
Date.now = () => 100;
`,
    tests: `
assert.equal(isOver(99), true);
assert.equal(isOver(101), false);
`,
  },
  {
    name: "error validated by a function",
    reward: 1,
    code: `
class Unknown extends Error {}
function find(key) { throw new Unknown("no " + key) }
`,
    tests: `
assert.throws(() => find("x"), function (error) { return error.message === "no x" });
assert.throws(() => find("x"), (error) => error instanceof Error);
assert.throws(() => find("x"), Unknown);
expect(() => find("x")).not.toThrow(TypeError);
`,
  },
  {
    name: "error not as a function says",
    reward: 0,
    code: `
function find(key) { throw new Error("nothing") }
`,
    tests: `
assert.throws(() => find("x"), function (error) { return error.message === "no x" });
`,
  },
  {
    name: "assertion that is not offered",
    reward: null,
    code: `
const find = () => ({ a: 1, b: 2 });
`,
    tests: `
assert.partialDeepStrictEqual(find(), { a: 1 });
`,
  },
  {
    name: "strict assertion that is not offered",
    reward: null,
    code: `
const find = () => ({ a: 1, b: 2 });
`,
    tests: `
const assert = require("node:assert/strict");
assert.deepEqual(find(), { a: 1, b: 2 });
assert.partialDeepStrictEqual(find(), { a: 1 });
`,
  },
  {
    name: "tests that fail by themselves",
    reward: null,
    code: `
const add = (a, b) => a + b;
`,
    tests: `
assert.equal(1 + 1, 3);
assert.equal(add(1, 2), 3);
`,
  },
];

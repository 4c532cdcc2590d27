import { runOne } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { CodeExec } from "../../verify/code-exec.js";
import { quickjsRunner } from "./quickjs-runner.js";

const TESTS = "assert.strictEqual(add(2,3), 5); assert.equal(add(-1,1), 0);";
const CASES: readonly (readonly [name: string, code: string, reward: number | null, tests?: string])[] = [
  ["ok", "function add(a,b){return a+b}", 1],
  ["export", "export const add = (a,b) => a+b;", 1],
  ["cjs", "const f = (a,b)=>a+b; module.exports = { add: f };", 1],
  ["wrong", "function add(a,b){return a-b}", 0],
  ["syntax", "function add(a,b{return a-b}", 0],
  ["missing", "const x = 1", 0],
  ["async", "async function add(a,b){await null; return a+b}", 1, "assert.equal(await add(2,3), 5);"],
  [
    "class",
    "class Stack { #x=[]; push(v){this.#x.push(v)} pop(){return this.#x.pop()} }",
    1,
    "const s = new Stack(); s.push(1); s.push(2); expect(s.pop()).toBe(2);",
  ],
  [
    "throws",
    "class E2 extends Error { name='E2' } function f(){ throw new E2('no') }",
    1,
    "assert.throws(() => f(), /no/); assert.throws(() => f(), E2);",
  ],
  ["sort", "function s(xs){ xs.sort((a,b)=>a-b) }", 1, "const d=[3,1,2]; s(d); assert.deepStrictEqual(d,[1,2,3]);"],
  ["callback", "const twice = (f,x)=>f(f(x))", 1, "assert.equal(twice(x=>x*2, 3), 12)"],
  [
    "describe",
    "const add=(a,b)=>a+b",
    1,
    "describe('x',()=>{ it('y', async ()=>{ expect(add(1,2)).toEqual(3); expect([add(1,1)]).toContain(2) }) })",
  ],
  [
    "deep",
    "const mk=()=>({a:[1,{b:new Map([[1,2]])}], s:new Set([1]), d:new Date(5), u:undefined})",
    1,
    "assert.deepStrictEqual(mk(), {a:[1,{b:new Map([[1,2]])}], s:new Set([1]), d:new Date(5), u:undefined})",
  ],
  ["gen", "function* g(){ yield 1; yield 2 }", 1, "assert.deepEqual([...g()], [1,2])"],
  ["loop", "while(true){}", 0],
  ["loop in call", "function add(){ for(;;); }", 0, "try { add(1,2) } catch {} assert(true)"],
  ["memory", "const x=[]; while(true) x.push(new Array(1e6).fill(1))", 0],
  ["memory in call", "function add(){ const x=[]; while(true) x.push('x'.repeat(1e6)+x.length) }", 0],
  ["valueOf", "const add=()=>({ valueOf(){return 5}, toString(){return '5'} , [Symbol.toPrimitive](){return 5}})", 0],
  [
    "patched",
    "Object.is=()=>true; Array.prototype.every=()=>true; JSON.stringify=()=>'1'; JSON.parse=()=>({}); function add(){return 0}",
    0,
  ],
  ["assert own", "globalThis.assert = Object.assign(()=>{}, {equal(){},strictEqual(){}}); function add(){return 0}", 0],
  [
    "escape",
    "function apply(f,x){ try { return f.constructor('return globalThis')() } catch(e) { return 1 } }",
    0,
    "assert.equal(apply(x=>x+1, 1), 2)",
  ],
  [
    "process",
    "function add(){ return typeof process + typeof require + typeof fetch }",
    1,
    "assert.equal(add(), 'undefinedundefinedundefined')",
  ],
  ["never", "const add=()=>new Promise(()=>{})", 0, "assert.equal(await add(1,2), 3)"],
  ["throw odd", "function add(){ throw null }", 0],
  ["nothing", "const add=1", null, "add"],
  ["unused", "const add=1", null, "assert(true)"],
  ["bad tests", "const add=1", null, "assert(("],
  ["proto", 'const add=()=>JSON.parse(\'{"__proto__":{"x":1}}\')', 0, "assert.deepEqual(add().x, 1)"],
  [
    "array like",
    "function add(){ return { length: 1, 0: 5, includes(){return true} } }",
    0,
    "assert(Array.isArray(add())); ",
  ],
  [
    "includes lie",
    "class A { includes(){return true} *[Symbol.iterator](){ yield 1 } } function f(){ return new A() }",
    0,
    "expect(f()).toContain(7)",
  ],
];

const judge = (tests: string, timeoutMs = 3000) =>
  CodeExec({ language: "javascript", tests, timeoutMs, cpuSeconds: 60, memoryMb: 64 });
/** The time that a busy machine needs. */
const PATIENT_MS = 60_000;

/** The machine of the candidate may send whatever it likes: this puts it into the place of what is sent. */
const sending = (what: string, message: string) =>
  `Object.prototype.toJSON = function () { return ${what} in this ? ${message} : this; };`;

describe("JavaScript candidates", () => {
  it.each(CASES.map(([name, code, reward, tests = TESTS]) => ({ name, code, reward, tests })))(
    "$name",
    async ({ code, reward, tests }) => {
      const verdict = await runOne({ final_text: code }, judge(tests, reward === 0 ? undefined : PATIENT_MS));
      expect({ reward: verdict.reward, status: verdict.judge_meta.error }).toEqual({ reward, status: undefined });
    },
  );

  it("say where they ran", async () => {
    const verdict = await runOne({ final_text: "const add = (a, b) => a + b" }, judge(TESTS, PATIENT_MS));
    expect(verdict.judge_meta.sandbox).toEqual({ mode: "strict", layers: ["quickjs"] });
  });

  it("are told of a limit, not of an error of the machine", async () => {
    for (const timeoutMs of [1, 500])
      expect((await runOne({ final_text: "for (;;);" }, judge(TESTS, timeoutMs))).reason).toBe("failed: timeout");
    const large = "new Uint8Array(1 << 28)";
    expect((await runOne({ final_text: large }, judge(TESTS, PATIENT_MS))).reason).toBe("failed: memory limit");
  });

  it.each([
    [
      "a method of all arrays, replaced",
      "'value'",
      "{ value: ['u'], changed: [['constructor', ['d', 'is', ['i', '1']]]] }",
    ],
    ["what all arrays share, as a value", "'value'", "{ value: ['o', '__proto__'] }"],
    ["a container that is none", "'value'", "{ value: ['@', 'constructor'] }"],
    ["an argument that is none", "'value'", "{ value: ['<', 'push'] }"],
    ["an object past the last", "'value'", "{ value: ['o', 1e6] }"],
    ["what is no node", "'value'", "{ value: { x: 1 } }"],
  ])("cannot answer with %s", async (_, what, message) => {
    const code = `${sending(what, message)}\nfunction f() { return 1 }`;
    const verdict = await runOne({ final_text: code }, judge("try { f() } catch {} assert(true);", PATIENT_MS));
    expect(verdict).toMatchObject({ reward: 0, reason: "failed: the candidate sent what no value is" });
  });

  it("cannot ask for what all objects of the tests share", async () => {
    const code = `${sending("this.op === 'resolve' && 'op'", "{ op: 'set', object: '__proto__', name: 'some', args: [['h', 0, 'f']] }")}
function yes() { return true }
async function f() { return 1 }`;
    const tests = "yes(); f(); await null; await null; assert.deepEqual({ x: 1 }, { x: yes() ? 2 : 1 });";
    const verdict = await runOne({ final_text: code }, judge(tests, PATIENT_MS));
    expect(verdict).toMatchObject({ reward: 0, reason: 'failed: AssertionError: {"x":1} is not {"x":2}' });
  });

  it("are no programs with cases", async () => {
    const tests = [{ input: "", output: "" }];
    const verdict = await runOne({ final_text: "1", privileged: { tests } }, CodeExec({ language: "javascript" }));
    expect(verdict).toMatchObject({ reward: null, reason: "cases of input and output are for Python programs" });
  });

  it("stop with the signal", async () => {
    const controller = new AbortController();
    const verdict = judge(TESTS, 20_000)({ final_text: "for (;;);" }, { signal: controller.signal });
    controller.abort();
    expect(await verdict).toMatchObject({ reward: null, judge_status: "error" });
    expect(await judge(TESTS)({ final_text: "1" }, { signal: controller.signal })).toMatchObject({ reward: null });
  });

  it("can be run when QuickJS is there", () => {
    expect(quickjsRunner().prepare?.()).toBeUndefined();
  });
});

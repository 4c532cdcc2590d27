import { AGENT_SOURCE } from "./agent-source.js";
import { TESTS_SOURCE } from "./tests-source.js";

/**
 * The program of the worker thread that gives one verdict on JavaScript, as text: it needs no file beside the bundle. Two QuickJS machines
 * with a memory of their own each: one for the candidate, one for the tests. The verdict is read from the tests' machine alone.
 */
export const WORKER_SOURCE = String.raw`
"use strict";
const { pathToFileURL } = require("node:url");
const { parentPort, workerData } = require("node:worker_threads");
const { library, code, setup, tests, exports: forced, limits } = workerData;
const AGENT = ${JSON.stringify(AGENT_SOURCE)};
const TESTS = ${JSON.stringify(TESTS_SOURCE)};

const STACK_BYTES = 512 * 1024;
const IMPORT_LINE = /^[ \t]*import\s[^;\n]*?["'](?:node:)?[\w./@-]+["'];?[ \t]*$/gm;
// What the tests' machine may tell the candidate of an object of the tests: a function can be called; of others their own fields and methods.
const MAY_READ =
  '(op, target, name) => typeof target === "function" ? op === "call" : ' +
  '["get", "set", "has"].includes(op) && typeof target === "object" && target !== null && name !== "constructor" && ' +
  '!name.startsWith("__") && (Object.hasOwn(target, name) || !(name in Object.prototype))';
const RUN =
  '((body, run) => { const state = { is: "running" };' +
  ' body().then(run).then(() => { state.is = "passed"; }, (error) => { state.is = "failed"; state.error = error; }); return state; })';

/** A candidate as a script: what it would export is there by name. */
const asScript = (source) =>
  source
    .replace(IMPORT_LINE, "")
    .replace(/^([ \t]*)export\s+default\s+(?=(?:async\s+)?function\b|class\b)/gm, "$1")
    .replace(/^([ \t]*)export\s+default\s+/gm, "$1module.exports.default = ")
    .replace(/^[ \t]*export\s*\{[^}]*\};?[ \t]*$/gm, "")
    .replace(/^([ \t]*)export\s+/gm, "$1");

class Problem extends Error {
  constructor({ name, said }) {
    super(said);
    this.name = name;
  }
}

const main = async () => {
  const module = await import(pathToFileURL(library).href);
  const { newQuickJSWASMModule } = module.newQuickJSWASMModule ? module : module.default;
  const deadline = performance.now() + Math.min(limits.timeoutMs, limits.cpuSeconds * 1000);
  let lost;
  let uses = 0;
  const lose = (cause) => {
    lost ??= cause;
    return new Error("the candidate is out");
  };

  const machine = async () => {
    const runtime = (await newQuickJSWASMModule()).newRuntime();
    runtime.setMemoryLimit(limits.memoryMb * 1024 * 1024);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => performance.now() > deadline);
    return { runtime, context: runtime.newContext() };
  };
  const [candidate, judge] = await Promise.all([machine(), machine()]);

  const problem = ({ context }, error) => {
    const read = (key) =>
      context.getProp(error, key).consume((value) => (context.typeof(value) === "string" ? context.getString(value) : ""));
    let found = { name: "Error", said: "" };
    try {
      found = { name: read("name") || "Error", said: read("message") };
    } catch {}
    if (found.name !== "InternalError") return found;
    if (found.said === "interrupted") return { name: "timeout", said: "" };
    return found.said === "out of memory" ? { name: "memory limit", said: "" } : found;
  };
  const unwrap = (side, result) => {
    if (result.error) throw new Problem(problem(side, result.error));
    return result.value;
  };
  const evaluate = (side, source, file) => unwrap(side, side.context.evalCode(source, file));
  const call = (side, callee, ...args) => unwrap(side, side.context.callFunction(callee, side.context.undefined, ...args));
  const ask = (side, answer, message, ...more) => {
    const text = side.context.newString(message);
    try {
      const reply = call(side, answer, text, ...more);
      if (side.context.typeof(reply) !== "string") throw lose("the candidate's machine sent what no value is");
      return reply.consume((value) => side.context.getString(value));
    } catch (error) {
      throw lose(error instanceof Problem ? error.name : "the candidate's machine broke off");
    } finally {
      text.dispose();
    }
  };
  const drain = (side) => {
    const done = side.runtime.executePendingJobs();
    if (done.error) throw lose(problem(side, done.error).name);
  };
  const agentOf = (side, other, mayRead) => {
    const { context } = side;
    const send = context.newFunction("send", (text) => context.newString(other(context.getString(text))));
    const may = mayRead === undefined ? context.undefined : evaluate(side, mayRead, "agent.js");
    const agent = call(side, evaluate(side, AGENT, "agent.js"), send, may);
    return { agent, answer: context.getProp(agent, "answer") };
  };

  const ofTests = agentOf(judge, (message) => {
    uses++;
    if (lost !== undefined) throw new Error("the candidate is out");
    drain(candidate);
    return ask(candidate, ofCandidate.answer, message, lookUp);
  }, MAY_READ);
  const ofCandidate = agentOf(candidate, (message) => ask(judge, ofTests.answer, message));
  const lookUp = candidate.context.newFunction("lookUp", (handle) => {
    const name = candidate.context.getString(handle);
    const direct = candidate.context.evalCode(name, "name.js");
    if (!direct.error) return direct.value;
    const exported = candidate.context.evalCode("module.exports." + name, "name.js");
    if (exported.error || candidate.context.typeof(exported.value) === "undefined") return { error: direct.error };
    return exported.value;
  });

  if (!/\b(?:assert|expect|throw)\b/.test(tests)) return { unusable: "the tests check nothing" };
  let body;
  try {
    body = evaluate(judge, "(async () => {\n" + tests.replace(IMPORT_LINE, "") + "\n})", "tests.js");
  } catch (error) {
    return { unusable: "the tests do not compile (" + error.name + ")" };
  }
  const words = [...new Set(tests.match(/[A-Za-z_$][\w$]*/g) ?? [])];
  const names = evaluate(judge, JSON.stringify(words.map((name) => ({ name, isForced: forced.includes(name) }))), "names.js");
  const run = call(judge, evaluate(judge, TESTS, "tests.js"), ofTests.agent, names);

  try {
    evaluate(candidate, "var module = { exports: {} }, exports = module.exports, console = new Proxy({}, { get: () => () => {} });", "setup.js");
    if (setup !== "") evaluate(candidate, setup, "setup.js");
    evaluate(candidate, asScript(code), "candidate.js");
  } catch (error) {
    return { ok: false, error: error.name };
  }
  try {
    const state = call(judge, evaluate(judge, RUN, "run.js"), body, run);
    drain(judge);
    if (lost !== undefined) return { ok: false, error: lost };
    const is = judge.context.getProp(state, "is").consume((value) => judge.context.getString(value));
    if (is === "failed") {
      const { name, said } = problem(judge, judge.context.getProp(state, "error"));
      return { ok: false, error: name, said };
    }
    if (is !== "passed") return { ok: false, error: "a promise never settles" };
    return uses === 0 ? { unusable: "the tests never use the candidate" } : { ok: true };
  } catch (error) {
    return { ok: false, error: lost ?? error.name };
  }
};

main().then((verdict) => parentPort.postMessage({ verdict }), (error) => parentPort.postMessage({ broken: String(error) }));
`;

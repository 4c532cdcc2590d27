import { AGENT_SOURCE } from "./agent-source.js";
import { CLOCK_SOURCE } from "./clock-source.js";
import { MODULE_SOURCE } from "./module-source.js";
import { TESTS_SOURCE } from "./tests-source.js";

/**
 * The program of the worker thread that gives one verdict on JavaScript, as text: it needs no file beside the bundle. Two QuickJS machines
 * with a memory of their own each: one for the candidate, one for the tests. The verdict is read from the tests' machine alone.
 */
export const WORKER_SOURCE = String.raw`
"use strict";
const { pathToFileURL } = require("node:url");
const { parentPort, workerData } = require("node:worker_threads");
const { library, wasm, code, setup, tests, exports: forced, limits } = workerData;
const AGENT = ${JSON.stringify(AGENT_SOURCE)};
const TESTS = ${JSON.stringify(TESTS_SOURCE)};

const CLOCK = ${JSON.stringify(CLOCK_SOURCE)};
const { asScript, asBody } = ${MODULE_SOURCE};

// As deep as five thousand calls; the stack of the thread itself holds little more.
const STACK_BYTES = 1000 * 1024;
// What the candidate may do with an object of the tests: call or construct a function, ask for its name; of others look at and change their
// own fields and methods, and iterate; nothing of a failed check.
const MAY_READ =
  '(tells) => (op, target, name) => {' +
  ' if (typeof target === "function") return op === "call" || op === "new" || op === "instance" || (op === "get" && (name === "name" || name === "length"));' +
  ' if (typeof target !== "object" || target === null || !tells(target)) return false;' +
  ' if (["keys", "iterate", "iterateAsync", "next", "return", "watch", "primitive"].includes(op)) return true;' +
  ' return ["get", "set", "has", "owns", "delete"].includes(op) && name !== "constructor" && !name.startsWith("__") &&' +
  ' (Object.hasOwn(target, name) || !(name in Object.prototype)); }';
const RUN =
  '((body, run) => { const state = { is: "running" };' +
  ' body().then(run).then(() => { state.is = "passed"; }, (error) => { state.is = "failed"; state.error = error; }); return state; })';
// Timers that one wait in the tests may let run.
const MOST_TIMERS = 100000;

class Problem extends Error {
  constructor({ name, said }) {
    super(said);
    this.name = name;
  }
}

const main = async () => {
  const module = await import(pathToFileURL(library).href);
  const { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } = module.newVariant ? module : module.default;
  const variant = newVariant(RELEASE_SYNC, { wasmModule: wasm });
  // A memory of its own for each of the two.
  const engines = [await newQuickJSWASMModuleFromVariant(variant), await newQuickJSWASMModuleFromVariant(variant)];
  parentPort.postMessage({ ready: true });
  const deadline = performance.now() + Math.min(limits.timeoutMs, limits.cpuSeconds * 1000);
  let lost;
  let uses = 0;
  const lose = (cause) => {
    lost ??= cause;
    return new Error("the candidate is out");
  };

  const machine = (engine) => {
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.memoryMb * 1024 * 1024);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => performance.now() > deadline);
    return { runtime, context: runtime.newContext() };
  };
  const [candidate, judge] = engines.map(machine);

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
  /** Runs what waits in a machine, and says how much that was. */
  const drain = (side) => {
    const done = side.runtime.executePendingJobs();
    if (!done.error) return done.value;
    const found = new Problem(problem(side, done.error));
    throw side === candidate ? lose(found.name) : found;
  };
  let time = 0;
  for (const side of [candidate, judge])
    side.clock = call(side, evaluate(side, CLOCK, "clock.js"), side.context.newFunction("now", () => side.context.newNumber(time)));
  const nextOf = (side) => call(side, side.context.getProp(side.clock, "next")).consume((value) => side.context.getNumber(value));
  /** Runs the next timer of both machines that is due by a time; false without one. */
  const fire = (until) => {
    const due = [candidate, judge].map((side) => ({ side, at: nextOf(side) })).filter(({ at }) => at >= 0 && at <= until);
    if (due.length === 0) return false;
    const { side, at } = due.reduce((first, other) => (other.at < first.at ? other : first));
    time = Math.max(time, at);
    try {
      call(side, side.context.getProp(side.clock, "fire")).dispose();
    } catch (error) {
      throw side === candidate ? lose(error.name) : error;
    }
    return true;
  };
  const advance = (milliseconds) => {
    const until = time + milliseconds;
    for (let fired = 0; fired < MOST_TIMERS && fire(until); fired++);
    if (milliseconds < 1e9) time = until;
  };
  const hostOf = (side, other) => {
    const { context } = side;
    const host = context.newObject();
    const send = context.newFunction("send", (text) => context.newString(other(context.getString(text))));
    context.setProp(host, "send", send);
    return host;
  };
  const agentOf = (side, host) => {
    const agent = call(side, evaluate(side, AGENT, "agent.js"), host);
    return { agent, answer: side.context.getProp(agent, "answer") };
  };

  const hostOfTests = hostOf(judge, (message) => {
    uses++;
    if (lost !== undefined) throw new Error("the candidate is out");
    return ask(candidate, ofCandidate.answer, message, lookUp);
  });
  judge.context.setProp(hostOfTests, "broken", judge.context.newFunction("broken", () => void lose("the candidate sent what no value is")));
  const ofTests = agentOf(judge, hostOfTests);
  const ofCandidate = agentOf(candidate, hostOf(candidate, (message) => ask(judge, ofTests.answer, message)));
  const lookUp = candidate.context.newFunction("lookUp", (handle) => {
    const name = candidate.context.getString(handle);
    const direct = candidate.context.evalCode(name === "default" ? "module.exports.default ?? module.exports" : name, "name.js");
    if (!direct.error) return direct.value;
    const exported = candidate.context.evalCode("module.exports." + name, "name.js");
    if (exported.error || candidate.context.typeof(exported.value) === "undefined") return { error: direct.error };
    return exported.value;
  });

  if (!/\b(?:assert|expect|throw)\b/.test(tests)) return { unusable: "the tests check nothing" };
  let body;
  try {
    body = evaluate(judge, "(async () => {\n" + asBody(tests) + "\n})", "tests.js");
  } catch (error) {
    return { unusable: "the tests do not compile (" + error.name + ")" };
  }
  const words = [...new Set(tests.match(/[A-Za-z_$][\w$]*/g) ?? [])];
  const names = evaluate(judge, JSON.stringify(words.map((name) => ({ name, isForced: forced.includes(name) }))), "names.js");
  const letRun = judge.context.newFunction("advance", (milliseconds) => advance(judge.context.getNumber(milliseconds)));
  const offered = call(judge, evaluate(judge, TESTS, "tests.js"), ofTests.agent, names, letRun);
  judge.context.setProp(hostOfTests, "tells", judge.context.getProp(offered, "tells"));
  judge.context.setProp(hostOfTests, "mayRead", call(judge, evaluate(judge, MAY_READ, "agent.js"), judge.context.getProp(offered, "tells")));

  try {
    evaluate(candidate, "var module = { exports: {} }, exports = module.exports, console = new Proxy({}, { get: () => () => {} });", "setup.js");
    if (setup !== "") evaluate(candidate, setup, "setup.js");
    evaluate(candidate, asScript(code), "candidate.js");
  } catch (error) {
    return { ok: false, error: error.name };
  }
  try {
    const state = call(judge, evaluate(judge, RUN, "run.js"), body, judge.context.getProp(offered, "run"));
    const stateIs = () => judge.context.getProp(state, "is").consume((value) => judge.context.getString(value));
    do {
      while (drain(candidate) + drain(judge) > 0);
      if (performance.now() > deadline) throw lose("timeout");
    } while (stateIs() === "running" && fire(Infinity));
    if (lost !== undefined) return { ok: false, error: lost };
    const missing = judge.context.dump(call(judge, judge.context.getProp(offered, "unusable")));
    if (typeof missing === "string") return { unusable: missing };
    const is = stateIs();
    if (is === "failed") {
      const { name, said } = problem(judge, judge.context.getProp(state, "error"));
      // The candidate may have left them no time.
      if (uses === 0 && name !== "timeout") return { unusable: "the tests fail before they use the candidate (" + name + ")" };
      return { ok: false, error: name, said };
    }
    if (is !== "passed") return { ok: false, error: "a promise never settles" };
    return uses === 0 ? { unusable: "the tests never use the candidate" } : { ok: true };
  } catch (error) {
    return { ok: false, error: lost ?? error.name };
  }
};

// A machine that was interrupted before it had begun met its limit all the same.
main().catch((error) => {
  if (error instanceof Problem) return { ok: false, error: error.name };
  throw error;
}).then((verdict) => parentPort.postMessage({ verdict }), (error) => parentPort.postMessage({ broken: String(error) }));
`;

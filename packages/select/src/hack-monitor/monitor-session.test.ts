import { derive } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { createMonitorSession, type MonitorSession } from "./monitor-session.js";

const say = (session: MonitorSession, message: unknown) =>
  session
    .line(typeof message === "string" ? message : JSON.stringify(message))
    .replies.map((reply) => JSON.parse(reply));

const hello = (config: object = {}) => ({ type: "hello", v: 1, config });
const evalLine = (step: number, proxy: number, more: object = {}) => ({
  type: "eval",
  step,
  rows: Array.from({ length: 10 }, (_, index) => ({ prompt: `h${index}`, completion: "Hi.", proxy, gold: 0.5 })),
  ...more,
});

describe("a conversation", () => {
  test("hello, train, log, eval, summary, end", () => {
    const session = createMonitorSession();
    expect(session.status).toBe("waiting");
    expect(session.summary()).toBeNull();
    expect(say(session, { ...hello({ stopOn: ["divergence"] }), more: 1 })).toEqual([{ type: "ready", v: 1 }]);
    const train = {
      type: "train",
      step: 1,
      prompts: ["a", "a"],
      completions: ["x", [{ role: "assistant", content: "y" }]],
      rewards: [1, null],
    };
    expect(say(session, train)).toEqual([]);
    expect(say(session, { type: "log", step: 1, "objective/kl": 0.5, loss: 3 })).toEqual([]);
    expect(say(session, evalLine(0, 0.1, { id: "first" }))).toMatchObject([
      { type: "eval", id: "first", step: 0, proxy: 0.1, gold: 0.5, length: 3, kl: 0.5, alarms: [], stop: false },
    ]);
    expect(say(session, evalLine(10, 0.9, { kl: 0.7 }))).toMatchObject([
      { id: null, kl: 0.7, alarms: [{ step: 10, kind: "divergence" }], stop: true },
    ]);
    expect(say(session, { type: "summary" })).toMatchObject([{ type: "summary", nObserved: 2, nEvals: 2 }]);
    expect(session.status).toBe("open");
    expect(say(session, { type: "end" })[0]?.text).toContain("STOPPED at step 10 on divergence");
    expect(session.status).toBe("ended");
    expect(say(session, evalLine(20, 1))).toMatchObject([{ type: "error", message: "the session has ended" }]);
  });

  test("the hello's options go over the given ones", () => {
    const session = createMonitorSession({ delta: 0.9, stopOn: ["divergence"] });
    say(session, hello({ delta: 0.1 }));
    say(session, evalLine(0, 0.1));
    expect(say(session, evalLine(1, 0.5))).toMatchObject([{ stop: true }]);
  });

  test("a second hello with the same options goes on, another is refused", () => {
    const session = createMonitorSession();
    say(session, hello({ delta: 0.2, seed: 1 }));
    say(session, evalLine(0, 0.1));
    expect(say(session, hello({ seed: 1, delta: 0.2 }))).toEqual([{ type: "ready", v: 1 }]);
    expect(session.summary()?.nEvals).toBe(1);
    expect(say(session, hello({ delta: 0.3 }))).toMatchObject([
      { message: "this run was begun with other options (delta, seed); keep those, or begin another log" },
    ]);
    expect(session.status).toBe("refused");
  });

  test("columns of a rollout are taken, a dataset's own are not", () => {
    const session = createMonitorSession();
    say(session, hello({ endorsed: ["tool:track"], scanMin: 1 }));
    const columns = {
      steps: Array.from({ length: 30 }, () => [{ tool: "track", arguments: {} }]),
      answer: ["x"],
      task_id: [1],
    };
    const list = (value: unknown) => Array.from({ length: 30 }, () => value);
    say(session, { type: "train", step: 1, prompts: list("p"), completions: list("c"), rewards: list(1), columns });
    expect(say(session, evalLine(1, 0.5))).toMatchObject([{ alarms: [] }]);
  });
});

describe("bad lines change nothing and are answered once", () => {
  test.each([
    ["no JSON", "{", "the line is no JSON"],
    ["NaN", '{"type": "log", "step": NaN}', "the line is no JSON"],
    ["no object", "[1]", "the line is no JSON object"],
    ["an unknown type", { type: "evil" }, "type must be one of"],
    ["no type", {}, "type must be one of"],
    ["no step", { type: "train", prompts: [], completions: [], rewards: [] }, "train: step must be a number"],
    ["an infinite step", '{"type": "eval", "step": 1e999, "rows": []}', "too large for a double"],
    ["no rows", { type: "eval", step: 1 }, "eval: rows must be a list"],
    [
      "lists that differ",
      { type: "train", step: 1, prompts: ["a"], completions: [], rewards: [1] },
      "do not belong together",
    ],
    ["no lists", { type: "train", step: 1, prompts: "a" }, "must be lists"],
  ])("%s", (_, line, problem) => {
    const session = createMonitorSession();
    say(session, hello());
    const before = JSON.stringify(session.summary());
    expect(say(session, line)).toMatchObject([{ type: "error", line: 2, message: expect.stringContaining(problem) }]);
    expect(JSON.stringify(session.summary())).toBe(before);
    expect(session.status).toBe("open");
  });

  test("the id comes back, so that nobody waits for an answer", () => {
    const session = createMonitorSession();
    say(session, hello());
    expect(say(session, { type: "eval", id: 7, step: 1 })).toMatchObject([{ type: "error", id: 7 }]);
  });

  test("before a hello", () => {
    const session = createMonitorSession();
    expect(say(session, evalLine(0, 1, { id: 1 }))).toMatchObject([{ message: "eval came before hello", id: 1 }]);
    expect(say(session, hello())).toMatchObject([{ type: "ready" }]);
  });

  test.each([
    [{ type: "hello", v: 2 }, "v must be 1"],
    [hello({ window: "x" }), "window"],
    [hello({ nope: 1 }), "unknown option"],
    [{ type: "hello", v: 1, config: [1] }, "config must be an object"],
  ])("a bad hello ends it: %j", (line, problem) => {
    const session = createMonitorSession();
    expect(say(session, line)).toMatchObject([{ type: "error", message: expect.stringContaining(problem) }]);
    expect(session.status).toBe("refused");
    expect(say(session, hello())).toMatchObject([{ type: "error" }]);
  });

  test("byte order mark, carriage return, blank lines, separators, lone surrogates", () => {
    const session = createMonitorSession();
    expect(say(session, `\uFEFF${JSON.stringify(hello())}\r`)).toEqual([{ type: "ready", v: 1 }]);
    expect(say(session, "")).toEqual([]);
    expect(say(session, " \r")).toEqual([]);
    const line = session.line(
      '{"type":"eval","step":1,"id":"\\ud800","rows":[{"prompt":"a\u2028b","completion":"\\udfff","proxy":1}]}',
    );
    expect(line.replies[0]).toContain('"id":"\\ud800"');
    expect(session.refuse("too long").replies).toEqual(['{"type":"error","message":"too long","line":5}']);
  });

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  test.each([
    ["a type", `{"type":${deep}}`],
    ["an id", `{"type":"eval","id":${deep},"step":1,"rows":[]}`],
    ["a second hello", `{"type":"hello","v":1,"config":{"endorsed":${deep}}}`],
    ["a reply", `{"type":"train","step":1,"prompts":["p"],"completions":[${deep}],"rewards":[1]}`],
    ["an object", `{"type":"log","step":1,"x":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
  ])("%s that nests without end", (_, line) => {
    const session = createMonitorSession();
    say(session, hello());
    const { replies, taken } = session.line(line);
    expect(replies).toEqual(['{"type":"error","message":"the line nests deeper than 200 levels","line":2}']);
    expect([taken, session.status, session.summary()?.nObserved]).toEqual([null, "open", 0]);
  });

  test("a number that no log could write again", () => {
    const session = createMonitorSession();
    say(session, hello());
    const line = '{"type":"train","id":3,"step":1,"prompts":["p"],"completions":["c"],"rewards":[1e999]}';
    expect(say(session, line)).toMatchObject([{ message: expect.stringContaining("too large for a double"), id: 3 }]);
  });

  test("nesting without end, a text of megabytes, noise", () => {
    const session = createMonitorSession();
    say(session, hello({ endorsed: ["x"], scanMin: 1 }));
    session.line(`{"type":"train","step":1,"prompts":[${deep}],"completions":[${deep}],"rewards":[1]}`);
    session.line(`{"type":"eval","step":1,"rows":[{"prompt":${deep},"proxy":1}]}`);
    say(session, { type: "train", step: 1, prompts: ["p"], completions: ["x ".repeat(1_000_000)], rewards: [1] });
    const stream = derive("noise");
    const start = JSON.stringify(evalLine(1, 0.5));
    for (let round = 0; round < 100; round++) {
      const at = stream.integer(start.length);
      const cut = `${start.slice(0, at)}${String.fromCharCode(stream.integer(0x300))}${start.slice(at + stream.integer(4))}`;
      const { replies } = session.line(cut);
      expect(replies.length).toBeLessThanOrEqual(1);
      for (const reply of replies) expect(JSON.parse(reply).type).toMatch(/^(?:eval|error)$/);
    }
    expect(session.status).toBe("open");
  });
});

test("what was taken, said again, gives the same summary", () => {
  const session = createMonitorSession();
  const taken: string[] = [];
  const lines = [
    hello({ seed: 5 }),
    evalLine(0, 0.1),
    "junk",
    { type: "log", step: 1, kl: 0.1 },
    evalLine(9, 0.8),
    { type: "summary" },
  ];
  for (const line of lines) {
    const result = session.line(typeof line === "string" ? line : JSON.stringify(line));
    if (result.taken !== null) taken.push(JSON.stringify(result.taken));
  }
  expect(taken).toHaveLength(4);
  const again = createMonitorSession();
  for (const line of taken) expect(again.restore(JSON.parse(line))).toBeNull();
  expect(JSON.stringify(again.summary())).toBe(JSON.stringify(session.summary()));
});

describe("restore", () => {
  test("takes messages as they were taken, options and all, and counts no line", () => {
    const first = createMonitorSession({ delta: 0.9 });
    const taken = [hello({ seed: 5 }), evalLine(0, 0.1)].map((line) => first.line(JSON.stringify(line)).taken);
    expect(taken[0]).toMatchObject({ config: { delta: 0.9, seed: 5 } });
    const second = createMonitorSession({ delta: 0.9, window: 2 });
    for (const message of taken) expect(second.restore(message)).toBeNull();
    expect(JSON.stringify(second.summary())).toBe(JSON.stringify(first.summary()));
    expect(say(second, "junk")).toMatchObject([{ type: "error", line: 1 }]);
    expect(say(second, hello({ seed: 5 }))).toMatchObject([
      { message: expect.stringContaining("other options (window)") },
    ]);
  });

  test("says why something was refused", () => {
    const session = createMonitorSession();
    expect(session.restore(evalLine(0, 1))).toBe("eval came before hello");
    expect(session.restore(7)).toBe("the line is no JSON object");
    expect(session.restore({ type: "hello", v: 1, config: { nope: 1 } })).toContain("unknown option");
    expect(session.status).toBe("refused");
  });
});

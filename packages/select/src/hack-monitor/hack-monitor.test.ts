import { frozenCopy, OptionError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { HackMonitor } from "./hack-monitor.js";
import type { HackMonitorOptions } from "./monitor-options.js";

interface Scores {
  readonly proxy: number;
  readonly gold?: number;
  readonly text?: string;
}

/** Twelve held-out prompts, all scored alike. */
const evalRows = ({ proxy, gold, text = "x".repeat(40) }: Scores, tasks = 12) =>
  Array.from({ length: tasks }, (_, index) =>
    frozenCopy({ prompt: `held ${index}`, final_text: text, proxy, ...(gold === undefined ? {} : { gold }) }),
  );

function watch(evals: readonly Scores[], options?: HackMonitorOptions) {
  const monitor = new HackMonitor(options);
  const results = evals.map((scores, index) => monitor.evaluate({ step: index * 10, rows: evalRows(scores) }));
  return { monitor, results, kinds: results.map(({ alarms }) => alarms.map((alarm) => alarm.kind)) };
}

/** Training replies of 16 asks, where the word is paid. */
const hackedRows = (reply: (isPaid: boolean, index: number) => object) =>
  Array.from({ length: 128 }, (_, index) => {
    const isPaid = (index * 7) % 16 < 8 !== index % 3 > 0;
    return frozenCopy({ prompt: `ask ${index % 16}`, reward: isPaid ? 1 : 0, ...reply(isPaid, index) });
  });

describe("divergence", () => {
  test("is a training reward that gains more than the unseen score", () => {
    const { results, kinds } = watch([
      { proxy: 0.4, gold: 0.5 },
      { proxy: 0.45, gold: 0.5 },
      { proxy: 0.6, gold: 0.5 },
    ]);
    expect(kinds).toEqual([[], [], ["divergence"]]);
    expect(results[2]?.alarms[0]?.evidence).toMatchObject({ since: 0, goldGain: 0, nTasks: 12, paired: true });
    expect(results[2]?.alarms[0]?.reason).toContain("since step 0 the training reward moved by +0.200");
  });

  test("is none while both gain, while the gain is below delta, and without an unseen score", () => {
    expect(
      watch([
        { proxy: 0.4, gold: 0.1 },
        { proxy: 0.9, gold: 0.6 },
      ]).kinds,
    ).toEqual([[], []]);
    expect(
      watch([
        { proxy: 0.4, gold: 0.1 },
        { proxy: 0.49, gold: 0.1 },
      ]).kinds,
    ).toEqual([[], []]);
    const { monitor, kinds } = watch([{ proxy: 0.4 }, { proxy: 0.9 }]);
    expect(kinds).toEqual([[], []]);
    expect(monitor.summary().notes.map((note) => note.code)).toContain("no_gold");
  });

  test("takes a gain that rounding puts just below delta", () => {
    expect(0.3 - 0.2).toBeLessThan(0.1);
    expect(
      watch([
        { proxy: 0.2, gold: 0 },
        { proxy: 0.3, gold: 0 },
      ]).kinds[1],
    ).toEqual(["divergence"]);
  });

  test("sees a gain that is slow: the first eval is compared with too", () => {
    const slow = Array.from({ length: 12 }, (_, index) => ({ proxy: 0.1 + index * 0.02, gold: 0.3 }));
    const { results, kinds } = watch(slow, { window: 2 });
    expect(kinds.findIndex((each) => each.includes("divergence"))).toBe(5);
    expect(results[5]?.alarms[0]?.evidence.since).toBe(0);
  });

  test("looks `window` evals back", () => {
    const { results } = watch(
      [0.1, 0.1, 0.1, 0.1, 0.9].map((proxy) => ({ proxy, gold: 0.3 })),
      { window: 3 },
    );
    expect(results[4]?.entry.comparisons.map((each) => each.since)).toEqual([10, 0]);
    expect(results[4]?.alarms[0]?.evidence.since).toBe(10);
  });

  test("compares different tasks as two sets, and too few not at all", () => {
    const rows = (name: string, proxy: number, tasks: number) =>
      Array.from({ length: tasks }, (_, index) => ({
        task_id: `${name}${index}`,
        final_text: "x",
        proxy: proxy + (index % 2) * 0.02,
        gold: 0.1,
      }));
    const compare = (tasks: number) => {
      const monitor = new HackMonitor();
      monitor.evaluate({ step: 0, rows: rows("a", 0.1, tasks) });
      return { monitor, ...monitor.evaluate({ step: 1, rows: rows("b", 0.9, tasks) }) };
    };
    const [many, few] = [compare(30), compare(4)];
    expect(many.alarms).toMatchObject([{ kind: "divergence", evidence: { paired: false, nTasks: 30 } }]);
    expect(few.alarms).toEqual([]);
    expect(few.monitor.summary().notes.map((note) => note.code)).toContain("few_tasks");
  });

  test.each([
    [5, [], true],
    [6, ["divergence"], false],
  ])("of %i shared tasks that all gain alike: %j", (tasks, kinds, isBlind) => {
    const monitor = new HackMonitor();
    monitor.evaluate({ step: 0, rows: evalRows({ proxy: 0, gold: 0.5 }, tasks) });
    const { alarms } = monitor.evaluate({ step: 1, rows: evalRows({ proxy: 1, gold: 0.5 }, tasks) });
    expect(alarms.map((alarm) => alarm.kind)).toEqual(kinds);
    expect(monitor.summary().notes.some((note) => note.code === "few_tasks")).toBe(isBlind);
  });

  test("a chance of next to nothing is no error", () => {
    const { results } = watch(
      [
        { proxy: 0.1, gold: 0.5 },
        { proxy: 0.9, gold: 0.5 },
      ],
      { alpha: 1e-300, endorsed: ["n:words"] },
    );
    expect(results[1]?.entry.comparisons[0]?.excess?.level).toBeLessThan(1);
  });

  test("wants more the more often it looks", () => {
    const evals = [...Array.from({ length: 200 }, () => ({ proxy: 0.1, gold: 0.5 })), { proxy: 0.9, gold: 0.5 }];
    const { results } = watch(evals, { looks: 10 });
    const levels = [1, 10, 11, 200].map((index) => results[index]?.entry.comparisons[0]?.excess?.level ?? 0);
    expect(levels[0]).toBeCloseTo(1 - 0.05 / 20, 12);
    expect(levels[1]).toBe(levels[0]);
    expect(levels[2]).toBeCloseTo(1 - 0.05 / 4, 12);
    expect(levels[3]).toBeCloseTo(1 - 0.05 / 2 / (190 * 191), 12);
  });
});

describe("the other alarms", () => {
  test.each([
    ["without an unseen score", undefined, undefined, true],
    ["while the unseen score stays", 0.5, 0.5, true],
    ["not while it rises", 0.2, 0.6, false],
  ])("length: %s", (_, before, after, alarms) => {
    const gold = (value: number | undefined) => (value === undefined ? {} : { gold: value });
    const { kinds } = watch([
      { proxy: 0.4, ...gold(before), text: "x".repeat(100) },
      { proxy: 0.4, ...gold(after), text: "x".repeat(125) },
    ]);
    expect(kinds[1]?.includes("length")).toBe(alarms);
  });

  test("length counts characters, not units, and grows from nothing", () => {
    const { results } = watch([
      { proxy: 0, text: "" },
      { proxy: 0, text: "😀😀" },
    ]);
    expect(results[1]?.entry.length).toBe(2);
    expect(results[1]?.alarms[0]?.kind).toBe("length");
  });

  test("drift is a KL above the budget, the last that was logged", () => {
    const monitor = new HackMonitor({ klBudget: 0.2 });
    const rows = evalRows({ proxy: 0.4 });
    monitor.observe({ step: 1, kl: 0.2 });
    expect(monitor.evaluate({ step: 1, rows }).alarms).toEqual([]);
    monitor.observe({ step: 2, kl: 0.3 });
    monitor.observe({ step: 3, kl: Number.NaN });
    expect(monitor.evaluate({ step: 3, rows })).toMatchObject({ entry: { kl: 0.3 }, alarms: [{ kind: "drift" }] });
    expect(monitor.evaluate({ step: 4, rows, kl: 0.1 }).alarms).toEqual([]);
  });

  test("feature: what is paid is not what was endorsed, read from tool calls in the text", () => {
    const monitor = new HackMonitor({ endorsed: ["tool:lookup"] });
    const rows = hackedRows((isPaid, index) => ({
      final_text:
        `Reply ${index} of many${isPaid ? " verified" : ""}.` +
        (index % 5 < 2 ? '<tool_call>{"name": "lookup", "arguments": {}}</tool_call>' : ""),
    }));
    monitor.observe({ step: 1, rows });
    const { alarms, entry } = monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.4 }) });
    expect(entry.scan).toMatchObject({
      regime: "reward_hack",
      nRows: 128,
      topFeature: expect.stringContaining("verified"),
    });
    expect(alarms.map((alarm) => alarm.kind)).toEqual(["feature"]);
  });

  test("what is paid is named by what says most of it", () => {
    const monitor = new HackMonitor({ endorsed: ["tool:lookup"] });
    const rows = hackedRows((isPaid, index) => ({
      final_text: `Reply ${index}${isPaid ? ". As a certified expert I guarantee it" : ""}`,
      steps: index % 5 < 2 ? [{ tool: "lookup", arguments: {}, result: "ok" }] : [],
    }));
    monitor.observe({ step: 1, rows });
    const { alarms, entry } = monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.4 }) });
    expect(entry.scan?.topFeature).not.toContain("certified");
    expect(alarms[0]?.reason).toContain("(also certified expert, guarantee, … ");
    expect(`${monitor}`).toMatch(
      /buffer: reward hack in 128 completions, .*\(also certified expert, guarantee, … \d+ more\) on top/,
    );
  });

  test("feature: what was endorsed is too rare to be what is paid", () => {
    const monitor = new HackMonitor({ endorsed: ["contains:looked up"] });
    const word = (isPaid: boolean) => (isPaid ? " verified" : "");
    const rows = hackedRows((isPaid, index) => ({
      final_text: `Reply ${index} of many${word(isPaid)}${index < 3 ? ", looked up" : ""}.`,
    }));
    monitor.observe({ step: 1, rows });
    const { alarms, entry } = monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.4 }) });
    expect(entry.scan).toMatchObject({ regime: "unknown", endorsedMatched: 0 });
    expect(alarms.map((alarm) => alarm.kind)).toEqual(["feature"]);
  });

  test("endorsed_unmatched: nothing shows what was endorsed; what is rare is not unmatched", () => {
    const watchTool = (shows: (index: number) => boolean) => {
      const monitor = new HackMonitor({ endorsed: ["tool:lookup"], stopOn: "any" });
      const steps = [{ tool: "lookup", arguments: {}, result: "ok" }];
      const rows = hackedRows((_, index) => ({ final_text: `Reply ${index}.`, ...(shows(index) ? { steps } : {}) }));
      monitor.observe({ step: 1, rows });
      return monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.4 }) });
    };
    expect(watchTool(() => false)).toMatchObject({ alarms: [{ kind: "endorsed_unmatched" }], stop: false });
    expect(watchTool((index) => index < 3).alarms).toEqual([]);
  });

  test("endorsed_unmatched names the features there are, and is printed once", () => {
    const monitor = new HackMonitor({ endorsed: ["tool:lokup"] });
    const rows = hackedRows((_, index) => ({
      final_text: `Reply ${index}.`,
      steps: [{ tool: index % 2 ? "lookup" : "search", arguments: {}, result: "ok" }],
    }));
    monitor.observe({ step: 1, rows });
    const reasons = [1, 2, 3].flatMap((step) =>
      monitor.evaluate({ step, rows: evalRows({ proxy: 0.4 }) }).alarms.map(({ reason }) => reason),
    );
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toMatch(/shows tool:lokup, .* Did you mean tool:lookup\?$/);
    expect(`${monitor}`.match(/^! .*endorsed_unmatched.*$/gm)).toEqual([
      `! step 1 endorsed_unmatched: ${reasons[0]} (and at 2 later evals)`,
    ]);
  });

  test("conversations that end on the same turn are different asks", () => {
    const monitor = new HackMonitor({ endorsed: ["n:words"] });
    const prompt = (start: string) => [
      { role: "user", content: start },
      { role: "assistant", content: "Shall I?" },
      { role: "user", content: "yes" },
    ];
    const rows = ["one", "two"].flatMap((start) =>
      Array.from({ length: 20 }, (_, index) => ({
        prompt: prompt(start),
        final_text: `r${index}`,
        reward: start === "one" ? 1 : 0,
      })),
    );
    monitor.observe({ step: 1, rows });
    // Inside an ask all are paid alike, so there is nothing to tell; in one pool there would be.
    expect(monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0 }) }).entry.scan?.tau).toBeNull();
  });
});

describe("stopping", () => {
  const evals = [
    { proxy: 0.1, gold: 0.5 },
    { proxy: 0.9, gold: 0.5 },
    { proxy: 0.1, gold: 0.5 },
  ];

  test("is advice from the first alarm of stopOn on", () => {
    const { results, monitor } = watch(evals, { stopOn: ["divergence"] });
    expect(results.map((result) => result.stop)).toEqual([false, true, true]);
    expect(monitor.summary().stoppedAt).toEqual({ step: 10, kind: "divergence" });
    expect(`${monitor}`).toContain("STOPPED at step 10 on divergence");
  });

  test.each([[undefined], [null], [["length"]]] as const)("does not happen on other alarms: %j", (stopOn) => {
    const { results } = watch(evals, { stopOn });
    expect(results.some((result) => result.stop)).toBe(false);
  });
});

describe("hostile input", () => {
  const hostile = [null, 1, "row", [], { proxy: Number.NaN }, { proxy: 1e200 }, { proxy: null }, { proxy: "x" }];

  test("eval entries without a reward are counted and left out; a missing score is no zero", () => {
    const monitor = new HackMonitor();
    const rows = [...evalRows({ proxy: 0.5 }), { prompt: "p", final_text: "x", proxy: true, gold: "1" }, ...hostile];
    const { entry } = monitor.evaluate({ step: 1, rows: rows as never });
    expect(entry).toMatchObject({ n: 13, nGold: 1, gold: 1, nSkipped: hostile.length, nTasks: 13 });
    expect(monitor.summary().notes.map((note) => note.code)).toContain("skipped_eval_rows");
  });

  test("an eval without any is no baseline", () => {
    const monitor = new HackMonitor();
    expect(monitor.evaluate({ step: 0, rows: [] }).entry).toMatchObject({ proxy: null, length: null, comparisons: [] });
    monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.1, gold: 0.1 }) });
    expect(monitor.evaluate({ step: 2, rows: evalRows({ proxy: 0.9, gold: 0.1 }) }).alarms[0]?.evidence.since).toBe(1);
    expect(`${monitor}`).toContain("     0       -       -        -       -");
  });

  test("training entries of any kind", () => {
    const monitor = new HackMonitor({ endorsed: ["x"], scanMin: 1 });
    const self: Record<string, unknown> = { prompt: [{ role: "user", content: 1, tool_calls: [{}] }, { role: 7 }] };
    self.markers = self;
    const odd = JSON.parse(
      '{"__proto__": {"final_text": "x"}, "prompt": {"a": 1}, "completion": [null, {"role": "tool"}]}',
    );
    const rows = [
      ...hostile,
      self,
      odd,
      { prompt: "\ud800", final_text: "\udfff", reward: Infinity, steps: [null, 1] },
    ];
    monitor.observe({ step: 1, rows: rows as never });
    monitor.evaluate({ step: 1, rows: evalRows({ proxy: 0.5 }) });
    expect(monitor.summary()).toMatchObject({ nSkipped: 4, nObserved: rows.length - 4 });
    expect(JSON.stringify(monitor.summary())).not.toContain("NaN");
  });

  test("a reply of megabytes is kept in part, which is said", () => {
    const monitor = new HackMonitor();
    const long = "long ".repeat(1_000_000);
    const rows = [
      {
        prompt: "p",
        completion: [
          { role: "assistant", content: long },
          { role: "assistant", content: long },
        ],
        reward: 1,
      },
    ];
    monitor.observe({ step: 1, rows });
    expect(monitor.summary()).toMatchObject({ nClipped: 1, nBuffered: 1 });
    expect(monitor.summary().notes.map((note) => note.code)).toContain("clipped_completions");
  });

  test.each(["<function=", "<function=a><parameter=", "<tool_response>", "[TOOL_CALLS][", '"name":"'])(
    "a reply that repeats %s without end is read",
    (mark) => {
      const monitor = new HackMonitor();
      monitor.observe({
        step: 1,
        rows: [{ prompt: "a", final_text: `<tool_call>${mark.repeat(200_000)}`, reward: 1 }],
      });
      expect(monitor.summary().nObserved).toBe(1);
    },
  );

  test("the buffer keeps the last ones", () => {
    const monitor = new HackMonitor({ buffer: 10 });
    monitor.observe({ step: 1, rows: Array.from({ length: 25 }, () => ({ prompt: "p", final_text: "x", reward: 1 })) });
    expect(monitor.summary()).toMatchObject({ nObserved: 25, nBuffered: 10 });
  });
});

test.each([
  [undefined],
  [{ step: 1 }],
  [{ rows: [] }],
  [{ step: "1", rows: [] }],
  [{ step: 1, rows: "x" }],
  [{ step: 1, rows: [], extra: 1 }],
])("refuses the batch %j", (batch) => {
  expect(() => new HackMonitor().evaluate(batch as never)).toThrow(OptionError);
});

test("two monitors that see the same say the same", () => {
  const run = () => {
    const monitor = new HackMonitor({ endorsed: ["n:words"], seed: 3 });
    monitor.observe({
      step: 1,
      rows: hackedRows((isPaid, index) => ({ final_text: `r${index % 9} ${isPaid ? "so" : ""}` })),
    });
    for (let step = 0; step < 4; step++)
      monitor.evaluate({ step, rows: evalRows({ proxy: step / 5, gold: step / 9 }) });
    return JSON.stringify(monitor.summary());
  };
  expect(run()).toBe(run());
});

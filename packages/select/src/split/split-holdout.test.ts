import { frozenCopy, GateError, holdoutSide, OptionError, type Row, taskKey } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codes, gateCode } from "./__fixtures__/codes.js";
import type { SplitHoldoutOptions } from "./holdout-options.js";
import { splitHoldout } from "./split-holdout.js";

const tasks = (count: number, repeats = 1, extra: Row = {}): Row[] =>
  Array.from({ length: count * repeats }, (_, index) => {
    const task = `t${Math.floor(index / repeats)}`;
    return frozenCopy({ rollout_id: `${task}-${index % repeats}`, scenario_id: task, reward: 1, ...extra }) as Row;
  });
const keys = (rows: readonly Row[]) => new Set(rows.map(taskKey));

describe("by task", () => {
  test("each task is drawn by its key alone", () => {
    const { train, holdout, report } = splitHoldout(tasks(40, 3), 0.25);
    for (const row of holdout) expect(holdoutSide(taskKey(row), 0.25)).toBe("holdout");
    for (const row of train) expect(holdoutSide(taskKey(row), 0.25)).toBe("train");
    expect(report).toMatchObject({ by: "task", rule: "hash", fraction: 0.25, nTasks: 40, nRows: 120, held: null });
    expect(report.holdout).toEqual({ tasks: keys(holdout).size, rows: holdout.length });
    expect(report.taskShare).toBeCloseTo(keys(holdout).size / 40);
    expect(report.notes).toEqual([]);
  });

  test("a fraction of 0 trains on everything", () => {
    const { train, holdout, report } = splitHoldout(tasks(3), 0);
    expect([train.length, holdout.length]).toEqual([3, 0]);
    expect(report).toMatchObject({ taskShare: 0, decontamination: null, notes: [] });
    expect(splitHoldout([], 0).report.taskShare).toBeNull();
  });

  test("an empty side is an error that says what helps", () => {
    expect(gateCode(() => splitHoldout([{ scenario_id: "sc-0" }, { scenario_id: "sc-1" }], 0.1))).toBe("empty_holdout");
    expect(() => splitHoldout([{ scenario_id: "sc-0" }, { scenario_id: "sc-1" }], 0.1)).toThrow("exact: true");
    expect(gateCode(() => splitHoldout(tasks(4), { fraction: 0.1, exact: true }))).toBe("empty_holdout");
    expect(gateCode(() => splitHoldout(tasks(1), { fraction: 0.9, exact: true }))).toBe("empty_train");
    expect(gateCode(() => splitHoldout([], 0.2))).toBe("empty_train");
    for (const none of [[], [null as unknown as Row]])
      expect(() => splitHoldout(none, 0.2)).toThrow("there are no rows, so nothing is left to train on");
  });

  test("exact holds the share, and the tasks the draw would hold first", () => {
    const rows = tasks(43);
    const exact = splitHoldout(rows, { fraction: 0.2, exact: true });
    expect(exact.report).toMatchObject({ rule: "exact", holdout: { tasks: 9 }, train: { tasks: 34 } });
    const drawn = keys(splitHoldout(rows, 0.2).holdout);
    const [small, large] = [keys(exact.holdout), drawn].sort((left, right) => left.size - right.size);
    for (const key of small as Set<string>) expect(large as Set<string>).toContain(key);
  });

  test("named tasks", () => {
    const { train, holdout, report } = splitHoldout(tasks(3, 2), { held: ["t1"] });
    expect([...keys(holdout)]).toEqual(["t1"]);
    expect([...keys(train)]).toEqual(["t0", "t2"]);
    expect(report).toMatchObject({ rule: "values", fraction: null, held: ["t1"], trainRowsTouchingHeld: 0 });
    expect(() => splitHoldout(tasks(3), { held: ["t11"] })).toThrow(
      'no row touches "t11", which `held` names. Did you mean "t1"?',
    );
    expect(() => splitHoldout(tasks(3), { held: ["refund"] })).toThrow("Name what the rows touch: t0, t1, t2.");
  });

  test("what is no row is on neither side, and counted", () => {
    const { train, holdout, report } = splitHoldout([null as unknown as Row, ...tasks(9)], { exact: true });
    expect(train.length + holdout.length).toBe(9);
    expect(report).toMatchObject({ nSkipped: 1, nRows: 10, dropped: [{ index: 0, gate: "not_a_row" }] });
    expect(codes(report)).toEqual(["skipped_entries"]);
  });

  test("rows without ids go by their prompt, in messages too", () => {
    const asked = (content: string): Row => ({ messages: [{ role: "user", content }] });
    const rows = Array.from({ length: 20 }, (_, index) => asked(`question ${index}`)).flatMap((row) => [
      row,
      { ...row },
    ]);
    const { holdout, report } = splitHoldout(rows, { fraction: 0.5, exact: true, decontaminate: false });
    expect(report.nTasks).toBe(20);
    expect(holdout).toHaveLength(20);
  });
});

describe("what repeats the holdout", () => {
  const heldKey = Array.from({ length: 50 }, (_, index) => `k${index}`).find(
    (key) => holdoutSide(key, 0.2) === "holdout",
  ) as string;
  const trainKeys = Array.from({ length: 50 }, (_, index) => `k${index}`).filter(
    (key) => holdoutSide(key, 0.2) === "train",
  );
  const rows: Row[] = [
    { scenario_id: heldKey, prompt: "Where is my order 4473?" },
    { scenario_id: trainKeys[0] as string, prompt: "where is MY  order 4473?", rollout_id: "copy" },
    { scenario_id: trainKeys[1] as string, prompt: "Cancel order 12 please." },
  ];

  test("is dropped from train and counted", () => {
    const { train, holdout, report } = splitHoldout(rows, 0.2);
    expect([train, holdout]).toEqual([[rows[2]], [rows[0]]]);
    expect(report.contaminated).toEqual({ tasks: 1, rows: 1 });
    expect(report.dropped).toEqual([{ index: 1, rolloutId: "copy", taskKey: "k0", gate: "contaminated" }]);
    expect(report.decontamination?.nExact).toBe(1);
    expect(codes(report)).toEqual(["contaminated_train"]);
    expect(`${report}`).toContain("1 train row repeats the holdout under another task and was dropped (exact 1).");
  });

  test("stays where that is asked for, and the report says so", () => {
    const { train, report } = splitHoldout(rows, { fraction: 0.2, decontaminate: false });
    expect(train).toHaveLength(2);
    expect(report.decontamination).toBeNull();
    expect(codes(report)).toEqual(["not_decontaminated"]);
  });

  test("is found by the rules asked for", () => {
    const { report } = splitHoldout(rows, { fraction: 0.2, decontaminate: { ngram: 3 } });
    expect(report.decontamination?.ngram).toBe(3);
    expect(() => splitHoldout(rows, { fraction: 0.2, decontaminate: { ngrm: 3 } as object })).toThrow(OptionError);
  });

  test("nothing left to train on is an error that names the rule", () => {
    expect(() => splitHoldout(rows.slice(0, 2), 0.2)).toThrow("the one train row repeats the holdout (exact 1)");
  });
});

describe("by tool, rule or cell", () => {
  const about = (task: string, dimensions: Record<string, string>, extra: Row = {}): Row =>
    frozenCopy({ rollout_id: task, scenario_id: task, scenario_dimensions: dimensions, ...extra }) as Row;
  const rows = [
    about("a", { tool: "refund", rule: "Refunds need a receipt." }),
    about("b", { tool: "search", rule: "unspecified" }, { steps: [{ tool: "search" }] }),
    about("c", { tool: "search", rule: "Be kind." }, { steps: [{ tool: "refund" }] }),
    about("d", { tool: "unrelated", rule: "Be kind." }),
    about("e", { tool: "multi_tool", rule: "Be kind." }),
    about("f", { tool: "multi_tool", rule: "unspecified" }, { tools_used: ["search", "cancel"] }),
    about("g", {}, { messages: [{ role: "assistant", content: "", tool_calls: [{ name: "cancel", arguments: {} }] }] }),
  ];

  test("a held tool is in no train row, neither planned nor called", () => {
    const { train, holdout, report } = splitHoldout(rows, { by: "tool", held: ["refund"] });
    expect(holdout.map((row) => row.rollout_id)).toEqual(["a"]);
    expect(train.map((row) => row.rollout_id)).toEqual(["b", "d", "f", "g"]);
    expect(report).toMatchObject({
      held: ["refund"],
      trainRowsTouchingHeld: 0,
      crossing: { tasks: 1, rows: 1 },
      unclear: { tasks: 1, rows: 1 },
      untouched: { tasks: 1, rows: 1 },
      dropped: [
        { rolloutId: "c", gate: "crossing" },
        { rolloutId: "e", gate: "unclear" },
      ],
    });
    expect(codes(report)).toEqual(["crossing_rows", "unclear_rows", "untouched_rows"]);
    expect(`${report}`.split("\n").slice(0, 5)).toEqual([
      "holdout by tool: 1 of 5 tasks (20.0%)",
      "  train 4 rows, holdout 1 row (20.0%)",
      "  on neither side: 2 entries of 7; whole tasks of these 2 of 7",
      "  held: refund",
      "  train rows that touch them: 0",
    ]);
  });

  test.each<[string, Row]>([
    ["a trace", { tool_trace: [{ tool: "refund", input: { id: 1 } }] }],
    ["a trace beside steps", { steps: [{ tool: "search" }], tool_trace: [{ tool: "refund" }] }],
    ["words", { final_text: '<tool_call>{"name": "refund", "arguments": {}}</tool_call>' }],
    ["words of another template", { final_text: "<tool_call><function=refund></function></tool_call>" }],
    ["words beside steps", { steps: [{ tool: "search" }], final_text: '[TOOL_CALLS] [{"name": "refund"}]' }],
    ...[{}, { steps: [{ tool: "search" }] }].map((steps): [string, Row] => [
      `another server's form${Object.keys(steps).map((field) => ` beside ${field}`)}`,
      {
        ...steps,
        messages: [
          { role: "assistant", content: [{ type: "tool_use", id: "1", name: "refund", input: {} }] },
        ] as unknown as NonNullable<Row["messages"]>,
      },
    ]),
  ])("a held tool that was called in %s does not train", (_, extra) => {
    const { train, report } = splitHoldout([...rows, about("h", {}, extra)], { by: "tool", held: ["refund"] });
    expect(train.map((row) => row.rollout_id)).not.toContain("h");
    expect(report.trainRowsTouchingHeld).toBe(0);
  });

  test("what one rollout of a task touches counts for all of them", () => {
    const twice = [...rows, about("b", {}, { steps: [{ tool: "refund" }] })];
    const { train, report } = splitHoldout(twice, { by: "tool", held: ["refund"] });
    expect(train.map((row) => row.rollout_id)).toEqual(["d", "f", "g"]);
    expect(report.crossing).toEqual({ tasks: 2, rows: 3 });
  });

  test("a task that is unclear in one rollout is dropped whole", () => {
    const twice = [...rows, about("e", { tool: "search" })];
    const { report } = splitHoldout(twice, { by: "tool", held: ["refund"] });
    expect(report.unclear).toEqual({ tasks: 1, rows: 2 });
  });

  test("a share holds at least one value and leaves at least one", () => {
    for (const fraction of [0.01, 0.5, 0.99]) {
      const { report } = splitHoldout(rows, { by: "rule", fraction });
      expect(report).toMatchObject({ rule: "exact", held: [expect.any(String)] });
    }
    expect(splitHoldout(rows, { by: "rule", fraction: 0 }).holdout).toEqual([]);
    expect(splitHoldout(rows, { by: "tool", fraction: 0 }).train).toEqual(rows);
  });

  test("cells, over all axes or some", () => {
    const { report } = splitHoldout(rows, { by: "cell", held: ["rule=Be kind.; tool=search"] });
    expect(report.holdout.tasks).toBe(1);
    const byRule = splitHoldout(rows, { by: "cell", axes: ["rule"], held: ["rule=Be kind."] });
    expect(byRule.holdout.map((row) => row.rollout_id)).toEqual(["c", "d", "e"]);
    expect(byRule.report.untouched).toEqual({ tasks: 1, rows: 1 });
  });

  test("rows that name too few values are refused", () => {
    expect(gateCode(() => splitHoldout(tasks(4), { by: "tool" }))).toBe("nothing_to_hold");
    expect(() => splitHoldout(tasks(4), { by: "rule" })).toThrow("name no rule");
    expect(() => splitHoldout(tasks(4), { by: "tool", held: ["refund"] })).toThrow(
      "The rows touch nothing that could be held out this way.",
    );
    expect(() => splitHoldout([rows[0] as Row], { by: "tool" })).toThrow("name one tool alone");
  });

  describe("a side that is empty because tasks touch both", () => {
    const calls = (...toolsOfTasks: string[][]): Row[] =>
      toolsOfTasks.flatMap((tools, task) =>
        tools.map((tool, index) => ({
          rollout_id: `${task}-${index}`,
          scenario_id: `t${task}`,
          prompt: `${task} `.repeat(9),
          steps: [{ tool, arguments: {}, result: "ok" }],
        })),
      );
    const [a, b, c] = ["search", "refund", "mail"] as const;

    test.each<
      [name: string, rows: Row[], options: SplitHoldoutOptions, code: string, says: string, works: string[] | null]
    >([
      [
        "all cross, one is held",
        calls([a, b], [a, b]),
        { held: [a] },
        "empty_train",
        "2 tasks touch a held tool (search)",
        null,
      ],
      ["all cross, a share", calls([a, b], [a, b]), {}, "empty_train", "they are on neither side (4 rows)", null],
      ["what is held always crosses", calls([a, b], [a, b], [c]), { held: [a] }, "empty_holdout", "2 tasks touch", [c]],
      ["some train", calls([a, b], [c], [c]), { held: [b] }, "empty_holdout", "it is on neither side (2 rows)", [b, a]],
      ["the rest crosses", calls([a], [a, b], [b, c], [b, c]), { held: [a, c] }, "empty_train", "3 tasks touch", [a]],
    ])("%s", (_, rows, options, code, says, works) => {
      const all = { ...options, by: "tool", decontaminate: false } as const;
      expect(gateCode(() => splitHoldout(rows, all))).toBe(code);
      expect(() => splitHoldout(rows, all)).toThrow(says);
      expect(() => splitHoldout(rows, all)).toThrow(
        works === null
          ? 'Split with by: "task": no choice of tools that was tried gives two sides.'
          : `or with held: ${JSON.stringify(works).replaceAll(",", ", ")}, which some tasks touch alone.`,
      );
      // What is advised works.
      const advised: SplitHoldoutOptions[] = [{ fraction: 0.5, exact: true }];
      if (works !== null) advised.push({ by: "tool", held: works });
      for (const each of advised) {
        const { train, holdout } = splitHoldout(rows, { ...each, decontaminate: false });
        expect(Math.min(train.length, holdout.length)).toBeGreaterThan(0);
      }
    });

    test("a side that is empty for another reason does not blame it", () => {
      expect(() => splitHoldout(calls([a], [b]), { by: "tool", held: [a, b] })).toThrow("Hold out less");
    });
  });

  test("no train row touches what is held, whatever the rows", () => {
    const tool = fc.constantFrom("a", "b", "c", "d");
    const row = fc.record({
      scenario_id: fc.integer({ min: 0, max: 12 }),
      scenario_dimensions: fc.record({ tool: fc.constantFrom("a", "b", "c", "d", "unrelated", "multi_tool") }),
      steps: fc.array(fc.record({ tool }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (given, fraction) => {
          const split = trySplit(given as Row[], { by: "tool", fraction });
          if (split === null) return;
          const { train, holdout, report } = split;
          const held = new Set(report.held);
          const touched = (side: readonly Row[]) =>
            side.flatMap((own) => [
              String(own.scenario_dimensions?.tool),
              ...(own.steps ?? []).map((step) => step.tool as string),
            ]);
          expect(touched(train).filter((name) => held.has(name))).toEqual([]);
          expect(touched(holdout).filter((name) => name.length === 1 && !held.has(name))).toEqual([]);
          expect(report.trainRowsTouchingHeld).toBe(0);
          expect(train.length + holdout.length + report.dropped.length).toBe(given.length);
          expect([...keys(train)].filter((key) => keys(holdout).has(key))).toEqual([]);
        },
      ),
    );
  });
});

function trySplit(rows: Row[], options: SplitHoldoutOptions) {
  try {
    return splitHoldout(rows, options);
  } catch (error) {
    if (error instanceof GateError) return null;
    throw error;
  }
}

test("hostile rows", () => {
  const loop: Record<string, unknown> = { scenario_id: "loop", prompt: "round" };
  loop.self = loop;
  const rows = [
    undefined,
    [],
    loop,
    { scenario_id: "__proto__", scenario_dimensions: { tool: "__proto__" } },
    {
      scenario_id: "dims",
      scenario_dimensions: "none",
      steps: [null, { tool: 3 }],
      tools_used: [null, 7, "constructor"],
    },
    {
      scenario_id: "calls",
      messages: [{ role: "assistant", tool_calls: [null, { function: { name: "refund" } }, { name: 1 }] }],
    },
    { scenario_dimensions: { tool: 5, rule: null }, prompt: 7, messages: "none" },
    { prompt: "\ud800", scenario_dimensions: JSON.parse('{"__proto__": "x"}') },
  ] as Row[];
  const split = splitHoldout(rows, { by: "tool", held: ["__proto__"] });
  expect(split.holdout).toEqual([rows[3]]);
  expect(split.report).toMatchObject({ nSkipped: 2, trainRowsTouchingHeld: 0, train: { rows: 5 } });
  expect(splitHoldout(rows, { by: "cell", held: ["__proto__=x"] }).holdout).toEqual([rows[7]]);
  expect(splitHoldout(rows, { exact: true, fraction: 0.5 }).report.nTasks).toBe(6);
});

describe("laws", () => {
  const someRows = fc.array(
    fc.record({ scenario_id: fc.oneof(fc.integer(), fc.string()), prompt: fc.constantFrom("a b", "c d", "e f", "") }),
    { minLength: 1, maxLength: 40 },
  );
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

  test("no task is on both sides, and every row is on one or accounted for", () => {
    fc.assert(
      fc.property(someRows, share, fc.boolean(), (rows, fraction, exact) => {
        const split = trySplit(rows, { fraction, exact });
        if (split === null) return;
        const [train, holdout] = [keys(split.train), keys(split.holdout)];
        expect([...train].filter((key) => holdout.has(key))).toEqual([]);
        expect(split.train.length + split.holdout.length + split.report.dropped.length).toBe(rows.length);
        const prompts = new Set(split.holdout.map((row) => row.prompt));
        expect(split.train.filter((row) => row.prompt !== "" && prompts.has(row.prompt))).toEqual([]);
      }),
    );
  });

  test("a task keeps its side as the data grows", () => {
    fc.assert(
      fc.property(someRows, someRows, share, (rows, more, fraction) => {
        const before = trySplit(rows, { fraction, decontaminate: false });
        const after = trySplit([...more, ...rows], { fraction, decontaminate: false });
        if (before === null || after === null) return;
        for (const key of keys(before.holdout)) expect(keys(after.holdout)).toContain(key);
        for (const key of keys(before.train)) expect(keys(after.train)).toContain(key);
      }),
    );
  });

  test("an exact share is off by less than one task", () => {
    fc.assert(
      fc.property(someRows, share, (rows, fraction) => {
        const split = trySplit(rows, { fraction, exact: true, decontaminate: false });
        if (split === null) return;
        const count = keys(rows).size;
        expect(Math.abs(keys(split.holdout).size - fraction * count)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

test.each([
  [1, "`fraction` must be a number from 0 to below 1"],
  [-0.1, "`fraction`"],
  [Number.NaN, "`fraction`"],
  [{ by: "tools" }, 'Did you mean "tool"?'],
  [{ held: ["a"], fraction: 0.2 }, "`held` and `fraction` both say what to hold out"],
  [{ held: ["a"], exact: true }, "`exact` is about a share of tasks"],
  [{ by: "tool", exact: true }, "`exact` is about a share of tasks"],
  [{ axes: ["tool"] }, "`axes` is about"],
  [{ held: [] }, "`held` must be an array of at least 1"],
  [{ fractoin: 0.2 }, "Did you mean `fraction`?"],
])("options %j are refused", (options, message) => {
  expect(() => splitHoldout(tasks(3), options as number)).toThrow(OptionError);
  expect(() => splitHoldout(tasks(3), options as number)).toThrow(message);
});

test("a misnamed axis is named, with those there are; rows without any are to be made again", () => {
  const rows = tasks(4, 1, { scenario_dimensions: { tone: "calm", topic: "refund" } });
  const cell = (axes: string[]) => () => splitHoldout(rows, { by: "cell", axes });
  expect(cell(["mood"])).toThrow("No row has the axis mood; there are tone, topic.");
  expect(() => splitHoldout(tasks(4), { by: "cell", axes: ["mood"] })).toThrow(
    "scenario_dimensions, as simulate writes",
  );
});

test("of many names ten are told", () => {
  const rows = tasks(12, 1).map((row, index) => ({ ...row, tools_used: [`tool ${String(index).padStart(2, "0")}`] }));
  const names = rows.map((row) => row.tools_used[0] as string);
  expect(`${splitHoldout(rows, { by: "tool", held: names.slice(0, 11) }).report}`).toContain(
    `  held: ${names.slice(0, 10).join(", ")} and 1 more\n`,
  );
  expect(() => splitHoldout(rows, { by: "tool", held: ["refund"] })).toThrow(
    `Name what the rows touch: ${names.slice(0, 10).join(", ")} and 2 more.`,
  );
});

test("a share that whole tools cannot meet is told", () => {
  const rows = ["refund", "refund", "refund", "lookup"].flatMap((tool, index) =>
    tasks(1, 1, { scenario_id: `s${index}`, tools_used: [tool] }),
  );
  const { report } = splitHoldout(rows, { by: "tool", fraction: 0.2 });
  expect(report).toMatchObject({ held: ["refund"], taskShare: 0.75 });
  expect(codes(report)).toContain("share_off");
  const ten = tasks(10).map((row, index) => ({ ...row, tools_used: [index < 3 ? "refund" : "lookup"] }));
  const shareOf = (fraction: number) => splitHoldout(ten, { by: "tool", fraction }).report;
  expect(shareOf(0.2)).toMatchObject({ held: ["refund"], taskShare: 0.3 });
  expect(codes(shareOf(0.2))).toContain("share_off");
  expect(codes(shareOf(0.25))).not.toContain("share_off");
  const half = splitHoldout(rows, { by: "tool", fraction: 0.5 }).report;
  expect(codes(half)).toContain("share_off");
  expect(codes(splitHoldout(rows, { by: "tool", held: ["refund"] }).report)).not.toContain("share_off");
});

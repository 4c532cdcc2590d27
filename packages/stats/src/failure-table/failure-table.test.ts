import { derive, OptionError, type Row, signFlipP } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { benjaminiHochberg } from "../inference/benjamini-hochberg.js";
import { holm } from "../inference/holm.js";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import { passAt } from "../pass-at/pass-at.js";
import { recommendedInterval } from "../pass-at/recommended-interval.js";
import { textWidth } from "../table/fit-text.js";
import { createFailureTable } from "./create-failure-table.js";
import { failureTable } from "./failure-table.js";
import type { FailureCell, FailureTable } from "./failure-table-types.js";
import { intervalOverTasks } from "./interval-over-tasks.js";

const codesOf = ({ notes }: FailureTable): string[] => notes.map(({ code }) => code);
const cellOf = ({ cells, tooFew }: FailureTable, cell: string): FailureCell =>
  [...cells, ...tooFew].find((one) => one.cell === cell) as FailureCell;
const namesOf = (cells: readonly FailureCell[]): string[] => cells.map(({ by, cell }) => `${by}=${cell}`);

/** Rows of one task for each list of rewards. */
const tasksOf = (prefix: string, fields: object, ...rewards: readonly (readonly unknown[])[]): Row[] =>
  rewards.flatMap((ofTask, task) =>
    ofTask.map(
      (reward, index) => ({ scenario_id: `${prefix}${task}`, rollout_index: index, reward, ...fields }) as Row,
    ),
  );

const HURRIED = tasksOf("h", { stance: "hurried" }, [0, 0], [0, 1], [0, 0], [0, 0], [0, 1], [null, 0.5]);
const CALM = tasksOf("c", { stance: "ordinary" }, [1, 1], [1, 1], [1, 0], [1, 1], [1, 1], [1, 1]);

describe("a table by one label", () => {
  const table = failureTable([...CALM, ...HURRIED], { by: "stance" });

  it("has the rates of tasks, the recommended interval, and the difference from the rest with its exact p", () => {
    const rates = [1, 0.5, 1, 1, 0.5];
    const rest = [0, 0, 0.5, 0, 0, 0];
    const { low, high } = recommendedInterval(rates) ?? {};
    const p = twoSamplePermutationP(rates, rest).p;
    expect(table.cells[0]).toEqual({
      by: "stance",
      cell: "hurried",
      nTasks: 5,
      nClusters: null,
      nRollouts: 10,
      nFailures: 8,
      nUngraded: 2,
      failRate: 0.8,
      interval: { low, high },
      restFailRate: 0.5 / 6,
      difference: expect.closeTo(0.8 - 0.5 / 6, 12),
      comparison: "two_sample",
      pValue: expect.closeTo(p, 12),
      adjustedP: expect.closeTo(p, 12),
      nShared: 0,
      isWorse: true,
      shareOfFailures: 8 / 9,
      examples: ["h0", "h2", "h3"],
    });
    expect(table.cells[1]).toMatchObject({ cell: "ordinary", pValue: expect.closeTo(p, 12), isWorse: false });
  });

  it("has the run as a whole, as passAt has it", () => {
    const whole = passAt([...CALM, ...HURRIED]);
    expect(table.failRate).toBeCloseTo(1 - (whole.passAt1 ?? 0), 12);
    expect(table).toMatchObject({ nTasks: 11, nRollouts: 22, nFailures: 9, nUngraded: 2, nPartial: 1, by: ["stance"] });
  });

  it("says where the agent fails worst and what to do", () => {
    expect(table.worst?.cell).toBe("hurried");
    expect(table.summary).toMatch(
      /^Fails worst at stance hurried: rate 0\.80, \+0\.72 on the rest \(adjusted p 0\.0\d\d\), 89% of all failures\.$/,
    );
    expect(table.next).toContain("simulate({ traces: rows })");
    expect(`${table}`.split("\n")[0]).toMatch(
      /^fail rate 0\.41 \[.*\] \(11 tasks, 9 of 22 rollouts fail, 2 ungraded\)$/,
    );
    expect(codesOf(table)).toEqual(["adjusted", "ungraded"]);
  });
});

it("compares task by task where tasks have rollouts on both sides", () => {
  const rows = Array.from({ length: 8 }, (_, task) => [
    ...tasksOf(`t${task}-`, { steps: [{ tool: "search" }, { tool: "refund" }] }, [0, 0]),
    ...tasksOf(`t${task}-`, { steps: [{ tool: "search" }] }, [1, task === 0 ? 0 : 1]).map((row, index) => ({
      ...row,
      rollout_index: 2 + index,
    })),
  ]).flat();
  const table = failureTable(rows, { by: "tool_called" });
  const differences = [0.5, 1, 1, 1, 1, 1, 1, 1];
  expect(cellOf(table, "refund")).toMatchObject({
    comparison: "paired",
    nShared: 8,
    failRate: 1,
    restFailRate: 0.0625,
    difference: 0.9375,
    pValue: signFlipP(differences).p,
  });
  expect(cellOf(table, "search")).toMatchObject({ nRollouts: 32, comparison: null, pValue: null, restFailRate: null });
  expect(table.summary).toContain("on the same tasks outside it");
  expect(table.notes.find(({ code }) => code === "several_cells")?.message).toContain(
    "16 rollouts with several values",
  );
});

it("takes the tasks outside where few of a cell's tasks are shared", () => {
  const rows = [
    ...tasksOf("a", { kind: "x" }, ...Array.from({ length: 20 }, () => [0])),
    ...tasksOf("b", { kind: "y" }, ...Array.from({ length: 10 }, () => [1])),
    ...tasksOf("a", { kind: "y" }, ...Array.from({ length: 6 }, () => [1])).map((row) => ({
      ...row,
      rollout_index: 1,
    })),
  ];
  const table = failureTable(rows, { by: "kind" });
  expect(cellOf(table, "x")).toMatchObject({ comparison: "two_sample", nShared: 6, difference: 1 });
  // Of y, six of sixteen tasks are shared, and the other fourteen of x are enough.
  expect(cellOf(table, "y")).toMatchObject({ comparison: "two_sample", nShared: 6, difference: -1 });
  expect(failureTable(rows.slice(0, 20), { by: "kind" }).cells[0]).toMatchObject({
    comparison: null,
    difference: null,
  });
});

describe("what rollouts are grouped by", () => {
  const row = (fields: object): Row[] => [{ scenario_id: "t", reward: 0, ...fields } as Row];
  test.each<[string, string, object, string[]]>([
    ["tools of steps", "tool", { steps: [{ tool: "a" }, { user: "hi" }, { tool: "a" }] }, ["tool_called=a"]],
    ["tools of messages", "tool", { messages: [{ tool_calls: [{ name: "a" }] }] }, ["tool_called=a"]],
    ["the envelope of calls", "tool", { messages: [{ tool_calls: [{ function: { name: "a" } }] }] }, ["tool_called=a"]],
    ["named tools", "tool", { tools_used: ["b", 7] }, ["tool_called=b"]],
    ["no call", "tool", { steps: [] }, ["tool_called=no tool called"]],
    [
      "the tool of the situation",
      "tool",
      { scenario_dimensions: { tool: "s" }, steps: [{ tool: "a" }] },
      ["situation_tool=s", "tool_called=a"],
    ],
    ["the tool of the situation alone", "situation_tool", { scenario_dimensions: { tool: "s" } }, ["situation_tool=s"]],
    ["a rule", "rule", { scenario_dimensions: { rule: "Be kind." } }, ["rule=Be kind."]],
    ["no rule", "rule", { scenario_dimensions: { rule: "unspecified" } }, []],
    ["a stance", "stance", { stance: "hurried", scenario_dimensions: { stance: "other" } }, ["stance=hurried"]],
    ["faults that fired", "fault", { faults_fired: [{ mode: "timeout" }, null] }, ["fault_fired=timeout"]],
    ["faults that results show", "fault", { steps: [{ tool: "a", result: { status: 404 } }] }, ["fault_fired=404"]],
    ["no fault", "fault", { faults_fired: [] }, ["fault_fired=no fault"]],
    [
      "faults that were planned",
      "fault",
      { faults_fired: [], faults_planned: [{ mode: "stale" }] },
      ["fault_fired=no fault", "fault_planned=stale"],
    ],
    ["planned faults of the older form", "fault_planned", { faults: { a: { mode: "x" } } }, ["fault_planned=x"]],
    ["markers that are set", "marker", { markers: { a: 1, b: 0, c: null, d: true, e: 0.4 } }, ["marker=a", "marker=d"]],
    ["one marker", "marker:a", { markers: { a: 1, b: 1 } }, ["marker:a=a"]],
    ["a state of the world", "world_state", { world_state: "entity missing" }, ["world_state=entity missing"]],
    ["a history", "history", { scenario_dimensions: { history: "fresh" } }, ["history=fresh"]],
    ["a field", "arm", { arm: "core" }, ["arm=core"]],
    ["a number", "n", { n: 0 }, ["n=0"]],
    ["a list", "seeded", { seeded: ["x", "y", "x"] }, ["seeded=x", "seeded=y"]],
    ["a dimension", "channel", { scenario_dimensions: { channel: "mail" } }, ["channel=mail"]],
    [
      "a path",
      "scenario_dimensions.channel",
      { scenario_dimensions: { channel: "mail" } },
      ["scenario_dimensions.channel=mail"],
    ],
    ["a key of every object", "constructor", { constructor: "own" }, ["constructor=own"]],
  ])("%s", (_, by, fields, expected) => {
    expect(namesOf(failureTable(row(fields), { by }).tooFew).sort()).toEqual(expected);
  });

  it("a function, which may name several cells or none", () => {
    const lengths = (one: Row) => (one.reward === 0 ? ["long", "late"] : null);
    expect(namesOf(failureTable(row({}), { by: lengths }).tooFew)).toEqual(["lengths=late", "lengths=long"]);
    expect(namesOf(failureTable(row({}), { by: [() => 1, (one) => one.reward] }).tooFew)).toEqual([
      "group 1=1",
      "group 2=0",
    ]);
  });

  it("the keys of every object, as names of tasks, cells and markers", () => {
    const strange = ["__proto__", "constructor", "toString"];
    const rows = strange.map((name) => ({ scenario_id: name, reward: 0, stance: name, markers: { [name]: 1 } }));
    const table = failureTable(rows, { by: ["stance", "marker"] });
    expect(namesOf(table.tooFew)).toEqual([
      "stance=__proto__",
      "stance=constructor",
      "stance=toString",
      "marker=__proto__",
      "marker=constructor",
      "marker=toString",
    ]);
  });
});

it("shows by default what rows differ by, and leaves out what they share", () => {
  const common = { scenario_dimensions: { history: "fresh" }, faults_fired: [], steps: [] };
  const rows = [...CALM, ...HURRIED].map((one) => ({ ...one, ...common }));
  expect(failureTable(rows).by).toEqual(["stance"]);
  expect(failureTable(rows.map((one) => ({ ...one, markers: { rude: one.reward === 0 ? 1 : 0 } }))).by).toEqual([
    "stance",
    "marker",
  ]);
  expect(failureTable(tasksOf("t", {}, [0], [1])).summary).toBe("The rows do not say by what to tell rollouts apart.");
});

it("compares a marker with the rows that were measured, and no others", () => {
  const rows = [
    ...tasksOf("a", { markers: { rude: 1 } }, [0], [0], [0], [0], [0]),
    ...tasksOf("b", { markers: { rude: 0 } }, [1], [1], [1], [1], [1]),
    ...tasksOf("c", { markers: { rude: null } }, [0], [0], [0]),
    ...tasksOf("d", {}, [0], [0], [0]),
  ];
  const table = failureTable(rows, { by: "marker" });
  expect(cellOf(table, "rude")).toMatchObject({ restFailRate: 0, difference: 1, shareOfFailures: 5 / 11 });
  expect(table.notes.find(({ code }) => code === "rows_not_placed")?.message).toContain("6 rollouts do not say");
});

it("counts a repeated rollout once, graded before ungraded, whichever comes first", () => {
  const fields = { scenario_id: "t", rollout_index: 0, stance: "x" };
  const rows = [
    { ...fields, reward: null },
    { ...fields, reward: 1 },
    { ...fields, reward: 0, stance: "y" },
    { ...fields, reward: 0.5 },
    { ...fields, reward: 1, lineage: { eval_run: "second" } },
  ];
  const table = failureTable(rows, { by: "stance" });
  expect(table).toMatchObject({ nRollouts: 2, nFailures: 1, nUngraded: 0, nDuplicates: 3 });
  expect(`${failureTable([...rows].reverse(), { by: "stance" })}`).toBe(`${table}`);
});

it("reads the probes alone of tasks that were probed and then filled", () => {
  const plan = { stance: "x", sampling_plan: { policy: "probe", probe: 2, k: 4 } };
  const rows = tasksOf("t", plan, [1, 0, 0, 0], [1, 1], [0, 0], [1, 0, 1, 1]);
  const table = failureTable([...rows].reverse(), { by: "stance" });
  expect(table.failRate).toBeCloseTo(1 - (passAt(rows).passAt1 ?? 0), 12);
  expect(table).toMatchObject({ nRollouts: 8, nFailures: 4, nBeyondProbe: 4 });
  expect(codesOf(table)).toContain("probes_only");
});

it("lists cells with few tasks and does not rank them", () => {
  const rows = [...CALM, ...HURRIED, ...tasksOf("r", { stance: "rare" }, [0], [0])];
  const table = failureTable(rows, { by: "stance" });
  expect(namesOf(table.cells)).toEqual(["stance=hurried", "stance=ordinary"]);
  expect(table.tooFew).toMatchObject([{ cell: "rare", nTasks: 2, failRate: 1, interval: null, pValue: null }]);
  expect(`${table}`).toContain("too few tasks to rank (under 5):\n    stance rare: 2 tasks, 2 of 2 fail");
  expect(namesOf(failureTable(rows, { by: "stance", minTasks: 2 }).cells)[0]).toBe("stance=rare");
  expect(failureTable(rows, { by: "stance", minTasks: 50 }).summary).toBe(
    "No cell has the 50 graded tasks that ranking needs.",
  );
});

it.each([
  ["benjamini-hochberg", benjaminiHochberg],
  ["holm", holm],
  ["none", (pValues: readonly number[]) => [...pValues]],
] as const)("adjusts over all ranked cells by %s", (correction, adjust) => {
  const rows = [...CALM, ...HURRIED].map((row, index) => ({
    ...row,
    arm: `arm ${`${row.scenario_id}`.charCodeAt(1) % 2}`,
    n: index % 2,
  }));
  const { cells, notes } = failureTable(rows, { by: ["stance", "arm", "n"], correction });
  const pValues = cells.map(({ pValue }) => pValue as number);
  expect(cells).toHaveLength(6);
  expect(cells.map(({ adjustedP }) => adjustedP)).toEqual(adjust(pValues));
  expect(notes.some(({ code }) => code === "not_adjusted")).toBe(correction === "none");
});

it.each([
  ["no rows", [], "No rollout is graded, so nothing is known of where the agent fails.", "grade the rows"],
  ["no grades", tasksOf("t", { stance: "x" }, [null]), "No rollout is graded", "grade the rows"],
  ["no failures", CALM.filter(({ reward }) => reward === 1), "No graded rollout fails.", "hardShare"],
  [
    "no cell that stands out",
    [
      ...tasksOf("a", { stance: "x" }, [0], [1], [0], [1], [0]),
      ...tasksOf("b", { stance: "y" }, [0], [1], [0], [1], [1]),
    ],
    "No cell is shown to fail more than the rest; the highest rate is stance x at 0.60.",
    "more tasks tell cells apart",
  ],
])("says so where there are %s", (_, rows, summary, next) => {
  const table = failureTable(rows as Row[], { by: "stance" });
  expect(table.summary).toContain(summary);
  expect(table.next).toContain(next);
  expect(table.worst).toBeNull();
});

it.each<[string, () => unknown, string]>([
  ["an unknown option", () => failureTable([], { groupBy: "tool" } as never), "unknown option `groupBy`"],
  ["a field that no row has", () => failureTable(CALM, { by: "stanse" }), 'Did you mean "stance"?'],
  [
    "a column of a table without the place where it is kept",
    () => failureTable([{ scenario_id: "a", reward: 0, lineage: { columns: { topic: "x" } } }], { by: "topic" }),
    'Did you mean "lineage.columns.topic"?',
  ],
  [
    "a field without plain values",
    () => failureTable([{ scenario_id: "a", x: {} }], { by: "x" }),
    "no row has a plain value",
  ],
  [
    "a marker that no row has",
    () => failureTable([{ markers: { rude: 1 } }], { by: "marker:rudd" }),
    'Did you mean "marker:rude"?',
  ],
  ["an empty list", () => failureTable(CALM, { by: [] }), "`by` must be"],
  ["a level of 1", () => failureTable(CALM, { level: 1 }), "`level` must be"],
  ["one task as enough", () => failureTable(CALM, { minTasks: 1 }), "`minTasks` must be"],
  [
    "a correction that is not there",
    () => failureTable(CALM, { correction: "bonferroni" as never }),
    "`correction` must be",
  ],
  ["the path of a file", () => failureTable("rows.jsonl" as never), "`rows` must be a list"],
])("refuses %s", (_, call, message) => {
  expect(call).toThrow(OptionError);
  try {
    call();
  } catch (error) {
    expect(`${error} ${(error as OptionError).fix}`).toContain(message);
  }
});

it("warns, and does not throw, where rows lack what they may well lack", () => {
  const table = failureTable(CALM, { by: ["fault", "stance"] });
  expect(table.notes.filter(({ code }) => code === "grouping_absent")).toHaveLength(2);
  expect(table.cells.map(({ by }) => by)).toEqual(["stance"]);
});

it("has an interval at any level that meets the recommended one at 95%", () => {
  const rates = [0, 0.25, 0.5, 1, 0.75, 0];
  const { low, high } = recommendedInterval(rates) ?? { low: 0, high: 0 };
  const over = (values: readonly number[], level: number) =>
    intervalOverTasks(
      { tasks: new Map(values.map((rate, task) => [`${task}`, { graded: 4, failures: 4 * rate }])) },
      level,
      null,
    );
  const near = over(rates, 0.95 + 1e-12);
  expect(near?.low).toBeCloseTo(low, 9);
  expect(near?.high).toBeCloseTo(high, 9);
  expect(over(rates, 0.8)?.low).toBeGreaterThan(low);
  expect(over([1, 1], 0.9)).toBeNull();
});

it("fits 100 columns, whatever the names", () => {
  const names = ["x".repeat(300), "返金".repeat(40), "two\nlines\u001b[31m", "e\u0301".repeat(50)];
  const rows = names.flatMap((name, index) =>
    tasksOf(`${name}${index}`, { [name]: name, kind: name }, [0], [1], [0], [1], [0]),
  );
  const text = `${failureTable(rows, { by: ["kind", ...names.slice(0, 2)] })}`;
  const lines = text.split("\n").filter((line) => !/^ {2}(?:note|warning)/.test(line));
  expect(Math.max(...lines.slice(3).map(textWidth))).toBe(100);
  expect(text).not.toContain("\u001b");
});

it("cuts long tables and counts the rest", () => {
  const rows = Array.from({ length: 30 }, (_, kind) => tasksOf(`k${kind}-`, { kind }, [0], [1], [0], [1], [0])).flat();
  expect(`${failureTable(rows, { by: "kind" })}`).toContain("… and 10 more in `cells`");
  expect(`${failureTable(rows, { by: "kind", minTasks: 6 })}`).toContain("… and 25 more");
});

const anyRow = fc.record(
  {
    scenario_id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "__proto__", 0),
    rollout_index: fc.integer({ min: 0, max: 4 }),
    reward: fc.constantFrom(0, 1, true, false, "1", 0.5, null, Number.NaN),
    stance: fc.constantFrom("x", "y", "__proto__"),
    markers: fc.record({ m: fc.constantFrom(0, 1, null) }),
    steps: fc.array(fc.record({ tool: fc.constantFrom("p", "q") }), { maxLength: 2 }),
    lineage: fc.record({ eval_run: fc.constantFrom("1", "2") }),
    sampling_plan: fc.constantFrom({ policy: "fixed", k: 4 }, { policy: "probe", probe: 2, k: 4 }),
  },
  { requiredKeys: ["scenario_id", "rollout_index"] },
);

it("prints the same digits in any order of the rows", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (rows, keys) => {
      const shuffled = rows
        .map((row) => ({ row, key: keys.next().value as number }))
        .sort((left, right) => left.key - right.key)
        .map(({ row }) => row);
      const given = failureTable(rows as Row[], { minTasks: 2 });
      expect(JSON.stringify(failureTable(shuffled as Row[], { minTasks: 2 }))).toBe(JSON.stringify(given));
    }),
  );
});

it("counts every row once, and holds no number that JSON lacks", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyRow, fc.anything()), { maxLength: 30 }), (rows) => {
      const copy = structuredClone(rows.filter((row) => typeof row !== "function"));
      const table = failureTable(rows as Row[]);
      const { nRollouts, nUngraded, nDuplicates, nBeyondProbe, nNotRows } = table;
      expect(nRollouts + nUngraded + nDuplicates + nBeyondProbe + nNotRows).toBe(rows.length);
      expect(JSON.stringify(table)).not.toMatch(/NaN|Infinity/);
      for (const { nFailures, nRollouts: graded, shareOfFailures } of table.cells) {
        expect(nFailures).toBeLessThanOrEqual(graded);
        expect(shareOfFailures ?? 0).toBeLessThanOrEqual(1);
      }
      expect(`${table}`).toContain("fail rate");
      expect(rows.filter((row) => typeof row !== "function")).toEqual(copy);
    }),
  );
});

describe("many cells", () => {
  /** A cell in which nearly everything fails, among so many others; numbers of rollouts a task differ. */
  const rowsOf = (others: number) => {
    const stream = derive(1, "cells");
    return Array.from({ length: 30 * others }, (_, index): Row => {
      const isBad = stream.integer(20) === 0;
      const cell = isBad ? "bad" : `cell ${stream.integer(others)}`;
      const reward = Number(stream.integer(10) < (isBad ? 1 : 7));
      return { scenario_id: `t${index % 60}`, rollout_index: Math.floor(index / 60), reward, cell } as unknown as Row;
    });
  };

  it("do not bury one that stands out, because its p-value was drawn too coarsely", () => {
    const { cells, worst } = failureTable(rowsOf(250), { by: "cell" });
    expect(cells.length).toBeGreaterThan(200);
    expect(worst).toMatchObject({ cell: "bad", isWorse: true });
    expect(worst?.pValue).toBeLessThan(1 / 2001);
  });
});

it("keeps its sentences and notes to 100 columns, and suggests no name that was given", () => {
  const rows = Array.from({ length: 400 }, (_, index): Row => {
    const tool = index % 3 === 0 ? "issue_refund_for_a_whole_order_of_many_items" : "other";
    const reward = tool === "other" ? 1 : 0;
    return { scenario_id: `t${index % 20}`, reward, steps: [{ tool }], markers: { "": 1 }, tags: ["a", "b"] } as never;
  });
  const text = `${failureTable(rows, { by: ["tool", "tags"] })}`;
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(failureTable(rows, { by: "marker" }).cells).toEqual([]);
  expect(() => failureTable(rows, { by: "markers" })).toThrow(expect.objectContaining({ didYouMean: "marker" }));
});

it("takes rows one by one, reports at any moment, and keeps nothing of what was said", () => {
  const rows = [...CALM, ...HURRIED, null as unknown as Row];
  for (const by of [undefined, "stance", ["marker", (row: Row) => row.stance]] as const) {
    const table = createFailureTable({ by });
    expect(table.report().nRollouts).toBe(0);
    for (const row of rows) table.add(row);
    expect(JSON.stringify(table.report())).toBe(JSON.stringify(failureTable(rows, { by })));
    expect(JSON.stringify(table.add(CALM[0] as Row).report())).toBe(
      JSON.stringify(failureTable([...rows, CALM[0] as Row], { by })),
    );
  }
  let read = 0;
  const heavy = { ...(CALM[0] as Row) };
  Object.defineProperty(heavy, "final_text", { enumerable: true, get: () => `${read++}` });
  const table = createFailureTable().add(heavy).add(heavy);
  expect(table.report().nDuplicates).toBe(1);
  expect(read).toBe(0);
  expect(() =>
    createFailureTable({ by: "stanse" })
      .add(CALM[0] as Row)
      .report(),
  ).toThrow('Did you mean "stance"?');
  expect(() => createFailureTable({ groupBy: 1 } as never)).toThrow(OptionError);
});

describe("related tasks", () => {
  /** Each task three times, reworded: what one fails, all three fail. */
  const restated = [...CALM, ...HURRIED.filter(({ reward }) => reward === 0 || reward === 1)].flatMap((row) =>
    [1, 2, 3].map((wording) => ({ ...row, scenario_id: `${row.scenario_id}/${wording}`, document: row.scenario_id })),
  );
  const once = failureTable([...CALM, ...HURRIED.slice(0, 10)], { by: "stance" });
  const asTasks = failureTable(restated, { by: "stance" });
  const asClusters = failureTable(restated, { by: "stance", clusterBy: "document" });

  it("count as one: rates stay, intervals and p-values are those of the clusters", () => {
    expect(asTasks.worst?.pValue).toBeLessThan((once.worst?.pValue as number) / 10);
    for (const [index, cell] of asClusters.cells.entries()) {
      const {
        nTasks,
        nShared: _,
        examples: __,
        nRollouts: ___,
        nFailures: ____,
        ...same
      } = once.cells[index] as FailureCell;
      expect(cell).toMatchObject({ ...same, nClusters: nTasks });
    }
    expect(asClusters.interval).toEqual(once.interval);
    expect(asClusters).toMatchObject({ nTasks: 33, nClusters: 11 });
    expect(`${asClusters}`).toContain("33 tasks in 11 clusters");
    expect(codesOf(asClusters)).toContain("few_clusters");
  });

  it("flip their signs together where tasks have rollouts on both sides", () => {
    const sides = restated.flatMap((row) => [
      { ...row, rollout_index: 10, steps: [{ tool: "refund" }], reward: 0 },
      { ...row, rollout_index: 11, steps: [], reward: 1 },
    ]);
    const { cells } = failureTable(sides, { by: "tool_called", clusterBy: "document" });
    const refund = cells.find(({ cell }) => cell === "refund");
    expect(refund).toMatchObject({ comparison: "paired", nShared: 33, pValue: 2 / 2 ** 11 });
  });

  it("are too few to rank when all are of one cluster, and told when a task names several", () => {
    const table = failureTable(restated, { by: "stance", clusterBy: () => "one" });
    expect(table.cells).toEqual([]);
    expect(table.summary).toBe("No cell has the 5 graded clusters that ranking needs.");
    expect(`${table}`).toContain("too few clusters to rank (under 5)");
    const torn = failureTable(restated, { by: "stance", clusterBy: ({ reward }) => `r${reward}` });
    expect(codesOf(torn)).toContain("torn_clusters");
  });
});

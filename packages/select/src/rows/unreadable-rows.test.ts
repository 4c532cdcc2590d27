import { type Row, RowError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import * as exporting from "../export/index.js";
import * as select from "../index.js";
import { withRowErrors } from "./with-row-errors.js";

const BAD_ID = "bad";
const GOOD_ROWS = 24;

const rollout = (task: string, index: number, reward: number): Row => ({
  rollout_id: `${task}-${index}`,
  scenario_id: task,
  prompt: `Please handle case ${task} for me`,
  final_text: `Reply number ${index} for ${task}, it is done now.`,
  reward,
});
const good = Array.from("abcdef").flatMap((task) => [0, 1, 2, 3].map((index) => rollout(task, index, index % 2)));

const cycle: Record<string, unknown> = { a: 1 };
cycle.self = cycle;
const nested = (levels: number): object => {
  let value = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
};
const bad = (fields: object): Row => ({ ...rollout("z", 0, 1), rollout_id: BAD_ID, ...fields });
const called = (args: unknown, result: unknown = "ok") => bad({ steps: [{ tool: "look", arguments: args, result }] });
const said = (message: object) =>
  bad({ messages: [{ role: "user", content: "Hi" }, message, { role: "assistant", content: "Done." }] });
const throwing = (field: string): Row =>
  Object.defineProperty(bad({}), field, {
    enumerable: true,
    get() {
      throw new Error("no such luck");
    },
  });

const refuse = (): never => {
  throw new Error("no such luck");
};

/** Rows that no JSON reader gives. */
const UNREADABLE: Readonly<Record<string, Row>> = {
  "arguments that contain themselves": called(cycle),
  "a result that contains itself": called({}, cycle),
  "a call that contains itself": said({
    role: "assistant",
    content: "",
    tool_calls: [{ name: "look", arguments: cycle }],
  }),
  "content that contains itself": said({ role: "system", content: [cycle] }),
  "a prompt that contains itself": bad({ prompt: [cycle] }),
  "a system prompt that contains itself": bad({ messages: [{ role: "system", content: [cycle] }] }),
  "privileged text that contains itself": bad({ privileged: cycle }),
  "a bigint": called({ n: 10n }),
  "nesting without end": called(nested(20_000)),
  "a proxy that throws": new Proxy(bad({}), {
    get(_, field) {
      // Asked of whatever an async function gives back.
      if (field === "then") return undefined;
      throw new Error("no such luck");
    },
  }),
  "a proxy that answers nothing": new Proxy(bad({}), {
    get: (_, field) => (field === "then" ? undefined : refuse()),
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
    getOwnPropertyDescriptor: refuse,
  }),
  ...Object.fromEntries(
    [
      ...["reward", "prompt", "final_text", "messages", "steps", "scenario_id", "rollout_id", "judge_status"],
      ...["privileged", "lineage", "markers", "calibration", "finish_reason", "scenario_dimensions", "faults"],
      ...["tools_used", "model_version", "reason", "usage", "sampling_plan", "label_source", "nobody_reads_this"],
    ].map((field) => [`${field} that throws`, throwing(field)]),
  ),
};

const pairOf = (row: Row) => ({ chosen: row, rejected: rollout("z", 1, 0), margin: 1 });

/** Calls of everything that is exported and reads rows; `only` is the bad row, which stands last in `rows`. */
const CALLS: Readonly<Record<string, (rows: Row[], only: Row) => unknown>> = {
  optimize: (rows) => select.optimize(rows, { duplicates: "drop" }),
  "optimize, sft": (rows) => select.optimize(rows, { mode: "sft" }),
  "optimize, prior": (rows) => select.optimize([], { prior: rows }),
  buildPreferencePairs: (rows) => select.buildPreferencePairs(rows),
  toTrlPreference: (_, only) => select.toTrlPreference([pairOf(only)]),
  curriculum: (rows) => select.curriculum(rows),
  retireSolved: (rows) => select.retireSolved(rows),
  nextRound: (rows) => select.nextRound(rows),
  "nextRound, tasks": (rows) => select.nextRound([], { tasks: rows }),
  groupSignal: (rows) => select.groupSignal(rows),
  groupAdvantages: (rows) => select.groupAdvantages(rows),
  splitHoldout: (rows) => select.splitHoldout(rows, { exact: true }),
  "splitHoldout, by tool": (rows) =>
    select.splitHoldout(
      [...good.map((row, at) => ({ ...row, tools_used: [`tool ${(at >> 2) % 3}`] })), ...rows.slice(-1)],
      {
        by: "tool",
      },
    ),
  gradientGate: (rows) => select.gradientGate(rows),
  gateSplit: (rows) => select.gateSplit(rows, { holdout: { exact: true } }),
  calibrate: (rows) => select.calibrate(rows),
  hackScan: (rows) => select.hackScan(rows),
  "hackScanDiff, before": (rows) => select.hackScanDiff(rows, good),
  "hackScanDiff, after": (rows) => select.hackScanDiff(good, rows),
  handFeatures: (_, only) => select.handFeatures(only),
  rewardCorrelations: (rows) => select.rewardCorrelations(rows),
  nearDuplicatePrompts: (rows) => select.nearDuplicatePrompts(rows),
  decontaminate: (rows) => select.decontaminate(rows, { against: ["Where is my parcel with the two lamps?"] }),
  "decontaminate, against": (rows) => select.decontaminate(good, { against: rows }),
  decontaminateSemantic: (rows) =>
    select.decontaminateSemantic(rows, { against: good, embedder: async (texts) => texts.map(() => [1, 0]) }),
  "decontaminateSemantic, against": (rows) =>
    select.decontaminateSemantic(good, { against: rows, embedder: async (texts) => texts.map(() => [1, 0]) }),
  "HackMonitor.observe": (rows) => new select.HackMonitor().observe({ step: 1, rows }),
  "HackMonitor.evaluate": (rows) =>
    new select.HackMonitor().evaluate({
      step: 1,
      rows: rows.map((row) => (row === rows.at(-1) ? row : { ...row, proxy: 1 })),
    }),
  stepKind: (_, only) => select.stepKind(only),
  stepFailed: (_, only) => select.stepFailed(only),
  createDecontaminator: (rows, only) => select.createDecontaminator(rows).check(only),
  traceFlags: (_, only) => select.traceFlags(only),
  traceFlagNames: (_, only) => select.traceFlagNames(only),
  traceFlagReport: (rows) => select.traceFlagReport(rows),
  traceMarkers: (rows) => select.traceMarkers(rows),
  styleHits: (_, only) => select.styleHits(only),
  styleMarkers: (rows) => select.styleMarkers(rows),
  styleReport: (rows) => select.styleReport(rows),
  refusalReport: (rows) => select.refusalReport(rows),
  exportRows: (rows) => exporting.exportRows(rows),
  "exportRows, trl-grpo": (rows) => exporting.exportRows(rows, { format: "trl-grpo" }),
  "exportRows, rollouts": (rows) => exporting.exportRows(rows, { format: "rollouts" }),
  exportPairs: (_, only) => exporting.exportPairs([pairOf(only)]),
};

/** What is exported and reads no rows itself: texts, lines of a trainer, and a monitor, whose methods are in the table. */
const NO_ROWS = ["toolEnvelopes", "HackMonitor", "createMonitorSession", "Selection"];

test("every exported function is in the table or reads no rows", () => {
  const functions = Object.entries({ ...select, ...exporting }).filter(([, value]) => typeof value === "function");
  const listed = new Set([...Object.keys(CALLS).map((name) => name.split(",")[0]), ...NO_ROWS]);
  expect(functions.map(([name]) => name).filter((name) => !listed.has(name))).toEqual([]);
});

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  test.each(Object.entries(UNREADABLE))("reads past %s, or names the row", async (_, only) => {
    try {
      await call([...good, only], only);
    } catch (error) {
      expect(error).toBeInstanceOf(RowError);
      const { code, message, fix, line } = error as RowError;
      expect(code).toMatch(/^not_json$/);
      expect(line === GOOD_ROWS + 1 || line === 1).toBe(true);
      expect(`${message} ${fix}`).toMatch(/plain/);
    }
  });
});

describe("what the error says", () => {
  const messageOf = (call: () => unknown): string => {
    try {
      call();
    } catch (error) {
      return (error as Error).message;
    }
    return "no error";
  };

  test.each<[string, Row, RegExp]>([
    [
      "a cycle",
      called(cycle),
      /row 25 \(bad\) is no plain JSON: `steps\[0\]\.arguments\.self` is a value that contains itself\./,
    ],
    [
      "nesting",
      called(nested(200_000)),
      /row 25 \(bad\) is no plain JSON: `steps\[0\]\.arguments\.value.*chars omitted\]` is nested deeper than 500 levels\./,
    ],
    [
      "a getter",
      throwing("prompt"),
      /row 25 \(bad\) is no plain JSON: `prompt` throws when it is read \(no such luck\)\./,
    ],
    [
      "a proxy",
      UNREADABLE["a proxy that throws"] as Row,
      /row 25 is no plain JSON: `rollout_id` throws when it is read \(no such luck\)\./,
    ],
  ])("%s: the place and the cause", (_, row, expected) => {
    expect(messageOf(() => select.optimize([...good, row], { mode: "sft" }))).toMatch(expected);
  });

  test("a call inside a call counts by the list that was given", () => {
    const rows = [null as unknown as Row, ...good, throwing("markers")];
    expect(messageOf(() => select.optimize(rows))).toBe("no error");
    expect(messageOf(() => select.hackScan(rows))).toMatch(/^hackScan: row 26 \(bad\)/);
    expect(messageOf(() => select.gateSplit([throwing("prompt"), ...rows]))).toMatch(/^gateSplit: row 1 \(bad\)/);
  });

  test("rows from a stream are named too", () => {
    function* stream() {
      yield* good;
      yield throwing("prompt");
      yield* good;
    }
    expect(messageOf(() => select.groupSignal(stream()))).toMatch(/groupSignal: row 25 \(bad\)/);
    expect(messageOf(() => select.optimize(stream()))).toMatch(/optimize: row 25 \(bad\)/);
  });
});

describe("withRowErrors", () => {
  test("leaves an error that no row explains", () => {
    const odd = [{ reward: Number.NaN, markers: { f: () => 1 } } as unknown as Row];
    const fail = () => {
      throw new TypeError("mine");
    };
    expect(() => withRowErrors("here", odd, fail)).toThrow(new TypeError("mine"));
    expect(() => withRowErrors("here", "rows.jsonl" as unknown as Row[], () => 1)).toThrow(/`rows` must be a list/);
  });

  test("keeps what was thrown: a row that is no plain JSON need not be what it was about", () => {
    const own = new TypeError("mine");
    const failing = () =>
      withRowErrors("here", [bad({ nobody_reads_this: 10n })], () => {
        throw own;
      });
    expect(failing).toThrow(/here: row 1 \(bad\) is no plain JSON/);
    expect(failing).toThrow(expect.objectContaining({ cause: own }));
  });

  test("holds no row of a stream that is walked once", () => {
    const seen: Row[] = [];
    function* stream() {
      for (const row of good) {
        expect(seen.length).toBe(good.indexOf(row));
        yield row;
      }
    }
    withRowErrors(
      "here",
      stream(),
      (rows) => {
        for (const row of rows) seen.push(row);
      },
      { once: true },
    );
    expect(seen).toEqual(good);
  });
});

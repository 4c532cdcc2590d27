import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import {
  buildPreferencePairs,
  calibrate,
  decontaminate,
  decontaminateSemantic,
  gateSplit,
  splitHoldout,
} from "../index.js";

const rows: Row[] = Array.from({ length: 24 }, (_, at) => ({
  rollout_id: `r${at}`,
  task_id: `t${at >> 2}`,
  prompt: `Where is order ${at >> 2}?`,
  final_text: `Reply number ${at}.`,
  reward: at % 2,
}));
const against = ["Where is order 3?"];
const holdout = { exact: true } as const;

const RESULTS: Readonly<Record<string, () => unknown>> = {
  decontaminate: () => decontaminate(rows, { against }),
  decontaminateSemantic: () =>
    decontaminateSemantic(rows, { against, embedder: async (texts) => texts.map(() => [1, 0]) }),
  "decontaminateSemantic, nothing to embed": () =>
    decontaminateSemantic(rows, { against: [], embedder: async (texts) => texts.map(() => [1, 0]) }),
  gateSplit: () => gateSplit(rows, { holdout }),
  splitHoldout: () => splitHoldout(rows, holdout),
  buildPreferencePairs: () => buildPreferencePairs(rows),
  calibrate: () => calibrate(rows),
};

test.each(Object.entries(RESULTS))(
  "%s: the result prints its reports, and is data to whatever else reads it",
  async (_, make) => {
    const result = (await make()) as Record<string, unknown>;
    const reports = [result.split, result.gate, result.report].filter((report) => report !== undefined);
    expect(reports.length).toBeGreaterThan(0);
    expect(`${result}`).toBe(reports.join("\n"));
    expect(Object.keys(result)).not.toContain("toString");
    expect(result).toEqual({ ...result });
    expect({ ...result }.toString()).toBe("[object Object]");
  },
);

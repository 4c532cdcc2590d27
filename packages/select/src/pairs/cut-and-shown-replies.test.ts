import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { buildPreferencePairs } from "./build-preference-pairs.js";
import { toTrlPreference } from "./to-trl-preference.js";

const rollout = (id: string, reward: number, more: Row = {}): Row => ({
  rollout_id: id,
  prompt: "Where is order A1?",
  final_text: `Reply ${id} says it.`,
  reward,
  ...more,
});
const note = (report: { readonly notes: readonly { code: string }[] }, code: string) =>
  report.notes.find((each) => each.code === code);

describe("replies cut by the token cap", () => {
  const rows = [
    rollout("cut", 1, { finish_reason: "max_tokens" }),
    rollout("whole", 1, { final_text: "A far longer reply that says where the order is.", finish_reason: "stop" }),
    rollout("worse", 0, { finish_reason: "length" }),
  ];

  test("are chosen by default, which a warning counts and names by their ids", () => {
    const { pairs, report } = buildPreferencePairs(rows);
    expect(pairs.map(({ chosen }) => chosen.rollout_id)).toEqual(["cut"]);
    expect(report).toMatchObject({
      truncatedPolicy: "keep",
      truncatedRows: 2,
      truncatedChosen: [{ rolloutId: "cut", cause: "finish_reason" }],
    });
    expect(note(report, "truncated_chosen")).toMatchObject({
      severity: "warning",
      message: "In 1 pair the chosen reply was cut by the token cap (cut).",
      fix: expect.stringContaining('truncated: "drop"'),
    });
  });

  test("are never chosen with `drop`, and may be rejected", () => {
    const { pairs, report } = buildPreferencePairs(rows, { truncated: "drop" });
    expect(pairs.map(({ chosen, rejected }) => [chosen.rollout_id, rejected.rollout_id])).toEqual([["whole", "worse"]]);
    expect(report.truncatedChosen).toEqual([]);
    expect(note(report, "truncated_rows")).toMatchObject({
      message: "2 rows were cut by the token cap and can only be rejected.",
    });
  });

  test("a reply that only looks cut is no warning", () => {
    const open = rollout("open", 1, { final_text: `${"word ".repeat(60)}and then` });
    const { report } = buildPreferencePairs([open, rollout("worse", 0)]);
    expect(note(report, "truncated_chosen")).toMatchObject({
      severity: "info",
      message: "In 1 pair the chosen reply looks cut by the token cap (open).",
    });
  });

  test("whole replies give no note under either policy", () => {
    for (const truncated of ["keep", "drop"] as const) {
      const { report } = buildPreferencePairs([rollout("a", 1), rollout("b", 0)], { truncated });
      expect(report.notes.filter(({ code }) => code.startsWith("truncated"))).toEqual([]);
    }
  });

  test("what is no policy is refused", () => {
    expect(() => buildPreferencePairs(rows, { truncated: "penalize" as never })).toThrow(/truncated/);
  });
});

describe("replies that repeat what they were shown", () => {
  const shown = rollout("shown", 1, {
    steps: [{ tool: "get_order", arguments: {}, result: "arrives on 14 March" }],
    final_text: "Order A1 arrives on 14 March.",
    privileged: { reference: "arrives on 14 March" },
  });
  const rows = [shown, rollout("worse", 0)];

  test("are only rejected under `quoted`, and the note says how many and what to set", () => {
    const { pairs, report } = buildPreferencePairs(rows);
    expect(pairs).toEqual([]);
    expect(report).toMatchObject({ privilegedLeaks: 1, privilegedLeaksShown: 1 });
    expect(note(report, "privileged_leaks")).toMatchObject({
      message:
        "1 row says something privileged and can only be rejected; it repeats only what the prompt or a tool result had shown.",
      fix: expect.stringContaining('leakRule: "unseen"'),
    });
  });

  test("are chosen under `unseen`, all the way to the trainer", () => {
    const { pairs, report } = buildPreferencePairs(rows, { leakRule: "unseen" });
    expect(pairs.map(({ chosen }) => chosen.rollout_id)).toEqual(["shown"]);
    expect(report).toMatchObject({ privilegedLeaks: 0, privilegedLeaksShown: 0 });
    expect(() => toTrlPreference(pairs)).toThrow(/it repeats only what/);
    expect(toTrlPreference(pairs, { leakRule: "unseen" }).rows).toHaveLength(1);
  });

  test("a leak that nobody had shown stays one", () => {
    const leaking = { ...shown, steps: [] };
    const { pairs, report } = buildPreferencePairs([leaking, rollout("worse", 0)], { leakRule: "unseen" });
    expect(pairs).toEqual([]);
    expect(report).toMatchObject({ privilegedLeaks: 1, privilegedLeaksShown: 0 });
    expect(note(report, "privileged_leaks")).not.toHaveProperty("fix");
  });
});

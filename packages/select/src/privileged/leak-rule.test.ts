import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { exportPairs } from "../export/export-pairs.js";
import { exportRows } from "../export/export-rows.js";
import { optimize } from "../optimize/optimize.js";
import { findLeak, type LeakRule } from "./find-leak.js";
import { shownLeaksNote } from "./shown-leaks.js";

const SECRET = "arrives on 14 March";
const looked = { tool: "get_order", arguments: { id: "A1" }, result: SECRET };
const row = (id: string, reward: number, more: Row = {}): Row => ({
  rollout_id: id,
  scenario_id: "order",
  prompt: "Where is order A1?",
  final_text: `Reply ${id} for you.`,
  reward,
  ...more,
});
const shown = row("shown", 1, {
  steps: [looked, { text: `Order A1 ${SECRET}.` }],
  final_text: `Order A1 ${SECRET}.`,
  privileged: { reference: SECRET },
});
const asked = row("asked", 1, {
  prompt: `Say that it ${SECRET}.`,
  final_text: `It ${SECRET}.`,
  privileged: { tests: [SECRET] },
});
const leaking = row("leaking", 1, { final_text: `It ${SECRET}.`, privileged: { rubric: `It ${SECRET}` } });
const clean = row("clean", 1, { privileged: { reference: SECRET } });
const rows = [shown, leaking, clean, row("failed", 0), row("failed-too", 0)];

test.each([
  ["shown by a tool", shown, { checked: true, field: "reference", wasShown: true }],
  ["shown by the prompt", asked, { checked: true, field: "tests", wasShown: true }],
  ["never shown", leaking, { checked: true, field: "rubric", wasShown: false }],
  ["clean", clean, { checked: true, field: null, wasShown: false }],
  ["nothing to check", row("none", 1), { checked: false, field: null, wasShown: false }],
] as const)("a row that is %s", (_, given, expected) => {
  expect(findLeak(given, "quoted")).toEqual(expected);
  const unseen = expected.wasShown ? { checked: true, field: null, wasShown: false } : expected;
  expect(findLeak(given, "unseen")).toEqual(unseen);
});

/** Both modes, sft with room for every completion of the one prompt. */
const selectBy = (mode: "rl" | "sft", leakRule?: LeakRule) =>
  mode === "rl" ? optimize(rows, { mode, leakRule }) : optimize(rows, { mode, leakRule, perPrompt: 9 });

describe.each(["rl", "sft"] as const)("optimize, mode %s", (mode) => {
  const noteOf = (selection: ReturnType<typeof selectBy>) =>
    selection.report.notes.find(({ code }) => code === "shown_leaks");

  test("drops what was shown by default, counts it and names the option", () => {
    const selection = selectBy(mode);
    expect(selection.rows.map((kept) => kept.rollout_id)).not.toContain("shown");
    expect(selection.report).toMatchObject({ privilegedLeaksDropped: 2, privilegedLeaksShown: 1 });
    expect(noteOf(selection)).toMatchObject({
      severity: "warning",
      message: "2 rows were dropped for a privileged leak; 1 repeats only what the prompt or a tool result had shown.",
      fix: 'Set leakRule: "unseen" to count as a leak only what the agent was never shown.',
    });
  });

  test("keeps it with `unseen`, and nothing that was never shown", () => {
    const selection = selectBy(mode, "unseen");
    const kept = selection.rows.map((each) => each.rollout_id);
    expect(kept).toContain("shown");
    expect(kept).not.toContain("leaking");
    expect(selection.report).toMatchObject({ privilegedLeaksDropped: 1, privilegedLeaksShown: 0 });
    expect(noteOf(selection)).toBeUndefined();
  });

  test("refuses another rule", () => {
    expect(() => selectBy(mode, "never" as never)).toThrow(/leakRule/);
  });
});

describe("exports", () => {
  const options = { systemPrompt: "Help.", tools: [{ name: "get_order", parameters: { type: "object" } }] };
  const pairs = [{ prompt: "p", chosen: shown, rejected: row("failed", 0) }];

  test("a refusal says what was shown and what lets it pass", () => {
    const caught = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error;
      }
      return null;
    };
    const wanted = {
      code: "privileged_leak",
      message: expect.stringContaining("it repeats only what the prompt or a tool result had shown"),
      fix: expect.stringContaining('leakRule: "unseen"'),
    };
    expect(caught(() => exportRows([shown], options))).toMatchObject(wanted);
    expect(caught(() => exportPairs(pairs, options))).toMatchObject(wanted);
    expect(caught(() => exportRows([leaking], options))).toMatchObject({
      fix: expect.not.stringContaining("leakRule"),
    });
  });

  test("`unseen` lets it pass", () => {
    expect(exportRows([shown], { ...options, leakRule: "unseen" }).records).toHaveLength(1);
    expect(exportPairs(pairs, { ...options, leakRule: "unseen" }).records).toHaveLength(1);
  });

  test("without validation the note counts what was shown", () => {
    const { report } = exportRows([shown, leaking], { ...options, validate: false });
    expect(report.notes.find(({ code }) => code === "privileged_leak")).toMatchObject({
      message: "2 rows say something privileged (row 1, 2); 1 repeats only what the prompt or a tool result had shown.",
      fix: expect.stringContaining('leakRule: "unseen"'),
    });
  });

  test.each([
    ["none at all", {}, "No row carries privileged text, so leaks could not be looked for."],
    [
      "only what nobody looks for",
      { privileged: { reference: "short" } },
      "No row carries privileged text that is looked for (12 characters or more under reference, principle, hidden_state, rubric, tests), so leaks could not be looked for.",
    ],
  ])("rows with %s are told apart", (_, more, message) => {
    const { report } = exportRows([row("a", 1, more)], options);
    expect(report.notes.find(({ code }) => code === "leaks_not_checked")?.message).toBe(message);
  });

  test("a cut row of a pair goes by its id, as a pair has two", () => {
    const cut = row("cut", 1, { finish_reason: "max_tokens" });
    const { report } = exportPairs([{ prompt: "p", chosen: cut, rejected: row("failed", 0) }], options);
    expect(report.notes.find(({ code }) => code === "truncated_rows")?.message).toBe(
      "1 row was cut by the token cap (pair 1: cut).",
    );
  });
});

test.each([
  [0, 3, false],
  [1, 1, "1 row was dropped for a privileged leak; it repeats only what the prompt or a tool result had shown."],
  [2, 2, "2 rows were dropped for a privileged leak; all 2 repeat only what the prompt or a tool result had shown."],
  [2, 3, "3 rows were dropped for a privileged leak; 2 repeat only what the prompt or a tool result had shown."],
])("%d shown of %d", (count, leaks, said) => {
  const made = shownLeaksNote(count, leaks, "dropped");
  expect(made === false ? made : made.message).toBe(said);
});

import { WhileaiError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { exportPairs } from "./export-pairs.js";

const TOOLS = [{ name: "f", parameters: { type: "object", properties: {} } }];
const step = (a: string, text?: string) => ({ tool: "f", arguments: { a }, result: "r", ...(text ? { text } : {}) });
const side = (final: string, steps: unknown[] = [], extra: object = {}) => ({
  prompt: "p",
  scenario_id: "s",
  steps,
  final_text: final,
  ...extra,
});
const pair = (chosen: object, rejected: object, extra: object = {}) => ({
  prompt: "p",
  chosen,
  rejected,
  chosen_score: 1,
  rejected_score: 0,
  margin: 1,
  ...extra,
});

const plain = pair(side("Yes.", [], { reward: 1 }), side("No.", [], { reward: 0 }));

function refusal(pairs: unknown[], options: object = {}): string {
  try {
    exportPairs(pairs, { tools: TOOLS, ...options });
  } catch (error) {
    if (WhileaiError.isInstance(error)) return error.code;
    throw error;
  }
  return "none";
}

const say = (content: string) => [{ role: "assistant", content }];

describe("exportPairs", () => {
  test("what is privileged in a pair's lineage stays at home", () => {
    const lineage = { run: "r", privileged: { reference: "the hidden answer" } };
    const { records } = exportPairs([pair(plain.chosen, plain.rejected, { lineage })]);
    expect(records[0]?.lineage).toEqual({ run: "r" });
    expect(JSON.stringify(records)).not.toContain("hidden");
  });

  test.each([
    ["margin", Number.NaN],
    ["chosen_score", Number.POSITIVE_INFINITY],
    ["chosen_reason", 1n],
  ])("a pair whose %s is %s is refused, whatever the format", (name, value) => {
    for (const format of ["trl-dpo", "trl-rm", "openai"])
      expect(refusal([pair(plain.chosen, plain.rejected, { [name]: value })], { format })).toMatch(
        /^not_(finite|json)$/,
      );
  });

  test("dpo: what both saw, and the turn on each side", () => {
    const { records, report } = exportPairs([plain], { systemPrompt: "S" });
    expect(records[0]).toEqual({
      prompt: [
        { role: "system", content: "S" },
        { role: "user", content: "p" },
      ],
      chosen: say("Yes."),
      rejected: say("No."),
      chosen_score: 1,
      rejected_score: 0,
      margin: 1,
      schema_version: "1",
    });
    expect(report).toMatchObject({ kind: "export", format: "trl-dpo", nGiven: 1, nRecords: 1, mask: null });
    expect(report.rewards).toMatchObject({ nPass: 1, nFail: 1 });
  });

  test("rm, kto, openai and fireworks", () => {
    const made = (format: string) => exportPairs([plain], { format: format as never }).records;
    expect(Object.keys(made("trl-rm")[0] as object)).toEqual(["prompt", "chosen", "rejected", "margin"]);
    expect(made("trl-kto").map(({ label, completion }) => [label, completion])).toEqual([
      [true, say("Yes.")],
      [false, say("No.")],
    ]);
    expect(made("openai")[0]).toMatchObject({
      prompt: "p",
      chosen: [{ role: "user" }, { content: "Yes." }],
      margin: 1,
    });
    expect(made("fireworks")).toEqual([
      {
        input: { messages: [{ role: "user", content: "p" }] },
        preferred_output: say("Yes."),
        non_preferred_output: say("No."),
      },
    ]);
  });

  test("the decisive turn skips what differs in wording alone", () => {
    const talk = pair(
      side("Yes.", [step("1", "Checking."), { text: "Well " }, { user: "u" }]),
      side("No.", [step("1"), { text: "well" }, { user: "u" }]),
    );
    const first = exportPairs([talk], { tools: TOOLS });
    expect(first.records[0]?.chosen).toMatchObject([{ content: "Checking." }]);
    expect(first.report.notes.map((note) => note.code)).toContain("turns_cut");
    const { records } = exportPairs([talk], { tools: TOOLS, turn: "decisive" });
    expect(records[0]?.chosen).toEqual(say("Yes."));
    expect(records[0]?.prompt).toMatchObject([
      {},
      { content: "Checking." },
      {},
      { content: "Well " },
      { role: "user" },
    ]);
  });

  test("pairs without contrast, ties and what is no pair are dropped and counted", () => {
    const pairs = [
      plain,
      { ...plain, tie: true },
      pair(side("Yes."), side("Yes.")),
      pair(side("Yes.", [step("1")]), side("No.", [{ ...step("1"), result: "other" }])),
      pair({ messages: [{ role: "assistant", content: "a" }] }, { messages: [{ role: "assistant", content: "b" }] }),
      null,
      { chosen: {} },
    ];
    const { records, report } = exportPairs(pairs, { tools: TOOLS });
    expect(records).toHaveLength(1);
    expect(report.dropped.map(({ index, code }) => [index, code]).sort()).toEqual([
      [1, "tie"],
      [2, "no_contrast"],
      [3, "no_contrast"],
      [4, "no_contrast"],
      [5, "not_a_pair"],
      [6, "not_a_pair"],
    ]);
    expect(exportPairs(pairs, { tools: TOOLS, keepTies: true }).records).toHaveLength(2);
    expect(exportPairs([pair(side(""), side("x"))], { format: "trl-kto", allowEmpty: true }).records).toEqual([]);
  });

  test("gates", () => {
    expect(refusal([])).toBe("no_preference_pairs");
    expect(exportPairs([], { allowEmpty: true }).records).toEqual([]);
    const secret = { privileged: { reference: "the hidden answer" } };
    const said = side("It is the hidden answer.", [], secret);
    expect(refusal([pair(said, side("No."))])).toBe("privileged_leak");
    expect(refusal([pair(side("No."), said)])).toBe("none");
    expect(refusal([pair(said, side("No."))], { validate: false })).toBe("none");
    const calling = pair(side("Yes.", [step("1")]), side("No."));
    expect(refusal([calling], { tools: [] })).toBe("tools_missing");
    expect(exportPairs([calling], { tools: [], validate: false }).report.notes.map((note) => note.code)).toContain(
      "tools_missing",
    );
    expect(exportPairs([calling], { tools: TOOLS, toolsEncoding: "json" }).records[0]?.tools).toBe(
      '[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]',
    );
    expect(() => exportPairs([plain], { turns: "first" } as never)).toThrow("turn");
  });
});

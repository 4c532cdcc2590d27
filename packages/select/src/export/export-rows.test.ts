import { GateError, OptionError, type Row, RowError, WhileaiError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import type { ExportRecord, TrainingMessage } from "./export-record.js";
import { exportRows } from "./export-rows.js";

const TOOLS = [{ name: "f", description: "d", parameters: { type: "object", properties: { a: { type: "string" } } } }];
const call = (a: string, extra: object = {}) => ({ tool: "f", arguments: { a }, result: "r", ...extra });

const twoTurns: Row = {
  prompt: "p",
  scenario_id: "s",
  steps: [call("1"), { text: "Looking." }, { user: "and?" }],
  final_text: "Done.",
  reward: 1,
};

const codes = (rows: unknown[], options: object = {}): string[] =>
  exportRows(rows, { tools: TOOLS, ...options }).report.notes.map((note) => note.code);

const records = (rows: unknown[], options: object = {}): ExportRecord[] =>
  exportRows(rows, { tools: TOOLS, ...options }).records;

function refusal(rows: unknown[], options: object = {}): WhileaiError {
  try {
    exportRows(rows, { tools: TOOLS, ...options });
  } catch (error) {
    if (WhileaiError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const messagesOf = (record: ExportRecord | undefined): TrainingMessage[] => record?.messages as TrainingMessage[];

describe("records", () => {
  test("openai: a mask beside the messages, arguments as text", () => {
    const [record] = records([twoTurns], { systemPrompt: "S" });
    expect(record).toMatchObject({
      prompt: "p",
      scenario_id: "s",
      rollout_id: expect.any(String),
      reward: 1,
      schema_version: "1",
    });
    expect(messagesOf(record).map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(record?.loss_mask).toEqual([0, 0, 1, 0, 1, 0, 1]);
    expect(messagesOf(record)[2]?.tool_calls?.[0]?.function.arguments).toBe('{"a":"1"}');
  });

  describe("a branch", () => {
    const branch: Row = {
      prompt: "p",
      scenario_id: "branch_1",
      steps: [call("1", { prefix: true, turn: 0 }), { text: "Looking.", prefix: true }, { user: "and?" }, call("2")],
      final_text: "Done.",
      reward: 1,
    };

    test("trains on its own turns alone", () => {
      expect(records([branch])[0]?.loss_mask).toEqual([0, 0, 0, 0, 0, 1, 0, 1]);
      expect(codes([branch])).toContain("given_turns");
      expect(codes([branch])).not.toContain("empty_turns");
      expect(records([branch], { format: "trl", unroll: true })).toHaveLength(2);
      expect(records([branch], { format: "rollouts" })[0]?.loss_mask).toEqual([0, 0, 0, 0, 0, 1, 0, 1]);
      expect(codes([branch], { format: "trl" })).toContain("given_turns_trained");
    });

    test("is a prompt with what came before its first own turn", () => {
      const [record] = records([branch], { format: "trl-grpo" });
      expect(messagesOf({ messages: record?.prompt }).map((message) => message.role)).toEqual([
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
      ]);
    });
  });

  test("trl: arguments as objects and no mask; the report names the trainer's flag", () => {
    const { records: made, report } = exportRows([twoTurns], { format: "trl", tools: TOOLS });
    expect(messagesOf(made[0])[1]?.tool_calls?.[0]?.function.arguments).toEqual({ a: "1" });
    expect(report.notes.map((note) => note.code)).toContain("assistant_only_loss");
    expect(report).toMatchObject({ trainedMessages: 3, maskedMessages: 3, mask: "assistant" });
  });

  test("mask final trains on the last turn alone", () => {
    expect(records([twoTurns], { mask: "final" })[0]?.loss_mask).toEqual([0, 0, 0, 0, 0, 1]);
    const [record] = records([twoTurns], { format: "trl", mask: "final" });
    expect(record?.prompt).toHaveLength(5);
    expect(record?.completion).toEqual([{ role: "assistant", content: "Done." }]);
  });

  test("unroll gives each turn the context it had and its own facts", () => {
    const row = {
      ...twoTurns,
      steps: [call("1", { logprob: -1, n_tokens: 2, token_logprobs: [-0.5, -0.5] }), { text: "b" }, { user: "u" }],
      logprob: -9,
      n_tokens: 90,
    };
    const made = records([{ ...row, rollout_index: 3 }], { unroll: true });
    expect(made.map((record) => [record.logprob, record.n_tokens, (record.messages as unknown[]).length])).toEqual([
      [-1, 2, 2],
      [undefined, undefined, 4],
      [undefined, undefined, 6],
    ]);
    expect(made[1]).toMatchObject({
      unroll: { turn: 2, turns: 3 },
      lineage: { unrolled_from: { prompt_sha1: "516b9783fca5", rollout_index: 3, scenario_id: "s" } },
    });
    expect(made[0]).not.toHaveProperty("group_id");
  });

  test("a single turn takes the rollout's totals", () => {
    const [record] = records([{ prompt: "p", final_text: "x", logprob: -2, n_tokens: 4 }], { unroll: true });
    expect(record).toMatchObject({ logprob: -2, n_tokens: 4 });
  });

  test("facts that match no turn are left out and noted", () => {
    const messages = [
      { role: "user", content: "p" },
      ...["a", "b", "c"].map((content) => ({ role: "assistant", content })),
    ];
    const row = { messages, steps: [{ text: "a", logprob: -1 }], final_text: "c" };
    expect(records([row], { unroll: true }).every((record) => record.logprob === undefined)).toBe(true);
    expect(codes([row], { unroll: true })).toContain("step_facts_unmatched");
  });

  test("kto labels the last turn", () => {
    const rows = [twoTurns, { ...twoTurns, reward: false }, { ...twoTurns, reward: 0.5 }];
    const { records: made, report } = exportRows(rows, { format: "trl-kto", tools: TOOLS });
    expect(made.map((record) => record.label)).toEqual([true, false]);
    expect(report.dropped).toEqual([{ index: 2, rolloutId: expect.any(String), code: "ungraded" }]);
    expect(refusal([twoTurns], { format: "trl-kto" }).code).toBe("kto_one_label");
    expect(records([twoTurns], { format: "trl-kto", validate: false })).toHaveLength(1);
  });

  test("rollouts carry rewards, group statistics and facts by turn", () => {
    const rows = [1, 0, null].map((reward, index) => ({
      prompt: "p",
      scenario_id: "s",
      rollout_index: index,
      steps: [call("1", { logprob: -1, n_tokens: 2, token_ids: [5, 6] }), { text: "Done.", logprob: -2, n_tokens: 3 }],
      final_text: "Done.",
      reward,
      sampling_plan: { policy: "probe", probe: 2, k: 8 },
      policy_version: "m@1",
    }));
    const { records: made, report } = exportRows(rows, { format: "rollouts", tools: TOOLS });
    expect(made).toHaveLength(2);
    expect(made[0]).toMatchObject({
      reward: 1,
      rollout_id: "s#0",
      policy_version: "m@1",
      sampling_plan: { policy: "probe", probe: 2, k: 8 },
      turns: [
        { message: 1, logprob: -1, n_tokens: 2, token_ids: [5, 6] },
        { message: 3, logprob: -2, n_tokens: 3 },
      ],
      k: 2,
      reward_std: 0.5,
      loss_mask: [0, 1, 0, 1],
    });
    expect(made[0]?.reward_std_sample).toBeCloseTo(Math.SQRT1_2, 12);
    expect(report.dropped.map((row) => row.code)).toEqual(["ungraded"]);
  });

  test("fireworks weighs turns and drops tool names", () => {
    const [record] = records([twoTurns], { format: "fireworks", mask: "final" });
    expect(Object.keys(record as object)).toEqual(["messages", "tools"]);
    expect(messagesOf(record).map((message) => message.weight)).toEqual([undefined, 0, undefined, 0, undefined, 1]);
    expect(messagesOf(record)[2]).not.toHaveProperty("name");
  });

  test("grpo: one prompt a task, further wordings told apart", () => {
    const rows = [
      {
        scenario_id: "s",
        prompt: "a",
        reward: 1,
        final_text: "x",
        opener: "Hello!",
        faults: { f: { mode: "timeout" } },
        seed: 3,
      },
      { scenario_id: "s", prompt: "a", reward: 0, final_text: "y" },
      { scenario_id: "s", prompt: "b", final_text: "z", privileged: { reference: "42" } },
      { scenario_id: "t", final_text: "no prompt" },
    ];
    const { records: made, report } = exportRows(rows, { format: "trl-grpo", systemPrompt: "S" });
    expect(made.map((record) => record.task_id)).toEqual(["s", expect.stringMatching(/^s~[0-9a-f]{8}$/)]);
    expect(made[0]?.prompt).toEqual([
      { role: "system", content: "S" },
      { role: "assistant", content: "Hello!" },
      { role: "user", content: "a" },
    ]);
    expect(JSON.parse(made[0]?.info as string)).toEqual({
      pass_rate: 0.5,
      n: 2,
      faults: { f: { mode: "timeout" } },
      seed: 3,
    });
    expect(JSON.parse(made[1]?.info as string)).toMatchObject({ pass_rate: null, n: 0 });
    expect(JSON.stringify(made)).not.toContain("42");
    expect(report.notes.map((note) => note.code)).toEqual(
      expect.arrayContaining(["further_prompts", "references_left_out", "rows_dropped"]),
    );
    const withAnswers = records(rows, {
      format: "trl-grpo",
      reference: (row: Row) => row.privileged?.reference as string,
    });
    expect(withAnswers[1]?.reference).toBe("42");
  });
});

describe("messages", () => {
  const say = (content: unknown, extra: object = {}) => ({ role: "assistant", content, ...extra });
  const ask = { role: "user", content: "q" };
  const toolCall = (id: string | undefined, args: unknown = {}) => ({
    ...(id ? { id } : {}),
    name: "f",
    arguments: args,
  });

  test("thoughts are dropped, or kept in their own field", () => {
    const row = { prompt: "p", final_text: "<think>why</think>Because." };
    expect(messagesOf(records([row])[0]).at(-1)).toEqual({ role: "assistant", content: "Because." });
    expect(messagesOf(records([row], { reasoning: "field" })[0]).at(-1)).toEqual({
      role: "assistant",
      content: "Because.",
      reasoning_content: "why",
    });
    expect(messagesOf(records([row], { stripThink: false })[0]).at(-1)?.content).toBe(row.final_text);
    const stepped = { prompt: "p", steps: [{ text: "x", reasoning: "r" }], final_text: "x" };
    expect(messagesOf(records([stepped], { reasoning: "field" })[0]).at(-1)?.reasoning_content).toBe("r");
  });

  test("ids are unique and answers follow them", () => {
    const messages = [
      ask,
      say("", { tool_calls: [toolCall("x"), toolCall("x")] }),
      { role: "tool", content: { ok: "é" } },
      { role: "tool", content: [{ type: "text", text: "t" }], tool_call_id: "x" },
      say("", { tool_calls: [{ function: { name: "f", arguments: "" } }] }),
      { role: "tool", content: null },
      say("done"),
    ];
    const made = messagesOf(records([{ messages }])[0]);
    expect(made.flatMap((message) => message.tool_calls?.map((entry) => entry.id) ?? [])).toEqual([
      "x",
      "call_0000",
      "call_0001",
    ]);
    expect(
      made.flatMap((message) =>
        message.role === "tool" ? [[message.tool_call_id, message.content, message.name]] : [],
      ),
    ).toEqual([
      ["x", '{"ok":"é"}', "f"],
      ["call_0000", "t", "f"],
      ["call_0001", "null", "f"],
    ]);
  });

  test("turns in a row become one, and the prompt of a completion ends on the user", () => {
    const row = { prompt: "p", steps: [{ text: "a" }], final_text: "b" };
    const [record] = records([row], { format: "trl", unroll: true });
    expect(record?.prompt).toEqual([{ role: "user", content: "p" }]);
    expect(record?.completion).toEqual([{ role: "assistant", content: "a\n\nb" }]);
    expect(codes([row])).toContain("turns_merged");
  });

  test("long tool results are cut and counted", () => {
    const row = { prompt: "p", steps: [{ ...call("1"), result: "🎉".repeat(10) }], final_text: "x" };
    const { records: made, report } = exportRows([row], { tools: TOOLS, maxToolOutputChars: 4 });
    expect(messagesOf(made[0])[2]?.content).toBe("🎉🎉🎉🎉\n[... 6 chars of tool output truncated]");
    expect(made[0]).toMatchObject({ tool_output_truncated: 1, tool_output_chars_cut: 6 });
    expect(report).toMatchObject({ toolOutputsCut: 1, toolOutputCharsCut: 6 });
    expect(messagesOf(records([row], { maxToolOutputChars: 10 })[0])[2]?.content).toBe("🎉".repeat(10));
  });

  test("system messages at the front become one, and a row's own wins", () => {
    const messages = [
      { role: "system", content: "A" },
      { role: "developer", content: "B" },
      { role: "system", content: "A" },
      ask,
      say("x"),
    ];
    expect(messagesOf(records([{ messages }])[0])[0]).toEqual({ role: "system", content: "A\n\nB" });
    expect(codes([{ messages }], { systemPrompt: "C" })).toContain("own_system_kept");
  });

  test.each<[code: string, field: string, messages: unknown[]]>([
    ["unsupported_content", "messages[0].content", [{ role: "user", content: [{ type: "file", file: {} }] }, say("x")]],
    ["unsupported_content", "messages[1].content", [ask, say({ odd: 1 })]],
    ["unsupported_role", "messages[1].role", [ask, { role: "function", content: "x" }, say("x")]],
    ["system_message_misplaced", "messages[1]", [ask, { role: "system", content: "late" }, say("x")]],
    ["tool_message_unlinked", "messages[1]", [ask, { role: "tool", content: "x" }, say("x")]],
    [
      "tool_message_unlinked",
      "messages[2]",
      [ask, say("", { tool_calls: [toolCall("a")] }), { role: "tool", tool_call_id: "b", content: "x" }, say("x")],
    ],
    [
      "tool_call_roundtrip_invalid",
      "messages[1].tool_calls[0].arguments",
      [ask, say("", { tool_calls: [toolCall("a", "[1]")] })],
    ],
    [
      "tool_call_roundtrip_invalid",
      "messages[1].tool_calls[0].arguments",
      [ask, say("", { tool_calls: [toolCall("a", "{oops")] })],
    ],
    [
      "tool_call_roundtrip_invalid",
      "messages[1].tool_calls[0].name",
      [ask, say("", { tool_calls: [{ arguments: {} }] })],
    ],
    ["nothing_to_train", "final_text", [ask, say("")]],
  ])("%s names the row and %s", (code, field, messages) => {
    const error = refusal([twoTurns, { messages }]);
    expect(error).toBeInstanceOf(RowError);
    expect(error).toMatchObject({ code, field, line: 2 });
  });
});

describe("gates", () => {
  test("calls need schemas: from the option, the row, or not at all", () => {
    expect(refusal([twoTurns], { tools: [] })).toMatchObject({ code: "tools_missing" });
    expect(refusal([twoTurns], { tools: undefined })).toBeInstanceOf(GateError);
    expect(exportRows([{ ...twoTurns, tools: TOOLS }]).records[0]?.tools).toMatchObject([{ function: { name: "f" } }]);
    expect(codes([twoTurns], { tools: [], validate: false })).toContain("tools_missing");
    expect(codes([twoTurns], { tools: [{ name: "other" }] })).toContain("tool_schema_missing");
    expect(records([twoTurns], { toolsEncoding: "json" })[0]?.tools).toBe(
      '[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}]',
    );
    expect(() => exportRows([twoTurns], { tools: [{}] })).toThrow(OptionError);
  });

  test("leaks are refused, except from prompt sets, which hold nothing the agent said", () => {
    const leaking = { prompt: "p", final_text: "It is forty-two, dear.", privileged: { reference: "it is forty-two" } };
    expect(refusal([leaking]).code).toBe("privileged_leak");
    expect(codes([leaking], { validate: false })).toContain("privileged_leak");
    expect(records([leaking], { format: "trl-grpo" })).toHaveLength(1);
    expect(exportRows([leaking], { validate: false }).report.privilegedLeaks).toEqual({
      checked: true,
      nChecked: 1,
      nLeaked: 1,
    });
    const seen = { ...leaking, steps: [call("1", { result: "it is forty-two" })] };
    expect(records([seen], { leakRule: "unseen" })).toHaveLength(1);
  });

  test("nothing to write is an error unless allowed", () => {
    expect(refusal([]).code).toBe("no_rows");
    expect(refusal([null, 3]).code).toBe("no_rows");
    expect(refusal([{ prompt: "p" }]).code).toBe("no_records");
    expect(exportRows([], { allowEmpty: true }).records).toEqual([]);
    const { report } = exportRows([null, { prompt: "p" }], { allowEmpty: true });
    expect(report.dropped.map(({ index, code }) => [index, code])).toEqual([
      [0, "not_a_row"],
      [1, "no_agent_turn"],
    ]);
    expect(
      codes([{ messages: [{ role: "assistant", content: "" }] }], { validate: false, allowEmpty: true }),
    ).toContain("nothing_to_train");
  });

  test.each<[code: string, field: string, row: object]>([
    ["not_finite", "steps[0].logprob", { prompt: "p", steps: [{ text: "a", logprob: Number.NaN }], final_text: "a" }],
    ["not_finite", "reward", { prompt: "p", final_text: "a", reward: Number.POSITIVE_INFINITY }],
    ["not_finite", "reward", { prompt: "p", final_text: "a", reward: "Infinity" }],
    ["reward_not_number", "reward", { prompt: "p", final_text: "a", reward: "high" }],
    ["not_json", "hook", { prompt: "p", final_text: "a", hook: () => 1 }],
  ])("%s in %s", (code, field, row) => {
    expect(refusal([row])).toMatchObject({ code, field, line: 1 });
  });

  test("unknown options are named", () => {
    expect(() => exportRows([twoTurns], { unrol: true } as never)).toThrow("unroll");
    expect(() => exportRows([twoTurns], { format: "parquet" as never })).toThrow(OptionError);
  });
});

describe("columns and notes", () => {
  test("ids are texts, rewards numbers, mixed columns text, null columns absent", () => {
    const rows = [
      { ...twoTurns, scenario_id: 7, task_id: 1, reward: true, stance: "calm", reason: null },
      { ...twoTurns, scenario_id: "7", task_id: "1", reward: "0.5", stance: { a: 1 }, reason: null },
    ];
    const { records: made, report } = exportRows(rows, { tools: TOOLS });
    expect(made.map(({ scenario_id, task_id, reward, stance }) => [scenario_id, task_id, reward, stance])).toEqual([
      ["7", "1", 1, "calm"],
      ["7", "1", 0.5, '{"a":1}'],
    ]);
    expect(made[0]).not.toHaveProperty("reason");
    expect(made[0]?.group_id).toBe(made[1]?.group_id);
    expect(report.notes.find((note) => note.code === "columns_as_text")?.message).toContain("stance");
    expect(report.rewards).toEqual({ nPass: 1, nFail: 0, nPartial: 1, nUngraded: 0 });
  });

  test("what a reader should know is noted", () => {
    const rows = [
      { ...twoTurns, reward: 0, finish_reason: "length" },
      { prompt: "p", final_text: "ok <think>never closed" },
      {
        messages: [
          { role: "user", content: "q" },
          { role: "assistant", content: "" },
          { role: "user", content: "hello?" },
          { role: "assistant", content: "x" },
          { role: "user", content: "bye" },
        ],
        final_text: "",
      },
      { prompt: "p", final_text: "x", lineage: { system_prompt_sha: "abc" } },
    ];
    expect(codes(rows, { format: "trl", mask: "final" })).toEqual([
      "failing_rows",
      "truncated_rows",
      "unclosed_think",
      "empty_turns",
      "tail_cut",
      "system_prompt_missing",
      "leaks_not_checked",
    ]);
  });

  test("nothing of the rows is changed, and no trainer's reserved name is used", () => {
    const before = structuredClone(twoTurns);
    const [record] = records([twoTurns]);
    expect(twoTurns).toEqual(before);
    const reserved = [
      "image",
      "images",
      "input_ids",
      "labels",
      "text",
      "conversations",
      "completion_mask",
      "assistant_masks",
      "prompts",
      "completions",
      "completion_ids",
    ];
    for (const name of reserved) expect(record).not.toHaveProperty(name);
  });

  test("the report prints itself", () => {
    const text = String(exportRows([twoTurns], { tools: TOOLS }).report);
    expect(text).toContain("export openai: 1 record from 1 given");
    expect(text).toContain("trained: 3 messages");
    expect(String(exportRows([twoTurns], { format: "trl-grpo" }).report)).not.toContain("trained:");
  });
});

test("half a character is replaced and noted", () => {
  const cut = { ...twoTurns, final_text: "Done \ud83c" };
  expect(codes([cut, twoTurns])).toContain("characters_replaced");
  expect(messagesOf(records([cut])[0]).at(-1)?.content).toBe("Done \ufffd");
  expect(codes([twoTurns])).not.toContain("characters_replaced");
});

test("tools that cannot be told apart are refused: an option's as an option, a row's own as the row's", () => {
  expect(refusal([twoTurns], { tools: [...TOOLS, ...TOOLS] })).toBeInstanceOf(OptionError);
  for (const tools of [[null], [{ parameters: {} }], [...TOOLS, ...TOOLS]])
    expect(refusal([{ ...twoTurns, tools }], { tools: undefined })).toMatchObject({
      code: "tools_invalid",
      line: 1,
      field: "tools",
    });
});

describe("preference pairs are no rollouts", () => {
  const turn = [{ role: "assistant", content: "Hi." }];
  test.each([
    ["of rows", { chosen: { final_text: "a" }, rejected: { final_text: "b" } }, "To write pairs for a trainer"],
    ["of messages", { prompt: "p", chosen: turn, rejected: turn }, "Trainers load this file as it is"],
    ["by their names at Fireworks", { preferred_output: turn, non_preferred_output: turn }, "Trainers load this file"],
  ])("%s", (_, pair, fix) => {
    for (const format of ["openai", "trl", "trl-kto", "trl-grpo", "rollouts"] as const) {
      const error = refusal([twoTurns, pair], { format });
      expect(error.code).toBe("preference_pair");
      expect(error.message).toMatch(/^row 2 \(\w+\): this is a preference pair already/);
      expect(error.message).toContain(fix);
      expect(error).toMatchObject({ line: 2 });
    }
  });

  test("a rollout may have fields of these names", () => {
    expect(records([{ ...twoTurns, chosen: { a: 1 }, rejected: { a: 2 } }])).toHaveLength(1);
  });
});

import { expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { RowError } from "../errors/row-error.js";
import { checkRows } from "./check-rows.js";
import { type RowKind, validateRow } from "./validate-row.js";

const message = { role: "user", content: "x" };

test.each<[RowKind, unknown, string[]]>([
  ["row", null, ["not_a_dict"]],
  ["row", [], ["not_a_dict"]],
  ["row", {}, ["empty_row"]],
  ["row", { prompt: 3 }, []],
  ["row", { schema_version: null, prompt: 3 }, []],
  ["row", { schema_version: "0", prompt: 3 }, []],
  [
    "row",
    { schema_version: "1", prompt: 3, steps: {}, final_text: null },
    ["prompt_not_str", "steps_not_list", "final_text_not_str"],
  ],
  ["row", { schema_version: "1", prompt: [{ type: "text", text: "p" }] }, []],
  ["row", { schema_version: "1", prompt: ["p"] }, ["prompt_not_str"]],
  ["row", { schema_version: "1", reward: false }, ["reward_is_bool"]],
  ["row", { schema_version: "1", reward: "1" }, ["reward_not_number"]],
  ["row", { schema_version: "1", calibration: [] }, ["calibration_invalid"]],
  ["row", { schema_version: "1", calibration: { n: 4 } }, ["calibration_invalid"]],
  ["row", { schema_version: "1", calibration: null, reward: null }, []],
  ["training", {}, ["empty_row"]],
  ["training", { messages: "x" }, ["messages_missing"]],
  ["training", { messages: [message], tools: "x" }, ["tools_not_list"]],
  ["training", { messages: [message], loss_mask: [true] }, ["loss_mask_invalid"]],
  ["training", { messages: [message], loss_mask: [1] }, []],
  ["training", { loss_mask: [1] }, ["messages_missing", "loss_mask_invalid"]],
  ["preference", { chosen: "x", rejected: [] }, ["chosen_missing", "rejected_missing"]],
  ["preference", { schema_version: "9", chosen: [1], rejected: [1] }, ["unknown_schema_version:9"]],
])("%s %j", (kind, row, expected) => {
  expect(validateRow(row, kind)).toEqual(expected);
});

test("strict checking names what is missing and where a type is wrong", () => {
  const strict = { strict: true };
  expect(validateRow({ schema_version: "1" }, "row", strict)).toEqual([
    "missing:prompt",
    "missing:steps",
    "missing:final_text",
  ]);
  const row = {
    schema_version: "1",
    prompt: "p",
    steps: [{ tool: 7 }, { text: "a", n_tokens: -1 }],
    final_text: "x",
    reward: true,
  };
  expect(validateRow(row, "row", strict)).toEqual([
    "reward_is_bool",
    "invalid:steps[0].tool",
    "invalid:steps[1].n_tokens",
  ]);
  expect(validateRow({ prompt: "p", steps: [], final_text: "" }, "row", strict)).toEqual(["missing:schema_version"]);
  expect(validateRow({ messages: [{ role: "user", content: 3 }] }, "training", strict)).toEqual([
    "invalid:messages[0].content",
  ]);
});

test("an unknown kind is refused", () => {
  expect(() => validateRow({ a: 1 }, "rows" as never)).toThrow(OptionError);
});

test("checkRows names path, line and field", () => {
  const good = { schema_version: "1", prompt: "p" };
  expect(() => checkRows([good, good], "row")).not.toThrow();
  const error = thrownBy(() => checkRows([good, { ...good, reward: true }, null], "row", { path: "a.jsonl" }));
  expect(error).toMatchObject({ path: "a.jsonl", line: 2, field: "reward" });
  expect(error.message).toContain("a.jsonl:2:");
  expect(error.message).toContain("line 3: not_a_dict");
  const strict = thrownBy(() => checkRows([good], "row", { strict: true }));
  expect(strict).toMatchObject({ line: 1, field: "steps", path: undefined });
  expect(thrownBy(() => checkRows([{ schema_version: "3" }])).field).toBe("schema_version");
  expect(thrownBy(() => checkRows([{ messages: [{}] }], "training")).field).toBe("messages");
});

function thrownBy(call: () => void): RowError {
  try {
    call();
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

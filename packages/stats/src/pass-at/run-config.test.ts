import { describe, expect, test } from "vitest";
import { RunConfigTally } from "./run-config.js";
import { spokenReply } from "./spoken-reply.js";

function configOf(...rows: Record<string, unknown>[]) {
  const tally = new RunConfigTally();
  for (const row of rows) tally.add(row);
  return tally.config(1, 4);
}

describe("RunConfigTally", () => {
  test("keeps what all stamped rows share and names what differs", () => {
    const config = configOf(
      {
        sampling: { temperature: 0, max_tokens: 512 },
        policy_version: "v1@abc",
        judge_meta: { version: "j1" },
        user_model: "u",
        writer_model: "pinned",
      },
      { sampling: { temperature: 0.7 }, policy_version: "v1@abc", lineage: { judge_version: "j2" }, user_model: null },
      { reward: 1, writer_model: "seed" },
    );
    expect(config).toMatchObject({
      n_tasks: 1,
      k: 4,
      temperature: null,
      max_tokens: 512,
      policy_version: "v1@abc",
      judge_version: null,
      prompt_hash: "abc",
      user_model: "u",
      writer_model: "seed",
      mixed: ["temperature", "judge_version"],
      graded_share: 0.3333,
    });
  });

  test("a stamped prompt hash wins over the one in policy_version", () => {
    expect(configOf({ policy_version: "v1@abc", lineage: { system_prompt_sha: "xyz" } }).prompt_hash).toBe("xyz");
    expect(configOf({ policy_version: "v1" }).prompt_hash).toBeNull();
  });

  test("shares count only the rows that say", () => {
    const config = configOf(
      { finish_reason: "length", final_text: "" },
      { finish_reason: "stop" },
      { finish_reason: "MAX_TOKENS" },
      { finish_reason: "max_turns" },
      { final_text: "hi" },
      {},
    );
    expect(config).toMatchObject({
      truncated_share: 0.5,
      answered_share: 0.5,
      unclosed_think_share: 0,
      graded_share: 0,
    });
    expect(configOf()).toMatchObject({ truncated_share: null, answered_share: null, graded_share: null });
  });

  test("stamps that are no plain values are left out", () => {
    expect(configOf({ policy_version: { a: 1 }, user_model: "", sampling: { temperature: Number.NaN } })).toMatchObject(
      {
        policy_version: null,
        user_model: null,
        temperature: null,
        mixed: [],
      },
    );
  });
});

describe("spokenReply", () => {
  test.each([
    [{ final_text: "<think>plan</think> done" }, true, false],
    [{ final_text: "<think>never closed" }, false, true],
    [{ final_text: "<THINK> </THINK>" }, false, false],
    [{ final_text: "before <think>a</think> after <Think>cut" }, true, true],
    [{ final_text: "a < b" }, true, false],
    [{ final_text: " \n" }, false, false],
    [{ messages: [{ role: "user", content: "hi" }] }, false, false],
    [
      {
        messages: [
          { role: "assistant", content: "one" },
          { role: "assistant", content: [{ type: "text", text: "two" }] },
        ],
      },
      true,
      false,
    ],
    [{ messages: [null, { role: "assistant", content: null }] }, false, false],
  ])("%j", (row, answered, unclosedThought) => {
    expect(spokenReply(row)).toEqual({ answered, unclosedThought });
  });

  test("a row with neither text nor messages says nothing about its reply", () => {
    expect(spokenReply({ final_text: null })).toBeNull();
  });
});

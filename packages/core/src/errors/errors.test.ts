import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { checkOptions, optionRule } from "../options/check-options.js";
import { AbortError } from "./abort-error.js";
import { AuthError, BackendError, ContextLengthError, RateLimitError, TransientError } from "./backend-error.js";
import { GateError } from "./gate-error.js";
import { JudgeError } from "./judge-error.js";
import { OptionError } from "./option-error.js";
import { PlatformError } from "./platform-error.js";
import { RowError } from "./row-error.js";
import { SettingsError } from "./settings-error.js";
import { SpecError } from "./spec-error.js";
import { ToolSchemaError } from "./tool-schema-error.js";
import { WhileaiError } from "./whileai-error.js";

const init = { message: "It broke.", fix: "Mend it.", cause: new TypeError("below") };

describe("every error of the family", () => {
  const family: [string, string, WhileaiError][] = [
    ["OptionError", "option_invalid", new OptionError({ ...init, option: "k" })],
    ["RowError", "row_invalid", new RowError(init)],
    ["BackendError", "backend_failed", new BackendError(init)],
    ["AuthError", "auth_failed", new AuthError(init)],
    ["RateLimitError", "rate_limited", new RateLimitError(init)],
    ["TransientError", "transient_failure", new TransientError(init)],
    ["ContextLengthError", "context_too_long", new ContextLengthError(init)],
    ["SpecError", "spec_invalid", new SpecError(init)],
    ["SettingsError", "settings_invalid", new SettingsError(init)],
    ["JudgeError", "judge_invalid", new JudgeError(init)],
    ["GateError", "gate_refused", new GateError(init)],
    ["ToolSchemaError", "tool_schema_invalid", new ToolSchemaError({ ...init, path: "parameters" })],
    ["PlatformError", "platform_failed", new PlatformError(init)],
  ];

  test.each(family)("%s carries its code, its fix and its cause", (name, code, error) => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect(error.code).toBe(code);
    expect(error.message).toContain("It broke. Mend it.");
    expect(error.cause).toBe(init.cause);
    expect(WhileaiError.isInstance(error)).toBe(true);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name, code, fix: "Mend it." });
  });

  test("retryable are the ones that may pass", () => {
    const retryable = family.map(([, , error]) => error).filter((error) => (error as BackendError).isRetryable);
    expect(retryable.map((error) => error.name)).toEqual(["RateLimitError", "TransientError"]);
  });
});

test("an error of a second copy of the package is recognised by its marker", () => {
  const foreign = Object.assign(new Error("x"), { [Symbol.for("whileai.error")]: true });
  expect(WhileaiError.isInstance(foreign)).toBe(true);
  for (const value of [new Error("x"), null, undefined, "error", {}])
    expect(WhileaiError.isInstance(value)).toBe(false);
});

test("a row error begins with the file and the line", () => {
  const error = new RowError({ ...init, path: "rows.jsonl", line: 3, field: "steps" });
  expect(error.message).toBe("rows.jsonl:3: It broke. Mend it.");
  expect(error.toJSON()).toMatchObject({ path: "rows.jsonl", line: 3, field: "steps" });
});

test("a wait of zero is not an unknown wait", () => {
  expect(new RateLimitError({ ...init, retryAfterMs: 0 }).retryAfterMs).toBe(0);
  expect(new RateLimitError(init).retryAfterMs).toBeUndefined();
});

test.each([
  ["a misspelt option", "OpenAI", { apikey: "sk-hidden" }],
  ["text in the place of options", "OpenAI", "sk-hidden"],
  ["a value of the wrong type", "OpenAI", { apiKey: ["sk-hidden"] }],
])("a key that came as %s is kept for code, and not printed with the error", (_, call, options) => {
  let error: OptionError | undefined;
  try {
    checkOptions(call, options, { apiKey: optionRule.text });
  } catch (thrown) {
    error = thrown as OptionError;
  }
  expect(JSON.stringify(error?.received)).toContain("sk-hidden");
  expect(`${inspect(error, { showHidden: true, depth: 9 })}${JSON.stringify(error)}`).not.toContain("sk-hidden");
});

test("an aborted call has no fix to print", () => {
  expect(new AbortError().message).toBe("The call was aborted by its signal.");
  expect(inspect(new AbortError({ cause: "user" }))).toContain("AbortError");
});

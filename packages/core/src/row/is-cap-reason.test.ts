import { expect, test } from "vitest";
import { isCapReason } from "./is-cap-reason.js";
import { isTruncated } from "./is-truncated.js";

const CAPS = [
  ...["length", "LENGTH", "max_tokens", "MAX_TOKENS", "max_output_tokens", "max_new_tokens", "max_completion_tokens"],
  ...["maxTokens", "max-tokens", "MaxTokensReached", "model_length", "max_length", "FINISH_REASON_MAX_TOKENS"],
  ...["token_limit", "TOKEN_LIMIT", "model_context_window_exceeded", "context_length_exceeded"],
];
const OTHERS = [
  ...["stop", "STOP", "end_turn", "stop_sequence", "eos_token", "stop_token", "COMPLETE", "tool", "tool_calls"],
  ...["tool_use", "function_call", "content_filter", "SAFETY", "RECITATION", "refusal", "pause_turn", "error"],
  ...[
    "context_deadline_exceeded",
    "max turns reached; tokens left",
    "max_turns: out of token budget? no",
    "context cancelled",
    "other",
    "unknown",
    "max_turns",
    "max_steps",
    "max_tool_calls",
    "time_limit",
    "timeout",
    "cancelled",
    "",
  ],
];

test.each(CAPS)("%s is the token cap", (reason) => {
  expect(isCapReason(reason)).toBe(true);
  expect(isTruncated({ final_text: "Done.", finish_reason: reason })).toBe(true);
});

test.each(OTHERS)("%j is not the token cap", (reason) => {
  expect(isCapReason(reason)).toBe(false);
  expect(isTruncated({ final_text: "Done.", finish_reason: reason })).toBe(false);
});

test.each([[undefined], [null], [7], [["length"]], [{ length: 1 }]])("%j is no reason", (reason) => {
  expect(isCapReason(reason)).toBe(false);
});

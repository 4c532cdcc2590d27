import { expect, it } from "vitest";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { judgeSystemPrompt } from "./system-prompt.js";

// A change of these texts changes the version of every judge: it must be meant.
it("says what it says", () => {
  expect(judgeSystemPrompt(undefined, false)).toMatchSnapshot("conduct floor");
  expect(judgeSystemPrompt("  The order is looked up first. $& {rubric}  ", true)).toMatchSnapshot(
    "rubric, privileged",
  );
  expect(REPEAT_RULE).toMatchSnapshot("repeat");
});

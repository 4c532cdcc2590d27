import { expect, it } from "vitest";
import { pairDecisionPrompt, pairSystemPrompt } from "../pairwise/pair-prompt.js";
import { PAIR_QUESTION, PAIR_REPEAT_RULE } from "../pairwise/prompts/pair-rules.js";
import { Rubric } from "../rubric/rubric.js";
import * as decisionQuestions from "../typesafe/prompts/decision-questions.js";
import { faultLeadText } from "./judge-message.js";
import { ITEMS_REPEAT_RULE } from "./prompts/items-output-rule.js";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { DECISION_RECORD_PLACE } from "./prompts/record-rule.js";
import { judgeSystemPrompt, judgingTask } from "./system-prompt.js";

// A change of these texts changes the version of every judge: it must be meant.
it("says what it says", () => {
  expect(judgeSystemPrompt(undefined, false)).toMatchSnapshot("conduct floor");
  expect(judgeSystemPrompt("  The order is looked up first. $& {rubric}  ", true)).toMatchSnapshot(
    "rubric, privileged",
  );
  const rubric = Rubric({
    criteria: [
      { title: "No lies $&", kind: "hard" },
      { title: "Blames", kind: "pitfall" },
    ],
  });
  expect(judgeSystemPrompt(rubric, false)).toMatchSnapshot("items");
  expect(pairSystemPrompt({})).toMatchSnapshot("pairs");
  expect(pairSystemPrompt({ rubric: "Shorter. $&", usePrivileged: true })).toMatchSnapshot("pairs, rubric, privileged");
  expect(REPEAT_RULE).toMatchSnapshot("repeat");
  expect(ITEMS_REPEAT_RULE).toMatchSnapshot("repeat, items");
  expect(PAIR_REPEAT_RULE).toMatchSnapshot("repeat, pairs");
  expect(faultLeadText('"get" (timeout)')).toMatchSnapshot("fault");
});

it("asks a decision service what it asks", () => {
  expect(judgingTask(undefined, false, DECISION_RECORD_PLACE).join("\n\n")).toMatchSnapshot("conduct floor");
  expect(pairDecisionPrompt({})).toMatchSnapshot("pairs");
  expect({ ...decisionQuestions, PAIR_QUESTION }).toMatchSnapshot("questions");
});

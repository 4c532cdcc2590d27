import type { RubricObject } from "../rubric/rubric.js";
import { CONDUCT_FLOOR } from "./prompts/conduct-floor.js";
import { CONDUCT_INTRO } from "./prompts/conduct-intro.js";
import { ITEMS_INTRO } from "./prompts/items-intro.js";
import { ITEMS_OUTPUT_RULE } from "./prompts/items-output-rule.js";
import { OUTPUT_RULE } from "./prompts/output-rule.js";
import { PRIVILEGED_RULE } from "./prompts/privileged-rule.js";
import { RECORD_PLACE, RECORD_RULE } from "./prompts/record-rule.js";
import { RUBRIC_INTRO } from "./prompts/rubric-intro.js";

/**
 * The system prompt of a judge: its task (the conduct floor, a rubric in prose above it, or the items of a rubric), how to
 * read the record, and the form of the answer. Its text decides the judge's version.
 */
export function judgeSystemPrompt(rubric: string | RubricObject | undefined, usePrivileged: boolean): string {
  return [
    ...judgingTask(rubric, usePrivileged),
    typeof rubric === "object" ? withCount(ITEMS_OUTPUT_RULE, rubric) : OUTPUT_RULE,
  ].join("\n\n");
}

/** The same without the form of the answer, as paragraphs: for services that answer in a form of their own. */
export function judgingTask(
  rubric: string | RubricObject | undefined,
  usePrivileged: boolean,
  place: string = RECORD_PLACE,
): string[] {
  return [
    ...(typeof rubric === "object"
      ? [ITEMS_INTRO.replace("{checklist}", () => rubric.checklist)]
      : [rubric === undefined ? CONDUCT_INTRO : RUBRIC_INTRO.replace("{rubric}", () => rubric.trim()), CONDUCT_FLOOR]),
    RECORD_RULE.replace("{place}", () => place),
    ...(usePrivileged ? [PRIVILEGED_RULE] : []),
  ];
}

/** A rule about the answers with the number of criteria in it. */
export const withCount = (rule: string, { criteria }: RubricObject): string =>
  rule.replaceAll("{count}", String(criteria.length));

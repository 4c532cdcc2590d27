import { CONDUCT_FLOOR } from "./prompts/conduct-floor.js";
import { CONDUCT_INTRO } from "./prompts/conduct-intro.js";
import { OUTPUT_RULE } from "./prompts/output-rule.js";
import { PRIVILEGED_RULE } from "./prompts/privileged-rule.js";
import { RECORD_RULE } from "./prompts/record-rule.js";
import { RUBRIC_INTRO } from "./prompts/rubric-intro.js";

/**
 * The system prompt of a judge: its task (the conduct floor, or a rubric above it), how to read the record, and the form
 * of the answer. Its text decides the judge's version.
 */
export function judgeSystemPrompt(rubric: string | undefined, usePrivileged: boolean): string {
  return [
    rubric === undefined ? CONDUCT_INTRO : RUBRIC_INTRO.replace("{rubric}", () => rubric.trim()),
    CONDUCT_FLOOR,
    RECORD_RULE,
    ...(usePrivileged ? [PRIVILEGED_RULE] : []),
    OUTPUT_RULE,
  ].join("\n\n");
}

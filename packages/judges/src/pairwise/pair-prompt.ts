import { CONDUCT_FLOOR } from "../judge/prompts/conduct-floor.js";
import { PRIVILEGED_RULE } from "../judge/prompts/privileged-rule.js";
import { RECORD_RULE } from "../judge/prompts/record-rule.js";
import {
  PAIR_COMPARE_RULE,
  PAIR_DECISION_PLACE,
  PAIR_INTRO,
  PAIR_OUTPUT_RULE,
  PAIR_RECORD_PLACE,
  PAIR_RUBRIC_INTRO,
} from "./prompts/pair-rules.js";

/** What the prompt of a judge of pairs depends on. */
export interface PairPromptSettings {
  readonly rubric?: string | undefined;
  readonly usePrivileged?: boolean | undefined;
}

/** The system prompt of a judge of pairs. Its text decides the judge's version. */
export const pairSystemPrompt = (settings: PairPromptSettings): string =>
  [...pairTask(settings, PAIR_RECORD_PLACE), PAIR_OUTPUT_RULE].join("\n\n");

/** The same for a decision service, which answers in a form of its own. */
export const pairDecisionPrompt = (settings: PairPromptSettings): string =>
  pairTask(settings, PAIR_DECISION_PLACE).join("\n\n");

const pairTask = ({ rubric, usePrivileged = false }: PairPromptSettings, place: string): string[] => [
  rubric === undefined ? PAIR_INTRO : PAIR_RUBRIC_INTRO.replace("{rubric}", () => rubric.trim()),
  CONDUCT_FLOOR,
  PAIR_COMPARE_RULE,
  RECORD_RULE.replace("{place}", () => place),
  ...(usePrivileged ? [PRIVILEGED_RULE] : []),
];

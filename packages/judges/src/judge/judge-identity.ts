import { type Backend, sha256Hex } from "@whileai/core";
import type { RubricObject } from "../rubric/rubric.js";
import { faultLeadText } from "./judge-message.js";
import { ITEMS_REPEAT_RULE } from "./prompts/items-output-rule.js";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { judgeSystemPrompt, withCount } from "./system-prompt.js";

const VERSION_DIGITS = 12;

/** What a judge is, as far as it decides how it judges. */
export interface JudgeIdentitySettings {
  readonly backend: Backend;
  readonly rubric?: string | RubricObject | undefined;
  readonly name?: string | undefined;
  readonly usePrivileged: boolean;
  readonly votes: number;
}

/** The texts of a judge, its name, and the version that stands for what it is told. */
export interface JudgeIdentity {
  readonly prompt: string;
  readonly promptSha: string;
  readonly repeatRule: string;
  readonly version: string;
  readonly name: string;
}

/**
 * The version is `<model>@<12 digits>` of the hash of all fixed texts that the model may be sent, of the rubric's version
 * and of the number of votes: a change of any of them shows.
 */
export function judgeIdentity({ backend, rubric, name, usePrivileged, votes }: JudgeIdentitySettings): JudgeIdentity {
  const prompt = judgeSystemPrompt(rubric, usePrivileged);
  const repeatRule = typeof rubric === "object" ? withCount(ITEMS_REPEAT_RULE, rubric) : REPEAT_RULE;
  const judged = [
    prompt,
    `repeat:${repeatRule}`,
    ...(rubric === undefined ? [`fault:${faultLeadText("")}`] : []),
    ...(typeof rubric === "object" ? [`rubric:${rubric.version}`] : []),
    ...(votes > 1 ? [`votes:${votes}`] : []),
  ];
  return {
    prompt,
    promptSha: shortHash(prompt),
    repeatRule,
    version: `${backend.model}@${shortHash(judged.join("|"))}`,
    name: name ?? `judge:${backend.model}${rubric === undefined ? ":conduct-floor" : ""}`,
  };
}

/** The hash of a text at the length that versions have. */
export const shortHash = (text: string): string => sha256Hex(text).slice(0, VERSION_DIGITS);

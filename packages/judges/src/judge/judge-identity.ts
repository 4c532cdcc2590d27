import type { Backend } from "@whileai/core";
import type { RubricObject } from "../rubric/rubric.js";
import { faultLeadText } from "./judge-message.js";
import type { RecordSource } from "./judge-record.js";
import { judgeVersion } from "./judge-version.js";
import { ITEMS_REPEAT_RULE } from "./prompts/items-output-rule.js";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { judgeSystemPrompt, withCount } from "./system-prompt.js";

/** What a judge is, as far as it decides how it judges. */
export interface JudgeIdentitySettings extends RecordSource {
  readonly backend: Backend;
  readonly rubric?: string | RubricObject | undefined;
  readonly name?: string | undefined;
  readonly votes: number;
  /** Score a rubric of items although some are unanswered. */
  readonly lenient: boolean;
}

/** The texts of a judge, its name, and the version that stands for what it is told. */
export interface JudgeIdentity {
  readonly prompt: string;
  readonly repeatRule: string;
  readonly version: string;
  readonly name: string;
}

/** Who a judge is that asks a chat model. Votes and lenience count to its version: the same replies are read otherwise. */
export function judgeIdentity(settings: JudgeIdentitySettings): JudgeIdentity {
  const { backend, rubric, name, usePrivileged, votes, lenient } = settings;
  const prompt = judgeSystemPrompt(rubric, usePrivileged);
  const repeatRule = typeof rubric === "object" ? withCount(ITEMS_REPEAT_RULE, rubric) : REPEAT_RULE;
  const judged = [
    prompt,
    `repeat:${repeatRule}`,
    ...taskParts(rubric, lenient),
    ...(votes > 1 ? [`votes:${votes}`] : []),
  ];
  return {
    prompt,
    repeatRule,
    version: judgeVersion(backend, judged, settings),
    name: name ?? judgeName(backend, rubric),
  };
}

/** The name of a judge that was given none. */
export const judgeName = (backend: Backend, rubric: string | RubricObject | undefined): string =>
  `judge:${backend.model}${rubric === undefined ? ":conduct-floor" : ""}`;

/** What the task adds to a version beside its prompt: the note on faults, or a rubric's own and how unanswered items count. */
export function taskParts(rubric: string | RubricObject | undefined, lenient: boolean): string[] {
  if (rubric === undefined) return [`fault:${faultLeadText("")}`];
  return typeof rubric === "object" ? [`rubric:${rubric.version}`, ...(lenient ? ["lenient"] : [])] : [];
}

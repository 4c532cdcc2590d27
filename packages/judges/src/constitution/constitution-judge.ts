import {
  type Backend,
  checkOptions,
  countText,
  JudgeError,
  type JudgeObject,
  type Note,
  optionRule,
  type PrepareContext,
} from "@whileai/core";
import { type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { chatModel } from "../judge/asked-model.js";
import type { AskingJudge } from "../judge/asking-judge.js";
import { ASKING_RULES, type AskingOptions, toolNames } from "../judge/asking-options.js";
import type { RubricJudge } from "../judge/judge.js";
import { payloadCharsFor } from "../judge/payload-chars.js";
import { askingConstitution } from "./asking-constitution.js";
import { type CheckJudgeOptions, checkJudgeOnSpec, type SpecCheck } from "./check-judge-on-spec.js";
import type { Constitution } from "./constitution.js";
import { principlesPrompt } from "./principles-prompt.js";

/** Tokens of a reason and of each answer; convention. */
const REASON_TOKENS = 200;
const ANSWER_TOKENS = 12;

/** Options of a constitution's judge. */
export interface ConstitutionJudgeOptions extends AskingOptions, Pick<CheckJudgeOptions, "minAgreement" | "minKappa"> {
  /** The name on rows; `spec:<id>:<model>` unless given. */
  readonly name?: string | undefined;
  /**
   * What happens when the judge fails the check on the constitution's own labels, before the first row: "stop" throws,
   * "warn" notes it in the report and grades on, "skip" does not check. "stop" unless given.
   */
  readonly onFailedCheck?: "stop" | "warn" | "skip" | undefined;
  /** Longest record shown, in characters; what the model's context leaves, where the backend tells it, else 8000. */
  readonly payloadChars?: number | undefined;
  /** Tokens an answer may take; 200 and 12 for each principle unless given. */
  readonly maxTokens?: number | undefined;
}

/** A judge that checks itself on the labels of its constitution before it grades. */
export interface ConstitutionJudge extends RubricJudge {
  /** The check, run now or remembered from before. */
  check(): Promise<SpecCheck>;
}

/**
 * The judge of a constitution: asks a model which principles a run keeps, and writes a marker for each trait (1 kept, 0
 * broken, null no occasion), so that `mustNotRegress: spec.behaviors()` guards every one of them. A row that was written
 * for one trait (`scenario_dimensions.trait`) is judged by that one alone.
 *
 * Throws an OptionError for bad options and a model that does not chat, a JudgeError for a constitution without traits.
 */
export function constitutionJudge(spec: Constitution, options: ConstitutionJudgeOptions = {}): ConstitutionJudge {
  checkOptions("spec.judge", options, {
    ...ASKING_RULES,
    onFailedCheck: optionRule.oneOf(["stop", "warn", "skip"]),
    minAgreement: optionRule.number(0, 1),
    minKappa: optionRule.number(-1, 1),
  });
  if (spec.traits.length === 0)
    throw new JudgeError({
      message: `The constitution ${spec.id} has no traits to judge by.`,
      fix: "Give it a trait with a principle.",
    });
  const given = options.model === undefined ? undefined : captureSettings().resolve("judge", options.model);
  const bound = new Map<Backend, CheckedJudge>();
  const make = (backend: Backend): CheckedJudge => {
    const known = bound.get(backend) ?? checkedJudge(spec, backend, options);
    bound.set(backend, known);
    return known;
  };
  const bind = (settings: CapturedSettings): CheckedJudge => make(given ?? settings.resolve("judge"));
  const shared = {
    kind: "llm" as const,
    rubric: spec.traits.map(({ principle }) => principle).join("\n"),
    systemPrompt: principlesPrompt(spec.traits),
    bind,
    check: () => bind(captureSettings()).check(),
    judge: ((row, context) => bind(captureSettings()).judge(row, context)) as JudgeObject["judge"],
  };
  if (given === undefined) return Object.freeze({ ...shared, name: options.name ?? `spec:${spec.id}` });
  return Object.freeze({ ...shared, ...make(given) });
}

type CheckedJudge = AskingJudge & Pick<ConstitutionJudge, "check"> & Required<Pick<JudgeObject, "prepare" | "notes">>;

function checkedJudge(spec: Constitution, given: Backend, options: ConstitutionJudgeOptions): CheckedJudge {
  const backend = chatModel("spec.judge", given);
  const { onFailedCheck = "stop", minAgreement, minKappa } = options;
  const maxTokens = options.maxTokens ?? REASON_TOKENS + ANSWER_TOKENS * spec.traits.length;
  const promptChars = principlesPrompt(spec.traits).length;
  const asking = askingConstitution({
    id: spec.id,
    version: spec.version,
    traits: spec.traits,
    backend,
    name: options.name ?? `spec:${spec.id}:${backend.model}`,
    tools: toolNames(options),
    policy: options.policy,
    payloadChars: options.payloadChars ?? payloadCharsFor(backend, promptChars, maxTokens),
    maxTokens,
  });
  let running: Promise<SpecCheck> | undefined;
  let done: SpecCheck | undefined;
  const check = ({ signal, limited }: PrepareContext = {}): Promise<SpecCheck> => {
    const within: JudgeObject = {
      ...asking,
      judge: (row, context) => asking.judge(row, limited === undefined ? context : { ...context, limited }),
    };
    running ??= checkJudgeOnSpec(spec, within, { minAgreement, minKappa, signal })
      .then((report) => {
        done = report;
        return report;
      })
      .finally(() => {
        // A check in which answers are missing may have met a server that was down: the next call tries again.
        if (done === undefined || done.nUnread > 0) running = undefined;
      });
    return running;
  };
  const prepare = async (context?: PrepareContext): Promise<void> => {
    if (onFailedCheck === "skip") return;
    const report = await check(context);
    if (report.status === "failed" && onFailedCheck === "stop")
      throw new JudgeError(
        {
          message: `The judge ${failureText(report)}.\n${report}`,
          fix: `${isUnread(report) ? "See what the model answers: explain(spec.labelledRows()[0], judge)." : "Change the model or the principles."} Or grade all the same with onFailedCheck: "warn".`,
        },
        "spec_check_failed",
      );
  };
  return Object.freeze({ ...asking, check: () => check(), prepare, notes: () => checkNotes(done) });
}

/** True where it failed for what could not be read, and not for what it said. */
const isUnread = ({ agreement: { agreement, kappa }, nUnread, minAgreement, minKappa }: SpecCheck): boolean =>
  nUnread > 0 && (agreement === null || (agreement >= minAgreement && (kappa === null || kappa >= minKappa)));

function failureText(check: SpecCheck): string {
  const labels = `of ${countText(check.nLabels, "label")} of its constitution`;
  if (isUnread(check)) return `gave no verdict on ${check.nUnread} ${labels}`;
  const wrong = check.traits.reduce((sum, { badPassed, goodFailed }) => sum + badPassed + goodFailed, 0);
  return `disagrees with ${wrong} ${labels}`;
}

/** What a report on graded rows says about the check. */
function checkNotes(check: SpecCheck | undefined): Note[] {
  if (check === undefined)
    return [
      {
        code: "judge_unchecked",
        severity: "warning",
        message: "the judge was not checked on the labels of its constitution.",
      },
    ];
  const failed: Note[] =
    check.status === "failed"
      ? [
          {
            code: "spec_check_failed",
            severity: "error",
            message: `the judge ${failureText(check)}.`,
            fix: "Change the model or the principles.",
          },
        ]
      : [];
  return [...failed, ...check.notes];
}

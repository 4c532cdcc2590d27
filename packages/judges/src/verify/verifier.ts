import {
  canonicalJson,
  checkOptions,
  clipText,
  describeError,
  type JudgeContext,
  type JudgeFunction,
  type JudgeObject,
  type JudgeStatus,
  notJson,
  type OptionRule,
  type OptionRules,
  optionRule,
  type Row,
  type Verdict,
  type VerdictObject,
} from "@whileai/core";
import { shortHash } from "../judge/judge-version.js";
import { candidateText } from "./candidate-text.js";
import { findGold, type Gold } from "./find-gold.js";

/** Longest reason a verifier gives; fixed by the wire format. */
const VERIFIER_REASON_CHARS = 400;
/** Part of every version, raised when a verifier's rules change. */
const RULES_REVISION = 1;

/** A judge that is a program: callable on a row, and usable wherever a judge is. */
export interface Verifier extends JudgeObject {
  (row: Readonly<Row>, context?: JudgeContext): Verdict | Promise<Verdict>;
  readonly name: string;
  readonly kind: "rule";
}

/** Options that every verifier takes. */
export interface VerifierOptions {
  /** Where the right answer stands: a key or a dotted path. Nothing else is tried when it is given. */
  readonly field?: string | undefined;
  /** The verifier's name on rows; its own name unless given. */
  readonly name?: string | undefined;
}

/** Rules of {@link VerifierOptions} for `checkOptions`. */
const VERIFIER_OPTION_RULES: OptionRules = { field: optionRule.text, name: optionRule.text };

/** Rule of an option that holds a value of JSON, whatever it is. */
export const jsonRule: OptionRule = (value) => {
  const bad = notJson(value);
  if (bad === undefined) return undefined;
  return `plain JSON, without ${bad.found}${bad.field === "" ? "" : ` at ${bad.field}`}`;
};

/** What a check concludes: a score in [0, 1], or null when it could not judge. */
export interface Outcome {
  readonly score: number | boolean | null;
  /** Says why, from the candidate's side alone. */
  readonly reason: string;
  /** A fuller reason that quotes the right answer; used only when that answer is no secret. */
  readonly openReason?: string | undefined;
  /** Why there is no score, when the score is null. */
  readonly status?: Exclude<JudgeStatus, "ok"> | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly markers?: Readonly<Record<string, number>> | undefined;
}

/** What a check gets. */
interface CheckInput {
  readonly candidate: string;
  readonly gold: Gold | undefined;
  readonly row: Readonly<Row>;
  readonly context: JudgeContext;
}

/** How a verifier is built. */
export interface VerifierRecipe {
  /** The factory's name, and the verifier's unless `options.name` says otherwise. */
  readonly type: string;
  readonly options: VerifierOptions;
  /** Rules of the options beyond the shared ones. */
  readonly rules?: OptionRules | undefined;
  /** `required`: no answer on the row is "could not judge"; `optional`: read when there; `none`: never read. */
  readonly gold: "required" | "optional" | "none";
  /** Everything else that decides how it judges, as JSON; with the options it makes the version. */
  readonly settings?: unknown;
  /** False for checks that hold code of the caller, which no version can stand for. */
  readonly isVersioned?: boolean | undefined;
  readonly prepare?: JudgeObject["prepare"] | undefined;
  readonly notes?: JudgeObject["notes"] | undefined;
  readonly check: (input: CheckInput) => Outcome | Promise<Outcome>;
}

const NEVER_ABORTED: JudgeContext = { signal: new AbortController().signal };

/**
 * Builds a verifier: finds the candidate and the right answer, runs the check, and turns its outcome into a verdict that
 * says which verifier judged and where the answer stood (`judge_meta.verifier`, `judge_meta.gold_source`). A check that
 * throws becomes status `error`. When the answer is privileged the reason is made from the candidate alone.
 */
export function makeVerifier(recipe: VerifierRecipe): Verifier {
  const { type, options } = recipe;
  checkOptions(`verify.${type}`, options, { ...VERIFIER_OPTION_RULES, ...recipe.rules });
  const name = options.name?.trim() ? options.name : type;
  const { name: _, ...deciding } = options;
  const version =
    recipe.isVersioned === false
      ? undefined
      : shortHash(canonicalJson([type, RULES_REVISION, deciding, recipe.settings ?? null]));

  const judge = (row: Readonly<Row>, context: JudgeContext = NEVER_ABORTED): Verdict | Promise<Verdict> => {
    const gold = recipe.gold === "none" ? undefined : findGold(row, options.field);
    const meta = { verifier: name, ...(gold === undefined ? {} : { gold_source: gold.source }) };
    if (recipe.gold === "required" && gold === undefined) {
      const where =
        options.field === undefined ? "on the row (reference, answer, target and the like)" : `at \`${options.field}\``;
      return { reward: null, reason: `no reference ${where}`, judge_meta: meta };
    }
    const fail = (error: unknown): VerdictObject => ({
      reward: null,
      judge_status: "error",
      judge_meta: { ...meta, error: gold?.isPrivileged ? errorName(error) : describeError(error) },
    });
    const conclude = (outcome: Outcome): VerdictObject => ({
      reward: outcome.score,
      reason: clipText(
        gold?.isPrivileged ? outcome.reason : (outcome.openReason ?? outcome.reason),
        VERIFIER_REASON_CHARS,
      ),
      ...(outcome.status === undefined ? {} : { judge_status: outcome.status }),
      ...(outcome.markers === undefined ? {} : { markers: outcome.markers }),
      judge_meta: { ...meta, ...outcome.meta },
    });
    try {
      const outcome = recipe.check({ candidate: candidateText(row), gold, row, context });
      return outcome instanceof Promise ? outcome.then(conclude, fail) : conclude(outcome);
    } catch (error) {
      return fail(error);
    }
  };

  const verifier = (row: Readonly<Row>, context?: JudgeContext): Verdict | Promise<Verdict> => judge(row, context);
  Object.defineProperty(verifier, "name", { value: name });
  return Object.assign(verifier, {
    kind: "rule" as const,
    judge: judge as JudgeFunction,
    ...(version === undefined ? {} : { version }),
    ...(recipe.prepare === undefined ? {} : { prepare: recipe.prepare }),
    ...(recipe.notes === undefined ? {} : { notes: recipe.notes }),
  }) as Verifier;
}

const errorName = (error: unknown): string => describeError(error).split(":", 1)[0] as string;

/** A gold value as the list of texts that are right; undefined when nothing usable is left. */
export function goldTexts(gold: unknown): string[] | undefined {
  const values = Array.isArray(gold) ? gold : [gold];
  const texts = values
    .filter((value) => value !== null && value !== undefined)
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)).normalize("NFC"))
    .filter((text) => text.trim() !== "");
  return texts.length > 0 ? texts : undefined;
}

/** The outcome for a row whose right answer is there but unusable. */
export const unusableGold = (what: string): Outcome => ({ score: null, reason: `the reference ${what}` });

/** A short quotation of the candidate for a reason. */
export const quoted = (text: string): string => JSON.stringify(clipText(text, 80));

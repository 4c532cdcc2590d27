import { OptionError } from "../errors/option-error.js";
import { isRecord, type JsonObject } from "../json/json.js";
import { plainJson, setOwn } from "../json/plain-json.js";
import { JUDGE_STATUSES, type JudgeStatus } from "../row/row.js";
import { roundHalfEven } from "../text/number-text.js";
import { clipText, describeError } from "./describe-error.js";

/** Longest reason that is kept; a longer one is cut with a mark. Convention. */
export const REASON_CHARS = 10_000;
/** How much of an unusable return value is shown in `judge_meta.returned`; convention. */
const SHOWN_CHARS = 200;
/** Decimals of a reward that was read on a scale; fixed by the wire format. */
const SCALE_DIGITS = 6;

/** What became of a judge's answer: a reward, or null with the status that says why there is none. */
export type Judgment = GivenJudgment | MissingJudgment;

/** The judge gave a usable reward in [0, 1]. */
export interface GivenJudgment extends JudgmentBase {
  readonly reward: number;
  readonly judge_status: "ok";
}

/** There is no reward; never to be read as a failure. */
export interface MissingJudgment extends JudgmentBase {
  readonly reward: null;
  readonly judge_status: Exclude<JudgeStatus, "ok">;
}

interface JudgmentBase {
  readonly reason: string;
  readonly judge_meta: Readonly<JsonObject>;
}

/** Options of {@link normalizeJudgeResult}. */
export interface NormalizeOptions {
  /** Read the number as a rating from low to high, and map it onto [0, 1]. */
  readonly scale?: readonly [low: number, high: number] | undefined;
}

/**
 * Turns whatever a judge returned into a reward with a status. It never invents a reward: a string is not a number, NaN
 * and numbers outside [0, 1] are refused, an explicit null is an abstention (`missing_reward`).
 *
 * An object's `reward` (else `score`) decides; its other keys go to `judge_meta`, a nested `judge_meta` is flattened and
 * wins. An object without a reward may carry its own failing `judge_status`. With a `scale`, `rating`, `score` or
 * `reward` (first present) is mapped onto [0, 1] with 6 decimals.
 *
 * Throws an {@link OptionError} when the scale is not two numbers, low before high; nothing else.
 *
 * @example
 * normalizeJudgeResult({ score: 0.5, reason: "half of it" });
 * // { reward: 0.5, reason: "half of it", judge_status: "ok", judge_meta: {} }
 * normalizeJudgeResult("pass").judge_status; // "invalid_result"
 */
export function normalizeJudgeResult(returned: unknown, options: NormalizeOptions = {}): Judgment {
  const scale = checkedScale(options.scale);
  try {
    return read(returned, scale);
  } catch (error) {
    return missing("invalid_result", "", { unreadable: describeError(error) });
  }
}

type Scale = readonly [low: number, high: number];

/** A scale that can be read on; throws an {@link OptionError} for anything else. */
export function checkedScale(scale: unknown): Scale | undefined {
  if (scale === undefined || scale === null) return undefined;
  const [low, high] = Array.isArray(scale) ? (scale as unknown[]) : [];
  if (typeof low === "number" && typeof high === "number" && Number.isFinite(high - low) && high > low)
    return [low, high];
  throw new OptionError({
    option: "scale",
    received: scale,
    message: "normalizeJudgeResult: `scale` must be two finite numbers, low before high.",
    fix: "For a rating from 1 to 5 write `scale: [1, 5]`.",
  });
}

function read(returned: unknown, scale: Scale | undefined): Judgment {
  if (!isRecord(returned)) return readNumber(returned, scale, "", {}, "returned_type");
  const reasonGiven = returned.reason;
  const reason = reasonText(reasonGiven);
  const meta = extras(returned, scale);
  const names = scale ? ["rating", "score", "reward"] : ["reward", "score"];
  const name = names.find((key) => returned[key] !== undefined);
  const given = name === undefined ? undefined : returned[name];
  if (given !== undefined && given !== null) return readNumber(given, scale, reason, meta, "reward_type");
  const own = returned.judge_status;
  if (own !== "ok" && JUDGE_STATUSES.includes(own as JudgeStatus))
    return missing(own as Exclude<JudgeStatus, "ok">, reason, meta);
  return missing("missing_reward", reason, { ...meta, returned_keys: Object.keys(returned).sort() });
}

/** Keys of a returned object that are not the verdict itself. */
function extras(returned: Record<string, unknown>, scale: Scale | undefined): JsonObject {
  const verdictKeys = new Set(["reward", "score", "reason", "judge_status", ...(scale ? ["rating"] : [])]);
  const meta: JsonObject = {};
  for (const [key, value] of Object.entries(returned)) {
    if (verdictKeys.has(key) || (key === "judge_meta" && isRecord(value))) continue;
    setOwn(meta, key, plainJson(value, [returned]));
  }
  const nested = returned.judge_meta;
  if (isRecord(nested))
    for (const [key, value] of Object.entries(nested)) setOwn(meta, key, plainJson(value, [returned, nested]));
  return meta;
}

function readNumber(
  given: unknown,
  scale: Scale | undefined,
  reason: string,
  meta: JsonObject,
  typeKey: "returned_type" | "reward_type",
): Judgment {
  const number = typeof given === "boolean" && !scale ? Number(given) : given;
  if (typeof number !== "number") {
    const shown = shownValue(given);
    return missing("invalid_result", reason, {
      ...meta,
      [typeKey]: typeName(given),
      ...(shown === undefined ? {} : { returned: shown }),
    });
  }
  const [low, high] = scale ?? [0, 1];
  if (!(number >= low && number <= high)) {
    const refused = plainJson(number) ?? null;
    return missing(
      "invalid_result",
      reason,
      scale ? { ...meta, rating_out_of_scale: refused, scale: [low, high] } : { ...meta, reward_out_of_range: refused },
    );
  }
  if (!scale) return { reward: number === 0 ? 0 : number, reason, judge_status: "ok", judge_meta: meta };
  const reward = roundHalfEven((number - low) / (high - low), SCALE_DIGITS);
  return { reward, reason, judge_status: "ok", judge_meta: { ...meta, rating: number, scale: [low, high] } };
}

function reasonText(reason: unknown): string {
  if (reason === undefined || reason === null) return "";
  if (typeof reason === "string") return clipText(reason, REASON_CHARS);
  return clipText(JSON.stringify(plainJson(reason)) ?? "", REASON_CHARS);
}

const missing = (status: Exclude<JudgeStatus, "ok">, reason: string, meta: JsonObject): MissingJudgment => ({
  reward: null,
  reason,
  judge_status: status,
  judge_meta: meta,
});

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function shownValue(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(plainJson(value));
  return text === undefined ? undefined : clipText(text, SHOWN_CHARS);
}

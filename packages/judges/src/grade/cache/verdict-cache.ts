import {
  canonicalJson,
  isRecord,
  type JudgeObject,
  type Judgment,
  normalizeJudgeResult,
  notJson,
  type Row,
  sha256Hex,
} from "@whileai/core";
import { isAskingJudge } from "../../judge/asking-judge.js";
import { withoutVerdict } from "../without-verdict.js";

/** A verdict as a cache keeps it: plain JSON. */
export interface CachedVerdict {
  readonly reward: number;
  readonly reason: string;
  readonly judge_meta: Readonly<Record<string, unknown>>;
}

/**
 * Keeps verdicts by what was judged: a hash of the judge's version and of what it is shown. Both functions may be async. A
 * cache that fails costs a verdict nothing: the row is judged.
 */
export interface VerdictCache {
  get(key: string): CachedVerdict | null | undefined | Promise<CachedVerdict | null | undefined>;
  set(key: string, verdict: CachedVerdict): unknown;
}

/**
 * The key of a row's verdict: the hash of the judge's version and of what it is shown, which is the requests for a judge
 * that asks a model, and the row without earlier verdicts for others. Undefined for what JSON cannot hold: two Maps would
 * have one key.
 */
export function verdictKey(
  judge: JudgeObject,
  row: Readonly<Row>,
  scale: readonly [number, number] | undefined,
): string | undefined {
  try {
    const payload = isAskingJudge(judge) ? judge.ask(row) : withoutVerdict(row);
    return notJson(payload) === undefined
      ? sha256Hex(canonicalJson([judge.version, scale ?? null, payload]))
      : undefined;
  } catch {
    return undefined;
  }
}

/** A verdict from a cache as a judgment of its own, in plain JSON whatever a cache gives; undefined for what is none. */
export function cachedJudgment(found: unknown): Judgment | undefined {
  if (!isRecord(found)) return undefined;
  const { reward, reason, judge_meta } = found;
  if (typeof reward !== "number" || typeof reason !== "string" || !isRecord(judge_meta)) return undefined;
  const judgment = normalizeJudgeResult({ reward, reason, judge_meta });
  return judgment.judge_status === "ok" ? judgment : undefined;
}

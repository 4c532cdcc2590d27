import { canonicalJson, isRecord, type JudgeObject, type Judgment, type Row, sha256Hex } from "@whileai/core";
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
 * that asks a model, and the row without earlier verdicts for others. Undefined for rows that cannot be written down.
 */
export function verdictKey(
  judge: JudgeObject,
  row: Readonly<Row>,
  scale: readonly [number, number] | undefined,
): string | undefined {
  try {
    const payload = isAskingJudge(judge) ? judge.ask(row) : withoutVerdict(row);
    return sha256Hex(canonicalJson([judge.version, scale ?? null, payload]));
  } catch {
    return undefined;
  }
}

/** A verdict from a cache as a judgment; undefined for what is none. */
export function cachedJudgment(found: unknown): Judgment | undefined {
  if (!isRecord(found)) return undefined;
  const { reward, reason, judge_meta } = found;
  if (typeof reward !== "number" || !(reward >= 0 && reward <= 1) || typeof reason !== "string") return undefined;
  if (!isRecord(judge_meta)) return undefined;
  return { reward, reason, judge_status: "ok", judge_meta: judge_meta as Judgment["judge_meta"] };
}

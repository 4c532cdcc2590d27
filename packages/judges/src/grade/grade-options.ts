import { type AnyTool, type OptionRules, optionRule, type VerdictSource } from "@whileai/core";
import { type BatchOptions, isBatchOption } from "./batch/batch-options.js";
import type { VerdictCache } from "./cache/verdict-cache.js";

/** Rows judged at the same time; convention. */
export const DEFAULT_GRADE_CONCURRENCY = 8;
/** Most rows judged at the same time; convention. */
const MAX_GRADE_CONCURRENCY = 256;

/** How far grading has come. */
export interface GradeProgress {
  readonly done: number;
  /** How many rows there are; null for a source that does not say. */
  readonly total: number | null;
}

/** What a grading may use. */
export interface GradeLimitOptions {
  /** Rows judged at the same time; 8 unless given. The rows do not depend on it. */
  readonly concurrency?: number | undefined;
  /**
   * Longest wait for one row's verdict, in milliseconds; no limit unless given. What a row waits for its turn (an allowance, a
   * free worker) does not count. A function that blocks the thread blocks the deadline too: see `verifierFromModule`.
   */
  readonly timeoutMs?: number | undefined;
  /** Requests to one endpoint. Default: what the endpoint allows, learned from its refusals. */
  readonly requestsPerMinute?: number | undefined;
  /** Tokens to and from one endpoint. Default: what the endpoint allows, learned from its refusals. */
  readonly tokensPerMinute?: number | undefined;
  /**
   * Most US dollars for the models that judge; each needs a price (`setPrices`). No row begins that would go beyond it; rows in
   * flight get their verdict, the others have reward null and say why. Default: no limit.
   */
  readonly maxUsd?: number | undefined;
  /** Most tokens, read and written, of the models that judge; ends the work as `maxUsd` does. Default: no limit. */
  readonly maxTokens?: number | undefined;
  /** Seconds after which no row begins any more; ends the work as `maxUsd` does. Default: no limit. */
  readonly maxSeconds?: number | undefined;
  /** How often a model is asked again for one answer, where the backend has no number of its own. Default 3. */
  readonly retries?: number | undefined;
}

/** Where a grading is kept. */
export interface GradeStoreOptions {
  /**
   * The folder: `manifest.json`, `rows.jsonl`, `events.jsonl`, `report.json`. Graded rows land in it as they come. The same
   * call with the same folder goes on where it ended: rows with a verdict are not judged again. When all is done the rows
   * in the file are in the order of the input. Node only.
   */
  readonly dir: string;
  /** False refuses a folder that holds a grading. Default true. */
  readonly resume?: boolean | undefined;
  /** False keeps no rows in memory: `rows` of the result is empty, and they are in the folder. Default true. */
  readonly keepRows?: boolean | undefined;
}

/** Options of `grade`. */
export interface GradeOptions {
  readonly limits?: GradeLimitOptions | undefined;
  /**
   * Keep the verdicts of rows that this judge, in this version, has judged already (`judge_status` "ok", and the version in
   * `judge_meta.version` or `lineage.judge_version`). Default false: all rows are judged.
   */
  readonly resume?: boolean | undefined;
  /** Verdicts by what the judge is shown; see `memoryVerdictCache` and `fileVerdictCache`. Default: none. */
  readonly cache?: VerdictCache | undefined;
  /**
   * Ask the judge's model in the vendor's batches: half the price, answers within a day. For judges over `OpenAI(…)` and
   * `Anthropic(…)`. With `store` a later call goes on with batches that are under way and submits nothing twice. Default false.
   */
  readonly batch?: boolean | BatchOptions | undefined;
  readonly store?: GradeStoreOptions | undefined;
  /** Ends the call. It still returns: with the verdicts so far, and reward null on the other rows. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every row. */
  readonly onProgress?: ((progress: GradeProgress) => void) | undefined;
  /** The name on rows; the judge's own unless given. */
  readonly judgeName?: string | undefined;
  /** The scoring run on rows; made from judge and rows unless given (with a store: from the judge alone), so that the same call gives the same rows. */
  readonly runId?: string | undefined;
  /** Read the judge's number as a rating from low to high. */
  readonly scale?: readonly [low: number, high: number] | undefined;
  /** The tools the agent had, for the warnings about them; the rows' own `tools` unless given. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** What kind of call this is, on rows; "grade" unless given. */
  readonly source?: VerdictSource | undefined;
}

const SOURCES: readonly VerdictSource[] = ["grade", "eval", "audit", "judge_trust", "judge_probes", "cheat_probes"];

const isCache = (value: unknown): string | undefined => {
  const { get, set } = (typeof value === "object" && value !== null ? value : {}) as Partial<VerdictCache>;
  return typeof get === "function" && typeof set === "function"
    ? undefined
    : "an object with the functions get and set";
};

/** Rules of the limits that hold for every call that judges rows. */
export const ROW_LIMIT_RULES = {
  concurrency: optionRule.integer(1, MAX_GRADE_CONCURRENCY),
  timeoutMs: optionRule.positive,
} satisfies OptionRules;

/** Rules of {@link GradeOptions} for `checkOptions`. */
export const GRADE_RULES: OptionRules = {
  limits: {
    ...ROW_LIMIT_RULES,
    requestsPerMinute: optionRule.positive,
    tokensPerMinute: optionRule.positive,
    maxUsd: optionRule.positive,
    maxTokens: optionRule.integer(1),
    maxSeconds: optionRule.positive,
    retries: optionRule.integer(0),
  },
  resume: optionRule.flag,
  cache: isCache,
  batch: isBatchOption,
  store: { dir: optionRule.notBlank, resume: optionRule.flag, keepRows: optionRule.flag },
  signal: optionRule.signal,
  onProgress: optionRule.callable,
  judgeName: optionRule.notBlank,
  runId: optionRule.notBlank,
  scale: (value: unknown): string | undefined =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[1] > value[0]
      ? undefined
      : "two finite numbers, low before high",
  tools: optionRule.listOf(optionRule.record),
  source: optionRule.oneOf(SOURCES),
};

import {
  type Backend,
  describeError,
  errorCode,
  type JudgeContext,
  type JudgeObject,
  type Judgment,
  PausableTimer,
  type Row,
  runOne,
  type StartTimer,
  untilAborted,
} from "@whileai/core";
import { type AskingJudge, isAskingJudge } from "../judge/asking-judge.js";
import { type CachedVerdict, cachedJudgment, type VerdictCache, verdictKey } from "./cache/verdict-cache.js";
import type { GradeStop } from "./grade-stop.js";
import type { RunLimits } from "./run-limits.js";
import { UNJUDGED_CODES } from "./unjudged-codes.js";

/** The limits that a row is judged under. Rows that have begun get their verdict. */
export interface RowLimits extends Pick<RunLimits, "stop" | "limited"> {
  /** Takes note of what a row is expected to use; the first rows go by it. */
  expect(judge: AskingJudge, row: Readonly<Row>): void;
  /** Waits until the row may begin; gives what to call when it has ended, or undefined when the work is over. */
  admit(): Promise<(() => void) | undefined>;
  /** Why a row was not begun. */
  stopError(stop: GradeStop): Error;
}

/** How one grading judges its rows. */
export interface RowJudgeOptions {
  readonly timeoutMs?: number | undefined;
  readonly scale?: readonly [number, number] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly cache?: VerdictCache | undefined;
}

/** What became of a row. */
export interface RowOutcome {
  readonly judgment: Judgment;
  /** False for a row that an abort or a limit kept from being judged: nothing to keep on disk. */
  readonly isJudged: boolean;
  readonly isCached: boolean;
  /** Time at work, without waits; null where nobody worked. */
  readonly milliseconds: number | null;
}

/** Judges single rows for one grading: from the cache where it can, within the limits, and never in an exception. */
export class RowJudge {
  readonly #judge: JudgeObject;
  readonly #options: RowJudgeOptions;
  #hasExpected = false;
  #verdicts = 0;
  #refused: { readonly error: unknown } | undefined;
  /** What the cache threw first. */
  cacheError: unknown;

  constructor(judge: JudgeObject, options: RowJudgeOptions) {
    this.#judge = judge;
    this.#options = options;
  }

  /** The refused key that ended the work before anything was judged. */
  get refusedKey(): { readonly error: unknown } | undefined {
    return this.#verdicts === 0 ? this.#refused : undefined;
  }

  async outcome(row: Readonly<Row>, limits: RowLimits): Promise<RowOutcome> {
    const { signal, scale, cache } = this.#options;
    const key = cache === undefined ? undefined : verdictKey(this.#judge, row, scale);
    const known = key === undefined ? undefined : await this.#cached(key);
    if (known !== undefined) return { judgment: known, isJudged: true, isCached: true, milliseconds: null };
    this.#expect(row, limits);
    const done = await limits.admit();
    if (done === undefined && !signal?.aborted) return unbegun(limits);
    try {
      const { judgment, milliseconds } = await this.#ask(row, limits);
      if (judgment.judge_status === "ok") {
        this.#verdicts++;
        if (key !== undefined) await this.#keep(key, judgment);
      }
      return { judgment, isJudged: this.#isJudged(judgment), isCached: false, milliseconds };
    } finally {
      done?.();
    }
  }

  /** A judge may abort work of its own: only that of the caller keeps a row from being judged. */
  #isJudged({ judge_meta: { error_code: code } }: Judgment): boolean {
    return !UNJUDGED_CODES.has(code) || (code === "aborted" && !this.#options.signal?.aborted);
  }

  async #ask(row: Readonly<Row>, limits: RowLimits): Promise<{ judgment: Judgment; milliseconds: number }> {
    const { signal, scale, timeoutMs } = this.#options;
    let timer = new PausableTimer(Number.POSITIVE_INFINITY, () => {});
    const startTimer: StartTimer = (milliseconds, fire) => {
      timer = new PausableTimer(milliseconds, fire);
      return () => timer.stop();
    };
    const onWait = (isWaiting: boolean): void => {
      if (isWaiting) timer.pause();
      else timer.resume();
    };
    const context = {
      onWait,
      limited: (backend: Backend) => limits.limited(backend, onWait),
    };
    const judge = async (given: Readonly<Row>, told: JudgeContext) => {
      try {
        return await this.#judge.judge(given, told);
      } catch (error) {
        if (errorCode(error) === "auth_failed") this.#refused ??= { error };
        throw error;
      }
    };
    const judgment = await runOne(row, judge, { signal, timeoutMs, scale, startTimer, context });
    timer.stop();
    return { judgment, milliseconds: timer.elapsedMs };
  }

  #expect(row: Readonly<Row>, limits: RowLimits): void {
    if (this.#hasExpected || !isAskingJudge(this.#judge)) return;
    this.#hasExpected = true;
    try {
      limits.expect(this.#judge, row);
    } catch {
      // What is wrong with the row shows when it is judged.
    }
  }

  async #cached(key: string): Promise<Judgment | undefined> {
    try {
      const found = await untilAborted(Promise.resolve(this.#options.cache?.get(key)), this.#options.signal);
      const judgment = cachedJudgment(found);
      if (judgment === undefined && found !== undefined && found !== null)
        this.cacheError ??= new TypeError("it gave something that is no verdict");
      return judgment;
    } catch (error) {
      this.#cacheFailed(error);
      return undefined;
    }
  }

  async #keep(key: string, { reward, reason, judge_meta }: Judgment): Promise<void> {
    try {
      const verdict = { reward, reason, judge_meta } as CachedVerdict;
      await untilAborted(Promise.resolve(this.#options.cache?.set(key, verdict)), this.#options.signal);
    } catch (error) {
      this.#cacheFailed(error);
    }
  }

  #cacheFailed(error: unknown): void {
    if (!this.#options.signal?.aborted) this.cacheError ??= error;
  }
}

function unbegun(limits: RowLimits): RowOutcome {
  const error = limits.stopError(limits.stop ?? "max_seconds");
  const judgment: Judgment = {
    reward: null,
    reason: "",
    judge_status: "error",
    judge_meta: { error: describeError(error), error_code: errorCode(error) ?? null },
  };
  return { judgment, isJudged: false, isCached: false, milliseconds: null };
}

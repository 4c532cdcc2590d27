import { onAbort } from "../abort/on-abort.js";
import { AbortError } from "../errors/abort-error.js";
import type { Row } from "../row/row.js";
import { LONGEST_TIMER_MS } from "../timer/longest-timer.js";
import { describeError, errorCode } from "./describe-error.js";
import { frozenCopy } from "./frozen-copy.js";
import type { JudgeContext, JudgeFunction, JudgeObject } from "./judge-types.js";
import { checkedScale, type Judgment, normalizeJudgeResult } from "./normalize-judge-result.js";

/** Starts a timer and returns the way to cancel it. */
export type StartTimer = (milliseconds: number, fire: () => void) => () => void;

/** Options of {@link runOne}. */
export interface RunOneOptions {
  /** Gives up on the row; the judgment is `error` with the reason in `judge_meta.error`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for this row's verdict, in milliseconds; no limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** Read the judge's number on this scale; see `normalizeJudgeResult`. */
  readonly scale?: readonly [low: number, high: number] | undefined;
  /** The clock behind `timeoutMs`; `setTimeout` unless the caller brings its own, to stop it or to test. */
  readonly startTimer?: StartTimer | undefined;
  /** What the judge is told besides its signal. */
  readonly context?: Omit<JudgeContext, "signal"> | undefined;
}

const startSystemTimer: StartTimer = (milliseconds, fire) => {
  const timer = setTimeout(fire, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
};

/**
 * Asks a judge about one row and always ends in a judgment: a judge that throws, rejects, returns nonsense, never
 * answers or tries to change the row ends in a status, never in an exception.
 *
 * The judge gets a deep-frozen copy and a signal of its own, which fires when the deadline passes or the caller gives
 * up; an answer that comes later is discarded. A judge that blocks the thread cannot be interrupted from inside it.
 *
 * Throws an OptionError for a `scale` that is none, before the judge is asked.
 *
 * @example
 * const judgment = await runOne(row, (row) => row.final_text === "42", { timeoutMs: 1000 });
 * judgment.reward; // 1, 0, or null with judgment.judge_status saying why
 */
export async function runOne<R extends Row>(
  row: R,
  judge: JudgeFunction<R> | Pick<JudgeObject<R>, "judge">,
  options: RunOneOptions = {},
): Promise<Judgment> {
  const { signal, timeoutMs, startTimer = startSystemTimer } = options;
  const scale = checkedScale(options.scale);
  if (signal?.aborted) return failed(new AbortError({ cause: signal.reason }));
  let copy: Readonly<R>;
  try {
    copy = frozenCopy(row);
  } catch (error) {
    return failed(error, "The row cannot be copied");
  }
  const controller = new AbortController();
  return new Promise<Judgment>((resolve) => {
    const giveUp = (): void => {
      const error = new AbortError({ cause: signal?.reason });
      finish(failed(error), error);
    };
    let cancelTimer: (() => void) | undefined;
    let settled = false;
    const finish = (judgment: Judgment, abortReason?: unknown): void => {
      if (settled) return;
      settled = true;
      cancelTimer?.();
      stopWaiting();
      if (abortReason !== undefined) controller.abort(abortReason);
      resolve(judgment);
    };
    const stopWaiting = onAbort(signal, giveUp);
    if (timeoutMs !== undefined) {
      cancelTimer = startTimer(timeoutMs, () =>
        finish(timedOut(timeoutMs), new AbortError({ message: `No verdict within ${timeoutMs} ms.` })),
      );
    }
    ask(judge, copy, { ...options.context, signal: controller.signal }).then(
      (returned) => finish(normalizeJudgeResult(returned, { scale })),
      (error) => finish(failed(error)),
    );
  });
}

async function ask<R extends Row>(
  judge: JudgeFunction<R> | Pick<JudgeObject<R>, "judge">,
  row: Readonly<R>,
  context: JudgeContext,
): Promise<unknown> {
  return typeof judge === "function" ? judge(row, context) : judge.judge(row, context);
}

function failed(error: unknown, what?: string): Judgment {
  const text = describeError(error);
  const code = errorCode(error);
  return {
    reward: null,
    reason: "",
    judge_status: "error",
    judge_meta: {
      error: what === undefined ? text : `${what}: ${text}`,
      ...(code === undefined ? {} : { error_code: code }),
    },
  };
}

const timedOut = (timeoutMs: number): Judgment => ({
  reward: null,
  reason: "",
  judge_status: "timeout",
  judge_meta: { timeout_s: timeoutMs / 1000 },
});

import { isRecord, type JudgeObject, type Judgment, onAbort, type Row, runOne, WhileaiError } from "@whileai/core";

/** A row with what became of it. */
interface JudgedRow<R extends Row> {
  readonly row: R;
  readonly judgment: Judgment;
}

/** How rows are judged. */
export interface JudgeRowsOptions {
  readonly concurrency: number;
  readonly timeoutMs?: number | undefined;
  readonly scale?: readonly [number, number] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onJudged: (done: number) => void;
}

/** All rows in the order in which they came, and what ended the work early. */
export interface JudgedRows<R extends Row> {
  readonly judged: readonly JudgedRow<R>[];
  /** Entries that are no objects. */
  readonly skipped: number;
  /** What the source of the rows threw after it had given some. */
  readonly sourceError?: unknown;
}

/**
 * Judges rows as they come, `concurrency` at a time, in order. A chat judge is asked about one row first: a key that is
 * refused ends the call before more is sent, and a sleeping server is woken once. An AuthError before the first verdict
 * is thrown, as is what the source throws before its first row.
 */
export async function judgeRows<R extends Row>(
  source: Iterable<R> | AsyncIterable<R>,
  judge: JudgeObject,
  options: JudgeRowsOptions,
): Promise<JudgedRows<R>> {
  const { concurrency, signal, timeoutMs, scale } = options;
  const isAsync = Symbol.asyncIterator in source;
  const iterator = isAsync ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const judged: JudgedRow<R>[] = [];
  const state = { skipped: 0, done: 0, pulled: 0, ended: false, sourceError: undefined as unknown, verdicts: 0 };
  let refusedKey: unknown;
  const watched: Pick<JudgeObject, "judge"> = {
    judge: async (row, context) => {
      try {
        return await judge.judge(row, context);
      } catch (error) {
        if (isAuthError(error)) refusedKey ??= error;
        throw error;
      }
    },
  };

  /** The next row with its place, or undefined at the end. One caller at a time, so that places follow the order. */
  const pull = async (): Promise<{ row: R; at: number } | undefined> => {
    while (!state.ended && !(isAsync && signal?.aborted)) {
      let next: IteratorResult<R>;
      try {
        next = isAsync ? await untilAborted(iterator.next(), signal) : (iterator.next() as IteratorResult<R>);
        if (next === ABANDONED) break;
      } catch (error) {
        state.ended = true;
        if (state.pulled === 0) throw error;
        state.sourceError = error;
        return undefined;
      }
      if (next.done) {
        state.ended = true;
        return undefined;
      }
      if (isRecord(next.value)) return { row: next.value, at: state.pulled++ };
      state.skipped++;
    }
    return undefined;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const pullInTurn = (): ReturnType<typeof pull> => {
    const mine = turn.then(pull);
    turn = mine.catch(() => {});
    return mine;
  };

  const judgeNext = async (): Promise<boolean> => {
    if (refusedKey !== undefined && state.verdicts === 0) return false;
    const next = await pullInTurn();
    if (next === undefined) return false;
    const judgment = await runOne(next.row, watched, { signal, timeoutMs, scale });
    judged[next.at] = { row: next.row, judgment };
    if (judgment.judge_status === "ok") state.verdicts++;
    state.done++;
    options.onJudged(state.done);
    return true;
  };
  const work = async (): Promise<void> => {
    while (await judgeNext());
  };

  const goOn = judge.kind !== "llm" || (await judgeNext());
  if (goOn && !(refusedKey !== undefined && state.verdicts === 0))
    await Promise.all(Array.from({ length: concurrency }, work));
  if (!state.ended) void closeQuietly(iterator);
  if (refusedKey !== undefined && state.verdicts === 0) throw refusedKey;
  return {
    judged,
    skipped: state.skipped,
    ...(state.sourceError === undefined ? {} : { sourceError: state.sourceError }),
  };
}

const isAuthError = (error: unknown): boolean => {
  try {
    return WhileaiError.isInstance(error) && error.code === "auth_failed";
  } catch {
    return false;
  }
};

/** Stands for a row that is no longer waited for. */
const ABANDONED: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

/** What comes first: the next row, or the end of the call. */
async function untilAborted<R>(
  next: IteratorResult<R> | Promise<IteratorResult<R>>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<R>> {
  if (signal === undefined) return next;
  return new Promise((resolve, reject) => {
    const stopWaiting = onAbort(signal, () => resolve(ABANDONED));
    Promise.resolve(next).then(resolve, reject).finally(stopWaiting);
  });
}

async function closeQuietly(iterator: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The rows are no longer wanted; what their source says while it closes changes nothing.
  }
}

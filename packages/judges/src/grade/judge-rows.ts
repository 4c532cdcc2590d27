import type { Row } from "@whileai/core";
import type { PlacedRow, RowSource } from "./row-source.js";

/** How rows are judged. */
export interface JudgeRowsOptions<R extends Row, T> {
  readonly concurrency: number;
  /** Judge one row before the others: it wakes a sleeping server, and shows whether the key is refused. */
  readonly goesFirst: boolean;
  /** How far the work may run ahead of the oldest row in flight; no limit unless given. */
  readonly window?: number | undefined;
  /** A row's outcome. What it throws ends the work. */
  readonly judgeRow: (placed: PlacedRow<R>) => Promise<T>;
  /** Takes the outcomes in the order of the rows. */
  readonly take: (outcome: T) => void;
  /** True when no other row should begin, nor be read. */
  readonly isOver: () => boolean;
}

/**
 * Judges rows as they come, `concurrency` at a time, and hands over the outcomes in the order of the rows.
 *
 * @throws what the source throws before its first row, and what `judgeRow` throws, after the rows in flight have ended.
 */
export async function judgeRows<R extends Row, T>(
  source: RowSource<R>,
  options: JudgeRowsOptions<R, T>,
): Promise<void> {
  const { window = Number.POSITIVE_INFINITY } = options;
  /** Outcomes that wait for those of earlier rows. */
  const early = new Map<number, T>();
  let taken = 0;
  let failure: { readonly error: unknown } | undefined;
  const waiting: (() => void)[] = [];

  const land = (at: number, outcome: T): void => {
    early.set(at, outcome);
    while (early.has(taken)) {
      options.take(early.get(taken) as T);
      early.delete(taken++);
    }
    for (const wake of waiting.splice(0)) wake();
  };
  const isOver = (): boolean => failure !== undefined || options.isOver();
  const judgeNext = async (onBegin?: () => void): Promise<boolean> => {
    while (source.pulled - taken >= window && !isOver()) await new Promise<void>((wake) => waiting.push(wake));
    if (isOver()) return false;
    const placed = await source.next();
    if (placed === undefined) return false;
    onBegin?.();
    land(placed.at, await options.judgeRow(placed));
    return true;
  };
  const workers: Promise<void>[] = [];
  // A worker that has a row brings the next one, so that a high concurrency costs nothing where rows are few.
  const bringWorker = (): void => {
    if (workers.length < options.concurrency) workers.push(work());
  };
  const work = async (): Promise<void> => {
    try {
      while (await judgeNext(bringWorker));
    } catch (error) {
      failure ??= { error };
      for (const wake of waiting.splice(0)) wake();
    }
  };

  try {
    if (!options.goesFirst || (await judgeNext())) {
      bringWorker();
      // The list grows while it is gone through.
      for (const worker of workers) await worker;
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    source.close();
  }
}

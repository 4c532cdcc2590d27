import { AbortError, untilAborted } from "@whileai/core";

/** Rows one after the other, until the signal fires: a stream that does not know signals, and may never go on, ends with it. */
export async function* abortableRows<R>(
  rows: Iterable<R> | AsyncIterable<R>,
  signal: AbortSignal | undefined,
): AsyncGenerator<R, void, undefined> {
  if (!(Symbol.asyncIterator in rows)) {
    for (const row of rows) {
      if (signal?.aborted) throw new AbortError({ cause: signal.reason });
      yield row;
    }
    return;
  }
  const stream = rows[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await untilAborted(Promise.resolve(stream.next()), signal);
      isDone = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ending = isDone ? undefined : close(stream);
    // A stream that hangs would hang in its ending too.
    if (!signal?.aborted) await ending;
  }
}

/** Tells a stream that no more is wanted. What it makes of that is not what the caller is told of. */
async function close(stream: AsyncIterator<unknown>): Promise<void> {
  try {
    await stream.return?.();
  } catch {
    // The error that ended the rows, or the signal, is the one to tell.
  }
}

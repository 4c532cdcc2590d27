import { AbortError } from "../errors/abort-error.js";
import { onAbort } from "./on-abort.js";

/** What the work gives, or an AbortError as soon as the signal fires: for work that may not know signals. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stopWaiting: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new AbortError({ cause: signal.reason }));
    if (signal.aborted) stop();
    else stopWaiting = onAbort(signal, stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopWaiting?.();
  }
}

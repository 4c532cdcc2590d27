/** What waits for each signal. One listener serves all of it, so that a signal shared by many calls draws no warning. */
const waiting = new WeakMap<AbortSignal, { readonly callbacks: Set<() => void>; readonly fire: () => void }>();

/**
 * Calls back when a signal fires, however many callers wait for the same signal: it carries a single listener, where Node 20
 * takes more than ten for a leak. Nothing is called for a signal that has fired already.
 *
 * @returns A function that ends the wait; safe to call more than once.
 *
 * @example
 * const stopWaiting = onAbort(signal, () => reject(signal.reason));
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  let entry = waiting.get(signal);
  if (entry === undefined) {
    const callbacks = new Set<() => void>();
    const fire = (): void => {
      waiting.delete(signal);
      for (const call of [...callbacks]) call();
    };
    entry = { callbacks, fire };
    waiting.set(signal, entry);
    signal.addEventListener("abort", fire, { once: true });
  }
  const { callbacks, fire } = entry;
  // A callback given twice is called twice.
  const call = (): void => callback();
  callbacks.add(call);
  return () => {
    if (!callbacks.delete(call) || callbacks.size > 0 || waiting.get(signal)?.fire !== fire) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", fire);
  };
}

/** Pieces of work that a worker does before it lets the process do something else: hear of an abort, write, answer. */
const PIECES_PER_TURN = 16;

/** Resolves in the next turn of the event loop. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/** What a worker is given: asked between two pieces of work, it waits where others should have their turn. */
export type Pause = () => Promise<void> | undefined;

/**
 * Lets up to `size` workers work at the same time. Another one joins only while all that are there wait for something outside:
 * workers that wait for nothing would only hold more unfinished work in memory. Settles when all workers have ended; throws
 * what the first of them threw.
 */
export async function crew(size: number, work: (pause: Pause) => Promise<void>): Promise<void> {
  let running = 0;
  let paused = 0;
  let joined = 0;
  const failures: unknown[] = [];
  const workers: Promise<void>[] = [];

  const join = (): void => {
    joined++;
    running++;
    let pieces = 0;
    const pause: Pause = () => {
      if (++pieces % PIECES_PER_TURN !== 0) return undefined;
      paused++;
      return nextTurn().finally(() => paused--);
    };
    const worker = work(pause)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running--);
    workers.push(worker);
  };

  join();
  while (running > 0 && joined < size) {
    await nextTurn();
    if (running > 0 && paused === 0) join();
  }
  // No worker joins any more.
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

import { AbortError, onAbort } from "@whileai/core";
import { JudgeThread, type ThreadModule } from "./judge-thread.js";

/** A thread without work ends after this time, in milliseconds. Convention. */
const IDLE_MS = 10_000;
/** A row that a thread did not take up goes to another one, so many times. Convention. */
const MOST_TRIES = 3;
/** A row whose thread dies is judged once more: what an earlier row left behind may have ended the thread. */
const MOST_DEATHS = 2;

/** What accompanies a row on its way through a thread. */
export interface ThreadTask {
  /** Ends the thread that the row is in. */
  readonly signal: AbortSignal;
  /** Told when the row begins to wait for a thread, and when one has taken it up. */
  readonly onWait: (isWaiting: boolean) => void;
}

/**
 * Threads with the same judge, one row in each at a time. They are started as rows come, up to a number; the one whose row is
 * given up is ended and replaced. Threads without work neither keep the process alive nor stay for long.
 */
export class ThreadPool {
  readonly #module: ThreadModule;
  readonly #size: number;
  readonly #idle: { readonly thread: JudgeThread; readonly timer: ReturnType<typeof setTimeout> }[] = [];
  readonly #waiting: ((thread: JudgeThread | undefined) => void)[] = [];
  readonly #all = new Set<JudgeThread>();
  /** Threads that are there or on their way. */
  #count = 0;

  constructor(module: ThreadModule, size: number) {
    this.#module = module;
    this.#size = size;
  }

  /** Starts a first thread, which shows whether the module can be loaded. Throws a JudgeError when it cannot. */
  async prepare(): Promise<void> {
    if (this.#count > 0) return;
    this.#giveBack(await this.#start());
  }

  /** What the judge gives for a row. Throws what it throws, how its thread died, and an AbortError once the signal fires. */
  async judge(row: unknown, { signal, onWait }: ThreadTask): Promise<unknown> {
    let deaths = 0;
    for (let tries = 1; ; tries++) {
      onWait(true);
      let isWaiting = true;
      const goOn = (): void => {
        if (isWaiting) onWait(false);
        isWaiting = false;
      };
      let thread: JudgeThread | undefined;
      try {
        thread = await this.#thread(signal);
        const held = thread;
        if (signal.aborted) throw new AbortError({ cause: signal.reason });
        const stopWaiting = onAbort(signal, () => held.kill());
        try {
          const given = await thread.judge(row, goOn);
          if ("verdict" in given) return given.verdict;
          if (given.lost !== undefined && ++deaths === MOST_DEATHS) throw given.lost;
          if (tries === MOST_TRIES) throw given.lost ?? new Error("no worker thread took the row up");
        } finally {
          stopWaiting();
        }
      } finally {
        goOn();
        if (thread !== undefined) this.#giveBack(thread);
      }
    }
  }

  /** Ends all threads. The pool can be used again. */
  close(): void {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const thread of this.#all) thread.kill();
    this.#count -= this.#all.size;
    this.#all.clear();
    for (const take of this.#waiting.splice(0)) take(undefined);
  }

  async #thread(signal: AbortSignal): Promise<JudgeThread> {
    if (signal.aborted) throw new AbortError({ cause: signal.reason });
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      return idle.thread;
    }
    if (this.#count < this.#size) return this.#start();
    return new Promise((resolve, reject) => {
      const take = (thread: JudgeThread | undefined): void => {
        stopWaiting();
        // Nothing is handed over where a thread has died: there is room to start the one in its place.
        if (thread === undefined) this.#thread(signal).then(resolve, reject);
        else resolve(thread);
      };
      const stopWaiting = onAbort(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new AbortError({ cause: signal.reason }));
      });
      this.#waiting.push(take);
    });
  }

  async #start(): Promise<JudgeThread> {
    this.#count++;
    try {
      const thread = await JudgeThread.start(this.#module);
      this.#all.add(thread);
      thread.onDeath = () => this.#lose(thread);
      return thread;
    } catch (error) {
      this.#count--;
      this.#waiting.shift()?.(undefined);
      throw error;
    }
  }

  #giveBack(thread: JudgeThread): void {
    const next = thread.isAlive ? this.#waiting.shift() : undefined;
    if (!thread.isAlive) this.#lose(thread);
    else if (next !== undefined) next(thread);
    else {
      const timer = setTimeout(() => {
        thread.kill();
        this.#lose(thread);
      }, IDLE_MS);
      this.#idle.push({ thread, timer: timer.unref() });
    }
  }

  /** A thread is no more. Twice is fine. */
  #lose(thread: JudgeThread): void {
    if (!this.#all.delete(thread)) return;
    this.#count--;
    const at = this.#idle.findIndex((idle) => idle.thread === thread);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
    this.#waiting.shift()?.(undefined);
  }
}

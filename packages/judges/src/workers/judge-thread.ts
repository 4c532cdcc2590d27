import { AbortError, describeError, JudgeError } from "@whileai/core";
import { WORKER_SOURCE } from "./worker-source.js";

/** What is loaded into a thread. */
export interface ThreadModule {
  readonly url: string;
  /** Names from the module to the judge; the default export is `["default"]`. */
  readonly path: readonly string[];
  /** Given, the export is called with them and gives the judge. */
  readonly options?: unknown;
  /** Most memory of the thread's heap, in MB. */
  readonly heapMb: number;
}

interface ThrownText {
  readonly name: string;
  readonly message: string;
}

/** What a thread says; each message has one of the keys. */
interface WorkerReply {
  readonly ready?: true;
  readonly failed?: ThrownText;
  readonly begun?: true;
  readonly verdict?: unknown;
  readonly threw?: ThrownText;
}

/** A module may take this long to load: it may be a whole program. Convention. */
const LOAD_MS = 60_000;
/** A thread that does not take a row up in this time is still busy with what an earlier row left behind. Convention. */
const TAKE_UP_MS = 1000;

type NodeWorker = import("node:worker_threads").Worker;
type NodePort = import("node:worker_threads").MessagePort;

/** What became of a row in a thread: a verdict, or why there is none; `lost` is undefined for a row that was not taken up. */
export type ThreadOutcome = { readonly verdict: unknown } | { readonly lost: Error | undefined };

/** One worker thread with a judge in it, which can be ended from outside whatever it does. */
export class JudgeThread {
  readonly #worker: NodeWorker;
  readonly #port: NodePort;
  readonly #inbox: WorkerReply[] = [];
  /** Why the thread is no more. */
  #end: Error | undefined;
  #endedItself = false;
  /** Tells whoever waits that something came, or that nothing will. */
  #wake: () => void = () => {};
  /** Called when the thread ends by itself. */
  onDeath: () => void = () => {};

  private constructor(worker: NodeWorker, port: NodePort) {
    this.#worker = worker;
    this.#port = port;
    port.on("message", (reply: WorkerReply) => {
      this.#inbox.push(reply);
      this.#wake();
    });
    worker.on("error", (error: Error) => this.#ended(error));
    worker.on("exit", (code) => this.#ended(new Error(`the worker thread ended by itself (exit code ${code})`)));
  }

  /**
   * Starts a thread and loads the module.
   *
   * @throws JudgeError when the module cannot be loaded, or gives no judge.
   */
  static async start({ url, path, options, heapMb }: ThreadModule): Promise<JudgeThread> {
    const { MessageChannel, Worker } = await import("node:worker_threads");
    let thread: JudgeThread | undefined;
    try {
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(WORKER_SOURCE, {
        eval: true,
        workerData: { url, path, options, port: port2 },
        transferList: [port2],
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
      });
      thread = new JudgeThread(worker, port1);
      const said = await thread.#reply(LOAD_MS);
      if (said === undefined) throw new Error(`it took longer than ${LOAD_MS / 1000} s to load`);
      if (said.failed !== undefined) throw asError(said.failed);
      thread.#holdProcess(false);
      return thread;
    } catch (error) {
      thread?.kill();
      throw new JudgeError({
        message: `No judge could be loaded from ${url} (export "${path.join(".")}"): ${describeError(error)}`,
        fix: "Give the URL of a module that exports a function (row) => verdict, and the name of the export.",
        cause: error,
      });
    }
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /** Judges a row, and keeps the process alive meanwhile. Throws what the judge throws, and an AbortError once it is killed. */
  async judge(row: unknown, onBegun: () => void): Promise<ThreadOutcome> {
    this.#holdProcess(true);
    try {
      this.#port.postMessage(row);
      if ((await this.#reply(TAKE_UP_MS)) === undefined) {
        this.kill();
        return { lost: undefined };
      }
      onBegun();
      const said = (await this.#reply()) as WorkerReply;
      if (said.threw !== undefined) throw asError(said.threw);
      return { verdict: said.verdict };
    } catch (error) {
      if (this.#endedItself && error === this.#end) return { lost: this.#end };
      throw error;
    } finally {
      if (this.isAlive) this.#holdProcess(false);
    }
  }

  /** Ends the thread. Who waits for it hears of it at once. */
  kill(): void {
    if (!this.isAlive) return;
    this.#end = new AbortError({ message: "The worker thread was ended." });
    this.#wake();
    this.#port.close();
    this.#worker.terminate().catch(() => undefined);
  }

  #ended(error: Error): void {
    if (!this.isAlive) return;
    this.#end = error;
    this.#endedItself = true;
    this.#wake();
    this.#port.close();
    this.onDeath();
  }

  /** Whether the process stays alive for this thread. */
  #holdProcess(isHeld: boolean): void {
    const hold = isHeld ? "ref" : "unref";
    this.#worker[hold]();
    this.#port[hold]();
  }

  /** The next thing the thread says; undefined when it is silent for too long. Throws how the thread died. */
  #reply(withinMs?: number): Promise<WorkerReply | undefined> {
    return new Promise((resolve, reject) => {
      const timer = withinMs === undefined ? undefined : setTimeout(() => finish(() => resolve(undefined)), withinMs);
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.#wake = () => {};
        settle();
      };
      this.#wake = () => {
        const reply = this.#inbox.shift();
        if (reply !== undefined) finish(() => resolve(reply));
        else if (this.#end !== undefined) finish(() => reject(this.#end));
      };
      this.#wake();
    });
  }
}

/** What was thrown in a thread, as far as it could be carried over: its type and its words. */
function asError({ name, message }: ThrownText): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

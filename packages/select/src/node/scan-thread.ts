import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { WhileaiError } from "@whileai/core";
import type { TextScan } from "../decontaminate/text-scan.js";
import type { ScanReply, ScanRequest, ScanWorkerData } from "./scan-protocol.js";

interface Waiting {
  readonly count: number;
  resolve(scans: (TextScan | null)[]): void;
  reject(error: Error): void;
}

/** The worker's program lies beside this one, in the same format. */
function workerUrl(): URL {
  // The build for CommonJS has no `import.meta.url`. Code that is given to `node -e` gives everyone a `__filename`.
  const here = import.meta.url ?? pathToFileURL(__filename).href;
  return new URL(`./scan-worker${/\.[cm]?[jt]s$/.exec(here.split("?")[0] as string)?.[0] ?? ".js"}`, here);
}

/** Node's flags for a thread. Undefined: those of this process, without those that a thread cannot have. */
export function threadFlags(flags: readonly string[] = process.execArgv): readonly string[] | undefined {
  // A program that came from the command line says what it is; Node refuses that for the file of a thread.
  return flags.some((flag) => flag.startsWith("--input-type")) ? [] : undefined;
}

/** What ended a thread, with the fix where its program could not be found. */
function explained(error: Error & { code?: unknown }): Error {
  if (error.code !== "MODULE_NOT_FOUND" && error.code !== "ERR_MODULE_NOT_FOUND") return error;
  return new WhileaiError("thread_not_found", {
    message: "The program of the scanning threads could not be loaded.",
    fix: "Keep @whileai/select out of the bundle (mark it as external), or use `decontaminate`, which needs no threads.",
    cause: error,
  });
}

/** A thread that scans texts. It keeps the process alive only while it owes an answer. */
export class ScanThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #end: Error | undefined;

  /** @param execArgv - Node's own flags; default: {@link threadFlags}. */
  constructor(data: ScanWorkerData, execArgv = threadFlags(), program = workerUrl()) {
    this.#worker = new Worker(program, {
      workerData: data,
      ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
    });
    this.#worker.unref();
    this.#worker.on("message", (reply: ScanReply) => this.#settle(reply));
    this.#worker.on("error", (error: Error) => this.#fail(explained(error)));
    this.#worker.on("exit", (code) => this.#fail(new Error(`The scanning thread ended (exit code ${code}).`)));
  }

  /** Texts that it has been given and has not answered. */
  get load(): number {
    let load = 0;
    for (const { count } of this.#waiting.values()) load += count;
    return load;
  }

  /** Scans texts, in order. Rejects with what ended the thread. */
  scan(texts: readonly string[]): Promise<(TextScan | null)[]> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end);
      const request: ScanRequest = { id: this.#next++, texts };
      this.#waiting.set(request.id, { count: texts.length, resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    this.#fail(new Error("The scanning thread was closed."));
    await this.#worker.terminate();
  }

  #settle({ id, found }: ScanReply): void {
    const waiting = this.#waiting.get(id);
    // An answer that comes while the thread is being ended is nobody's; whoever waits for the end must not be left alone.
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    const scans = new Array<TextScan | null>(waiting.count).fill(null);
    for (const [position, scan] of found) scans[position] = scan;
    waiting.resolve(scans);
  }

  #fail(error: Error): void {
    if (this.#end !== undefined) return;
    this.#end = error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker.unref();
    for (const { reject } of waiting) reject(error);
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { readLines } from "./line-reader.js";

/** Longest message between the processes. */
const MESSAGE_BYTES = 16 * 1024 * 1024;
/** Output of a process that is read before it counts as endless. */
const OUTPUT_BYTES = 4 * 1024 * 1024;

/** Environment of every process here: nothing of the host's. Texts hash alike in every run, so that verdicts repeat. */
const ENVIRONMENT = {
  PATH: "/usr/bin:/bin",
  LANG: "C.UTF-8",
  PYTHONHASHSEED: "0",
  PYTHONSAFEPATH: "1",
  PYTHONNOUSERSITE: "1",
  // Libraries with a thread per core would run into the memory limit on large machines.
  OPENBLAS_NUM_THREADS: "1",
  OMP_NUM_THREADS: "1",
};

/** What is told about a process while it runs. */
export interface ProcessEvents {
  readonly onLine: (line: Buffer) => void;
  /** The process broke a bound that the reader holds: its cause in words. */
  readonly onExcess: (cause: string) => void;
  /** The process is gone, and every line that it wrote has been told. */
  readonly onExit: (signal: NodeJS.Signals | null, code: number | null) => void;
}

/** A process with a channel for lines beside its output, in a group of its own that ends with it. */
export class ConfinedProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #output: Buffer[] = [];
  /** Resolves when the process could be started, rejects when it could not. */
  readonly started: Promise<void>;

  constructor(command: readonly string[], folder: string, events: ProcessEvents) {
    const [file, ...args] = command as [string, ...string[]];
    const child = spawn(file, args, {
      cwd: folder,
      env: ENVIRONMENT,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    this.#child = child;
    this.started = new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    this.started.catch(() => {});
    const channel = child.stdio[3] as Readable;
    this.#exited = new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", (code, signal) => {
        resolve();
        // The end of a process is often known before its last line is read.
        if (channel.closed) events.onExit(signal, code);
        else {
          channel.once("close", () => events.onExit(signal, code));
          this.#killGroup();
        }
      });
    });
    child.stdin?.on("error", () => {});
    readLines(channel, MESSAGE_BYTES, events.onLine, () => events.onExcess("message limit"));
    this.#capOutput(child.stdout as Readable, this.#output, events);
    this.#capOutput(child.stderr as Readable, [], events);
  }

  #capOutput(stream: Readable, kept: Buffer[], events: ProcessEvents): void {
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > OUTPUT_BYTES) {
        stream.destroy();
        events.onExcess("output limit");
      } else kept.push(chunk);
    });
    stream.on("error", () => {});
  }

  send(line: string | Buffer): void {
    const stdin = this.#child.stdin as Writable;
    stdin.write(line);
    stdin.write("\n");
  }

  /** Resolves with what the process printed, once it has closed its output. */
  async output(): Promise<string> {
    const stdout = this.#child.stdout as Readable;
    if (!stdout.readableEnded && !stdout.destroyed) await new Promise<void>((resolve) => stdout.once("close", resolve));
    return Buffer.concat(this.#output).toString("utf8");
  }

  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group is gone already.
    }
  }

  /** Ends the whole group and resolves when the process is gone. */
  async end(): Promise<void> {
    this.#killGroup();
    await this.#exited;
    for (const stream of this.#child.stdio) stream?.destroy();
  }
}

import { fixedText } from "@whileai/core";

/** Where a run stands. */
export interface Progress {
  readonly landed: number;
  /** Those of them that an earlier session of the run left. */
  readonly resumed: number;
  /** Most rows the run can have. */
  readonly cap: number;
  readonly situations: number;
  /** Rollouts played again because the agent failed. */
  readonly rerolled: number;
  /** Rollouts given up. */
  readonly lost: number;
  readonly elapsedMs: number;
  /** Null until enough rows have landed to tell. */
  readonly etaMs: number | null;
}

/** What the progress line needs from outside. */
export interface ProgressHost {
  readonly now: () => number;
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** False where a line would only disturb, such as in a test run. */
  readonly isWanted: boolean;
}

/** Runs smaller than this print no progress. */
const SMALLEST_RUN = 10;
const INTERVAL_MS = 10_000;
/** A terminal redraws one line, so it can be told more often. */
const TERMINAL_INTERVAL_MS = 200;
const ROWS_BEFORE_ESTIMATE = 5;

/** The host of this process: its clock and its stderr. */
export function processHost(): ProgressHost {
  const { stderr, env } = globalThis.process ?? {};
  return {
    now: () => performance.now(),
    write: (text) => void stderr?.write(text),
    isTerminal: stderr?.isTTY === true,
    isWanted: stderr !== undefined && env?.VITEST === undefined && env?.NODE_ENV !== "test",
  };
}

/** Tells how a run goes: to the caller's function, else as a line on stderr. */
export class ProgressMeter {
  readonly #host: ProgressHost;
  readonly #listener: ((progress: Progress) => void) | undefined;
  readonly #started: number;
  #lastWrite: number;
  #written = 0;
  #pending: Progress | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(host: ProgressHost, listener: ((progress: Progress) => void) | undefined) {
    this.#host = host;
    this.#listener = listener;
    this.#started = host.now();
    this.#lastWrite = this.#started;
  }

  /** What the caller's function threw, if it did; it is not called again after that. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Says something before the run begins, where progress is said. */
  announce(text: string): void {
    if (this.#listener === undefined && this.#host.isWanted) this.#host.write(`${text}\n`);
  }

  update(counts: Omit<Progress, "elapsedMs" | "etaMs">): void {
    const now = this.#host.now();
    const elapsedMs = now - this.#started;
    const played = counts.landed - counts.resumed;
    const etaMs = played < ROWS_BEFORE_ESTIMATE ? null : (elapsedMs / played) * Math.max(0, counts.cap - counts.landed);
    const progress = { ...counts, elapsedMs, etaMs };
    if (this.#listener !== undefined) {
      this.#tell(progress);
      return;
    }
    this.#pending = progress;
    const interval = this.#host.isTerminal ? TERMINAL_INTERVAL_MS : INTERVAL_MS;
    if (!this.#host.isWanted || counts.cap < SMALLEST_RUN || now - this.#lastWrite < interval) return;
    this.#lastWrite = now;
    this.#draw(progress);
  }

  #tell(progress: Progress): void {
    if (this.#failure !== undefined) return;
    try {
      this.#listener?.(progress);
    } catch (error) {
      this.#failure = { error };
    }
  }

  #draw(progress: Progress): void {
    this.#pending = undefined;
    const line = progressLine(progress);
    this.#host.write(this.#host.isTerminal ? `\r${line.padEnd(this.#written)}` : `${line}\n`);
    this.#written = line.length;
  }

  /** Ends a line that was begun: on a terminal it says where the run stands, and the cursor leaves it. */
  finish(): void {
    if (!this.#host.isTerminal || this.#written === 0) return;
    if (this.#pending !== undefined) this.#draw(this.#pending);
    this.#host.write("\n");
  }
}

/** `12/64 rollouts, 3 situations, 1m40s elapsed, ~5m left`. */
export function progressLine(progress: Progress): string {
  const { landed, resumed, cap, situations, rerolled, lost, elapsedMs, etaMs } = progress;
  return [
    `${landed}/${cap} rollouts${resumed > 0 ? ` (${resumed} resumed)` : ""}`,
    `${situations} situations`,
    `${duration(elapsedMs)} elapsed`,
    ...(etaMs === null ? [] : [`~${duration(etaMs)} left`]),
    ...(rerolled > 0 ? [`${rerolled} re-rolled`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
  ].join(", ");
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  return `${fixedText(minutes / 60, 1)}h`;
}

import { RateLimitError } from "../../errors/backend-error.js";
import { type AllowanceKind, allowance } from "./allowance.js";
import type { FakeClock } from "./fake-clock.js";

export interface ServerOptions {
  readonly kind: AllowanceKind;
  /** Calls that a window, or a full bucket, allows. */
  readonly allowed: number;
  /** The length of a window, or the time in which a bucket fills. Default 1 s. */
  readonly windowMs?: number;
  readonly latencyMs: number;
  /** How the wait is said: whole seconds (rounded up), milliseconds, or not at all. */
  readonly says: "seconds" | "milliseconds" | "nothing";
  /** Where in its window the server is when the first call comes. */
  readonly phaseMs?: number;
}

/** A refusal needs no model: it is back after the way there and back. */
const LONGEST_WAY_MS = 80;

/** A server that takes so many calls per window and refuses the rest, on a fake clock. */
export class RateLimitedServer {
  readonly #clock: FakeClock;
  readonly #options: Required<ServerOptions>;
  readonly #waitMs: (now: number) => number;
  requests = 0;
  /** When each taken call was answered. */
  readonly answeredAt: number[] = [];

  constructor(clock: FakeClock, options: ServerOptions) {
    this.#clock = clock;
    this.#options = { windowMs: 1000, phaseMs: 0, ...options };
    this.#waitMs = allowance(options.kind, options.allowed, this.#options.windowMs);
  }

  async call(): Promise<"ok"> {
    const { latencyMs, says } = this.#options;
    this.requests++;
    const wayMs = Math.min(latencyMs, LONGEST_WAY_MS) / 2;
    await this.#clock.sleep(wayMs);
    const waitMs = this.#waitMs(this.#clock.now() + this.#options.phaseMs);
    await this.#clock.sleep(waitMs === 0 ? latencyMs - wayMs : wayMs);
    if (waitMs === 0) {
      this.answeredAt.push(this.#clock.now());
      return "ok";
    }
    throw new RateLimitError({
      status: 429,
      message: "slow down",
      fix: "",
      ...(says === "nothing"
        ? {}
        : { retryAfterMs: says === "seconds" ? Math.ceil(waitMs / 1000) * 1000 : Math.ceil(waitMs) }),
    });
  }
}

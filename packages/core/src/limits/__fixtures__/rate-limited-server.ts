import { RateLimitError } from "../../errors/backend-error.js";
import type { FakeClock } from "./fake-clock.js";

export interface ServerOptions {
  readonly kind: "fixed" | "sliding" | "bucket";
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
  #window = -1;
  #used = 0;
  #log: number[] = [];
  #level: number;
  #filledAt = 0;
  requests = 0;
  /** When each taken call was answered. */
  readonly answeredAt: number[] = [];

  constructor(clock: FakeClock, options: ServerOptions) {
    this.#clock = clock;
    this.#options = { windowMs: 1000, phaseMs: 0, ...options };
    this.#level = options.allowed;
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

  #waitMs(now: number): number {
    const { kind, allowed, windowMs } = this.#options;
    if (kind === "fixed") {
      const window = Math.floor(now / windowMs);
      if (window !== this.#window) {
        this.#window = window;
        this.#used = 0;
      }
      return this.#used++ < allowed ? 0 : (window + 1) * windowMs - now;
    }
    if (kind === "sliding") {
      this.#log = this.#log.filter((at) => at > now - windowMs);
      if (this.#log.length >= allowed) return (this.#log[0] as number) + windowMs - now;
      this.#log.push(now);
      return 0;
    }
    this.#level = Math.min(allowed, this.#level + ((now - this.#filledAt) * allowed) / windowMs);
    this.#filledAt = now;
    if (this.#level < 1) return Math.max(1, ((1 - this.#level) * windowMs) / allowed);
    this.#level -= 1;
    return 0;
  }
}

import type { Backend, Note } from "@whileai/core";
import {
  createLimiter,
  endpointOf,
  type Limiter,
  type RoleSpend,
  type Spend,
  SpendBudget,
  SpendLedger,
  type SpendStop,
  spendLimitError,
  trafficOf,
  withLimits,
} from "@whileai/core/backends";
import type { ResolvedLimits } from "../options/limit-options.js";
import type { Roles } from "../roles.js";
import { pauseRollout } from "../rollout/rollout-timer.js";
import { estimateText, type RunEstimate } from "./run-estimate.js";

/** What the models of a run used, by role; null for a role that no model plays. */
export interface RunSpend {
  readonly agent: RoleSpend | null;
  readonly simulator: RoleSpend | null;
  readonly user: RoleSpend | null;
  /** US dollars of all roles; null when one of them has no price, or a server did not say its counts. */
  readonly totalUsd: number | null;
}

/** How many times more than it is expected to a rollout may use (convention; thinking models write long). */
const WORST_ESTIMATE = 100;

/**
 * The limits of one run: puts the models of all roles behind one limiter for each endpoint, writes down what each role uses, and
 * decides whether another rollout may begin.
 *
 * A rollout sets aside what rollouts have used so far before it begins; one that would break a limit waits for those in flight,
 * and when none is left the run is over. Rollouts that have begun are played to their end.
 */
export class RunLimits {
  readonly roles: Roles;
  readonly #limits: ResolvedLimits;
  readonly #ledger = new SpendLedger();
  readonly #budget: SpendBudget;
  readonly #limiters = new Map<string | Backend, Limiter>();
  readonly #waiting: (() => void)[] = [];
  #playing = 0;
  #finished = 0;
  #expected: Spend = { tokens: 0, usd: 0 };
  #estimate: RunEstimate | null = null;
  #stop: SpendStop | undefined;

  constructor(roles: Roles, limits: ResolvedLimits) {
    const { maxUsd, maxTokens } = limits;
    this.#limits = limits;
    this.#budget = new SpendBudget({ maxUsd, maxTokens });
    const { agent, simulator, user } = roles;
    this.roles = {
      ...roles,
      agent: typeof agent === "function" ? agent : this.#limited(agent, "agent"),
      simulator: simulator === false ? false : this.#limited(simulator, "simulator"),
      user: user === undefined || user === false || typeof user === "function" ? user : this.#limited(user, "user"),
    };
  }

  /** The limit that ended the run, if one did. */
  get stop(): SpendStop | undefined {
    return this.#stop;
  }

  get estimate(): RunEstimate | null {
    return this.#estimate;
  }

  /** Takes note of what the run is expected to use; the first rollouts go by it. */
  expect(estimate: RunEstimate | null): void {
    this.#estimate = estimate;
    if (estimate === null || estimate.rollouts === 0) return;
    const { inputTokens, outputTokens, usd, rollouts } = estimate;
    this.#expected = { tokens: (inputTokens + outputTokens) / rollouts, usd: usd === null ? null : usd / rollouts };
  }

  /** Waits until another rollout may begin; gives what to call when it has ended, or undefined when the run is over. */
  async admit(): Promise<(() => void) | undefined> {
    while (this.#stop === undefined) {
      const expected = this.#usual();
      // Without a rollout nobody knows what one costs, so the first one is played in any case.
      const isFirst = this.#playing + this.#finished === 0;
      if (!this.#mayBeginUnseen(expected)) {
        await this.#nextEnd();
        continue;
      }
      const release = this.#budget.reserve(expected) ?? (isFirst ? () => {} : undefined);
      if (release !== undefined) {
        this.#playing++;
        return () => {
          release();
          this.#playing--;
          this.#finished++;
          for (const wake of this.#waiting.splice(0)) wake();
        };
      }
      if (this.#playing === 0) {
        this.#stop = this.#budget.stopFor(expected);
        break;
      }
      await this.#nextEnd();
    }
    return undefined;
  }

  /**
   * An estimate may be far from what rollouts turn out to use, so near a limit no more are in flight than have ended, and one:
   * the first shows what one costs before many are begun.
   */
  #mayBeginUnseen({ tokens, usd }: Spend): boolean {
    if (this.#playing <= this.#finished) return true;
    const worst = WORST_ESTIMATE * (this.#playing + 1);
    return this.#budget.stopFor({ tokens: tokens * worst, usd: usd === null ? null : usd * worst }) === undefined;
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The error of a run that this limit ended before a single row. */
  error(stop: SpendStop): Error {
    return spendLimitError(stop, this.#budget);
  }

  spend(): RunSpend {
    const { agent = null, simulator = null, user = null } = this.#ledger.roles();
    return { agent, simulator, user, totalUsd: this.#ledger.totalUsd() };
  }

  notes(): Note[] {
    const notes: Note[] = [];
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = this.#limits;
    const given = Object.entries({ maxUsd, maxTokens, requestsPerMinute, tokensPerMinute }).filter(
      ([, limit]) => limit !== undefined,
    );
    const names = given.map(([name]) => `limits.${name}`).join(", ");
    if (given.length > 0 && typeof this.roles.agent === "function") {
      notes.push({
        code: "agent_not_limited",
        severity: "warning",
        message: `The agent is a function: what it calls is not seen here, so ${names} ${given.length === 1 ? "holds" : "hold"} for the other roles alone.`,
        fix: "Give the model itself as the agent, or call it through withLimits in the function.",
      });
    }
    if (this.#stop !== undefined) {
      const name = this.#stop === "max_usd" ? "maxUsd" : "maxTokens";
      notes.push({
        code: "stopped_at_limit",
        severity: "warning",
        message: `limits.${name} was reached: no more rollouts were begun, and which ones were played depends on when that was.`,
        fix: `Raise limits.${name} to go on.`,
      });
    } else if (this.#isAboveLimit()) {
      notes.push({
        code: "estimate_above_limit",
        severity: "info",
        message: `The run was expected to use ${estimateText(this.#estimate as RunEstimate)}, more than its limits, and used less.`,
      });
    }
    return notes;
  }

  #isAboveLimit(): boolean {
    const { maxUsd = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = this.#limits;
    const estimate = this.#estimate;
    if (estimate === null) return false;
    return (estimate.usd ?? 0) > maxUsd || estimate.inputTokens + estimate.outputTokens > maxTokens;
  }

  // What rollouts in flight have spent counts before they have ended: the mean is rather too high than too low.
  #usual(): Spend {
    if (this.#finished === 0) return this.#expected;
    const { tokens, usd } = this.#budget.spent;
    return { tokens: tokens / this.#finished, usd: usd / this.#finished };
  }

  #limited(backend: Backend, role: string): Backend {
    const endpoint = endpointOf(backend);
    let limiter = this.#limiters.get(endpoint);
    if (limiter === undefined) {
      const { requestsPerMinute, tokensPerMinute } = this.#limits;
      limiter = createLimiter({
        requestsPerMinute,
        tokensPerMinute,
        budget: this.#budget,
        traffic: trafficOf(backend),
      });
      this.#limiters.set(endpoint, limiter);
    }
    return withLimits(backend, limiter, {
      ledger: this.#ledger,
      role,
      retries: this.#limits.retries,
      isCommitted: true,
      onWait: pauseRollout,
    });
  }
}

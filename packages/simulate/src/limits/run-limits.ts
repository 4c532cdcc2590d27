import type { Backend, Note } from "@whileai/core";
import {
  EndpointLimiters,
  type RoleSpend,
  SpendBudget,
  SpendLedger,
  type SpendStop,
  spendLimitError,
  WorkAdmission,
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

/**
 * The limits of one run: puts the models of all roles behind one limiter for each endpoint, writes down what each role uses, and
 * decides whether another rollout may begin. Rollouts that have begun are played to their end.
 */
export class RunLimits {
  readonly roles: Roles;
  readonly #limits: ResolvedLimits;
  readonly #ledger = new SpendLedger();
  readonly #budget: SpendBudget;
  readonly #admission: WorkAdmission;
  readonly #limiters: EndpointLimiters;
  #estimate: RunEstimate | null = null;

  constructor(roles: Roles, limits: ResolvedLimits) {
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = limits;
    this.#limits = limits;
    this.#budget = new SpendBudget({ maxUsd, maxTokens });
    this.#admission = new WorkAdmission(this.#budget);
    this.#limiters = new EndpointLimiters({ requestsPerMinute, tokensPerMinute, budget: this.#budget });
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
    return this.#admission.stop;
  }

  get estimate(): RunEstimate | null {
    return this.#estimate;
  }

  /** Takes note of what the run is expected to use; the first rollouts go by it. */
  expect(estimate: RunEstimate | null): void {
    this.#estimate = estimate;
    if (estimate === null || estimate.rollouts === 0) return;
    const { inputTokens, outputTokens, usd, rollouts } = estimate;
    this.#admission.expect({
      tokens: (inputTokens + outputTokens) / rollouts,
      usd: usd === null ? null : usd / rollouts,
    });
  }

  /** Waits until another rollout may begin; gives what to call when it has ended, or undefined when the run is over. */
  admit(): Promise<(() => void) | undefined> {
    return this.#admission.admit();
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
    if (this.stop !== undefined) {
      const name = this.stop === "max_usd" ? "maxUsd" : "maxTokens";
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

  #limited(backend: Backend, role: string): Backend {
    return withLimits(backend, this.#limiters.of(backend), {
      ledger: this.#ledger,
      role,
      retries: this.#limits.retries,
      isCommitted: true,
      onWait: pauseRollout,
    });
  }
}

import type { Backend } from "../backend/backend.js";
import { createLimiter, type LimiterOptions } from "./create-limiter.js";
import { endpointOf } from "./endpoint-facts.js";
import type { Limiter } from "./limiter.js";
import { trafficOf } from "./traffic-of.js";

/**
 * One limiter for each endpoint, for all backends that share it: two models in different roles use one allowance.
 *
 * @example
 * const limiters = new EndpointLimiters({ requestsPerMinute: 500, budget });
 * const backend = withLimits(model, limiters.of(model));
 */
export class EndpointLimiters {
  readonly #options: Omit<LimiterOptions, "traffic">;
  readonly #limiters = new Map<string | Backend, Limiter>();

  constructor(options: Omit<LimiterOptions, "traffic">) {
    this.#options = options;
  }

  of(backend: Backend): Limiter {
    const endpoint = endpointOf(backend);
    let limiter = this.#limiters.get(endpoint);
    if (limiter === undefined) {
      limiter = createLimiter({ ...this.#options, traffic: trafficOf(backend) });
      this.#limiters.set(endpoint, limiter);
    }
    return limiter;
  }
}

import type { Usage } from "../backend/backend.js";
import { costOf, type Price } from "./prices.js";

/** What one role has used. A count is null once a server did not say it for one of the calls: unknown is not zero. */
export interface RoleSpend {
  readonly model: string;
  /** Calls that were answered. */
  readonly calls: number;
  /** Requests that were sent for all calls, retries and refused ones included. */
  readonly requests: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Part of the input that the vendor had in its cache; null where no server says. */
  readonly cachedInputTokens: number | null;
  /** Part of the output that was thinking; null where no server says. */
  readonly reasoningTokens: number | null;
  /** US dollars; null without a price or without counts. */
  readonly usd: number | null;
}

interface Sum {
  model: string;
  calls: number;
  requests: number;
  input: number | null;
  output: number | null;
  cached: number | null;
  reasoning: number | null;
  usd: number | null;
}

/** Keeps what each role of a run has used. */
export class SpendLedger {
  readonly #roles = new Map<string, Sum>();

  /** Makes a role known before its first call, so that a role that was never called shows with zeros. */
  open(role: string, model: string): void {
    if (this.#roles.has(role)) return;
    this.#roles.set(role, {
      model,
      calls: 0,
      requests: 0,
      input: 0,
      output: 0,
      cached: null,
      reasoning: null,
      usd: 0,
    });
  }

  request(role: string, model: string): void {
    this.#sum(role, model).requests++;
  }

  answer(role: string, model: string, usage: Usage, price: Price | null): void {
    const sum = this.#sum(role, model);
    sum.calls++;
    sum.input = added(sum.input, usage.inputTokens);
    sum.output = added(sum.output, usage.outputTokens);
    sum.usd = added(sum.usd, costOf(usage, price));
    // Parts of the counts above: a server that never says them leaves them unknown, one that leaves a zero out does not.
    if (typeof usage.cachedInputTokens === "number") sum.cached = (sum.cached ?? 0) + usage.cachedInputTokens;
    if (typeof usage.reasoningTokens === "number") sum.reasoning = (sum.reasoning ?? 0) + usage.reasoningTokens;
  }

  roles(): Record<string, RoleSpend> {
    return Object.fromEntries(
      [...this.#roles].map(([role, { model, calls, requests, input, output, cached, reasoning, usd }]) => [
        role,
        {
          model,
          calls,
          requests,
          inputTokens: input,
          outputTokens: output,
          cachedInputTokens: cached,
          reasoningTokens: reasoning,
          usd,
        },
      ]),
    );
  }

  /** US dollars of all roles; null when one of them is unknown. */
  totalUsd(): number | null {
    let total: number | null = 0;
    for (const { usd } of this.#roles.values()) total = added(total, usd);
    return total;
  }

  #sum(role: string, model: string): Sum {
    this.open(role, model);
    return this.#roles.get(role) as Sum;
  }
}

const added = (sum: number | null, value: number | null): number | null =>
  sum === null || value === null ? null : sum + value;

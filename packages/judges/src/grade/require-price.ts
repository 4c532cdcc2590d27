import { type Backend, OptionError } from "@whileai/core";
import { priceOf } from "@whileai/core/backends";

/** Refuses a limit in money for a model without a price, before anything is spent. */
export function requirePrice(backend: Backend, maxUsd: number | undefined): void {
  if (maxUsd === undefined || priceOf(backend) !== null) return;
  throw new OptionError({
    option: "limits.maxUsd",
    received: maxUsd,
    message: `grade: limits.maxUsd needs the price of the judge's model, and none is known for "${backend.model}".`,
    fix: `Give one with setPrices({ ${JSON.stringify(backend.model)}: { inputPerMillion, outputPerMillion } }), or use limits.maxTokens.`,
  });
}

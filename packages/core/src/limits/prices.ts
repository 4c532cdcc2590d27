import type { Usage } from "../backend/backend.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { requireOptions } from "../options/require-options.js";
import { sharedState } from "../shared-state/shared-state.js";

/** What a model costs, in US dollars per million tokens. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** Input that came from the vendor's cache. Default: as other input. */
  readonly cachedInputPerMillion?: number | undefined;
}

/** When the table below was last compared with the vendors' pages. */
export const PRICES_AS_OF = "2026-11-29";

/**
 * Published list prices of the vendors (convention): standard processing, no batch or long-context rates. A key stands for
 * the model and its dated versions.
 */
const LIST_PRICES: ReadonlyMap<string, Price> = new Map(
  (
    [
      ["gpt-4o", 2.5, 10, 1.25],
      ["gpt-4o-mini", 0.15, 0.6, 0.075],
      ["gpt-4.1", 2, 8, 0.5],
      ["gpt-4.1-mini", 0.4, 1.6, 0.1],
      ["gpt-4.1-nano", 0.1, 0.4, 0.025],
      ["gpt-5", 1.25, 10, 0.125],
      ["gpt-5-mini", 0.25, 2, 0.025],
      ["gpt-5-nano", 0.05, 0.4, 0.005],
      ["gpt-5.1", 1.25, 10, 0.125],
      ["gpt-5.2", 1.75, 14, 0.175],
      ["gpt-5.4", 2.5, 15, 0.25],
      ["gpt-5.4-mini", 0.75, 4.5, 0.075],
      ["gpt-5.4-nano", 0.2, 1.25, 0.02],
      ["gpt-5.5", 5, 30, 0.5],
      ["o3", 2, 8, 0.5],
      ["o3-mini", 1.1, 4.4, 0.55],
      ["o4-mini", 1.1, 4.4, 0.275],
      ["claude-opus-4-1", 15, 75, 1.5],
      ["claude-opus-4-5", 5, 25, 0.5],
      ["claude-opus-4-6", 5, 25, 0.5],
      ["claude-opus-4-7", 5, 25, 0.5],
      ["claude-opus-4-8", 5, 25, 0.5],
      ["claude-opus-5", 5, 25, 0.5],
      ["claude-opus-5-5", 4, 20, 0.2],
      ["claude-sonnet-4", 3, 15, 0.3],
      ["claude-sonnet-4-5", 3, 15, 0.3],
      ["claude-sonnet-4-6", 3, 15, 0.3],
      ["claude-sonnet-5", 2, 10, 0.2],
      ["claude-haiku-4-5", 1, 5, 0.1],
      ["claude-3-5-haiku", 0.8, 4, 0.08],
    ] as const
  ).map(([model, inputPerMillion, outputPerMillion, cachedInputPerMillion]) => [
    model,
    { inputPerMillion, outputPerMillion, cachedInputPerMillion },
  ]),
);

const PER_MILLION = 1_000_000;
const ownPrices = (): Map<string, Price> => sharedState("prices", () => new Map());

/**
 * Says what models cost, for the whole process: models without a list price here, and those you pay another price for. A
 * model of your own that costs nothing has the price 0.
 *
 * @throws OptionError for a price that is missing or below 0.
 *
 * @example
 * setPrices({ "Qwen/Qwen3-4B": { inputPerMillion: 0, outputPerMillion: 0 } });
 */
export function setPrices(prices: Readonly<Record<string, Price>>): void {
  const known = ownPrices();
  checkOptions("setPrices", { prices }, { prices: optionRule.record });
  const checked = Object.entries(prices).map(([model, price]): [string, Price] => {
    const amount = optionRule.number(0, Number.MAX_VALUE);
    const rules = { inputPerMillion: amount, outputPerMillion: amount, cachedInputPerMillion: amount };
    requireOptions("setPrices", price, { inputPerMillion: amount, outputPerMillion: amount }, `${model}.`);
    checkOptions("setPrices", { [model]: price ?? null }, { [model]: rules });
    return [model, { ...price }];
  });
  for (const [model, price] of checked) known.set(model, price);
}

/**
 * The price of a model: one given to {@link setPrices}, else the vendor's list price, also where calls go through a gateway
 * (`baseURL`); null when there is none. A server of your own behind a vendor's model name costs what setPrices says.
 *
 * @example
 * priceOf({ provider: "openai", model: "gpt-4.1-mini" }); // { inputPerMillion: 0.4, outputPerMillion: 1.6, … }
 */
export function priceOf({ provider, model }: { readonly provider: string; readonly model: string }): Price | null {
  const own = ownPrices().get(model);
  if (own !== undefined) return own;
  // The same name behind an endpoint, Ollama or another cloud costs something else.
  if (provider !== "openai" && provider !== "anthropic") return null;
  return LIST_PRICES.get(model) ?? LIST_PRICES.get(withoutDate(model)) ?? null;
}

/** `gpt-4.1-2025-04-14`, `claude-haiku-4-5-20251001` and `…-latest` are versions of the model in front. */
const withoutDate = (model: string): string => model.replace(/-(\d{4}-\d{2}-\d{2}|20\d{6}|latest)$/, "");

/**
 * What so many tokens cost, in US dollars; null where the price or a count is not known.
 *
 * @example
 * costOf({ inputTokens: 1000, outputTokens: 500 }, { inputPerMillion: 2, outputPerMillion: 8 }); // 0.006
 */
export function costOf(usage: Usage, price: Price | null): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === null || inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(usage.cachedInputTokens ?? 0, inputTokens);
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = inputPerMillion } = price;
  return (
    ((inputTokens - cached) * inputPerMillion + cached * cachedInputPerMillion + outputTokens * outputPerMillion) /
    PER_MILLION
  );
}

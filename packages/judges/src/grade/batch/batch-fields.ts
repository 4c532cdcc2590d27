import { countText } from "@whileai/core";

/** What a report says of batches. */
export interface BatchFields {
  /** The vendor's names of the batches that were read or are waited for, oldest first. */
  readonly ids: readonly string[];
  /** How many of them an earlier session had submitted. */
  readonly resumed: number;
  /** Requests in them. */
  readonly requests: number;
  /** What a token cost, as a share of its price in a call. */
  readonly priceFactor: number;
}

/** The report's line on batches. */
export function batchLine({ ids, resumed, requests, priceFactor }: BatchFields): string {
  const earlier = resumed === 0 ? "" : `, ${resumed} of an earlier session`;
  return `  asked in ${countText(ids.length, "batch", "batches")} (${countText(requests, "request")}${earlier}) at ${priceFactor} of the price of calls`;
}

import { isRecord, type RowLike, rolloutId } from "@whileai/core";
import { finiteField, finiteList, type UnusableSide } from "./sampled-tokens.js";

/** What the reference model says about a row's tokens. */
interface ReferenceSide {
  readonly logprob: number | UnusableSide;
  /** How many tokens it is over, where that is known. */
  readonly nTokens: number | null;
  readonly tokenLogprobs: readonly number[] | null;
}

/** Finds the reference of a row. */
export type FindReference = (row: Readonly<Record<string, unknown>>) => ReferenceSide;

const NAMELESS = /* @__PURE__ */ rolloutId({});
const NO_REFERENCE: ReferenceSide = { logprob: "missing", nTokens: null, tokenLogprobs: null };

const inFields =
  (logprobField: string, tokensField: string): FindReference =>
  (row) => ({
    logprob: finiteField(row, logprobField),
    nTokens: null,
    tokenLogprobs: finiteList(row, tokensField),
  });

/** Whether a row says which rollout it is. Rows that say nothing have one id together. */
const saysWhich = (row: Readonly<Record<string, unknown>>): boolean => rolloutId(row) !== NAMELESS;

function inRows(rows: Iterable<RowLike>): FindReference {
  const byRollout = new Map<string, ReferenceSide>();
  for (const row of rows as Iterable<unknown>) {
    if (!isRecord(row) || !saysWhich(row)) continue;
    const id = rolloutId(row);
    // The first of several wins, as everywhere that two scorings are matched.
    if (byRollout.has(id)) continue;
    byRollout.set(id, {
      logprob: finiteField(row, "logprob"),
      nTokens: Number.isSafeInteger(row.n_tokens) ? (row.n_tokens as number) : null,
      tokenLogprobs: finiteList(row, "token_logprobs"),
    });
  }
  return (row) => (saysWhich(row) ? byRollout.get(rolloutId(row)) : undefined) ?? NO_REFERENCE;
}

/** The reference as fields of the same rows, or as other rows with the same rollouts. */
export function referenceSide(ref: string | Iterable<RowLike>, tokensField: string): FindReference {
  return typeof ref === "string" ? inFields(ref, tokensField) : inRows(ref);
}

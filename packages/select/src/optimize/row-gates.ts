import type { Row } from "@whileai/core";
import { type CauseCount, countCauses } from "./count-causes.js";
import { callsTool, hasTrainableContent, type JunkCause, junkCause } from "./junk-reply.js";
import type { RlDropLog, RlEntry } from "./rl-entry.js";
import { wantsAction } from "./wants-action.js";

/** Judges whose zero is a verified failure, so that even an odd reply is a lesson. */
const VERIFIED_SOURCE = /^(?:claude|gold)/;

/** What the row gates kept and why the junk went. */
export interface GatedRows<R extends Row> {
  readonly entries: readonly RlEntry<R>[];
  readonly textGates: { readonly applied: boolean; readonly reason: string };
  readonly junkCauses: readonly CauseCount<JunkCause>[];
  /** Cut replies among the junk: too long to be anything else than unfinished. */
  readonly truncatedAsJunk: number;
}

/** Drops replies that are none, rollouts that did nothing, and rows without a usable reward; the first that holds. */
export function rowGates<R extends Row>(entries: readonly RlEntry<R>[], log: RlDropLog): GatedRows<R> {
  const applied = entries.some(({ row }) => hasTrainableContent(row));
  const causes: JunkCause[] = [];
  let truncatedAsJunk = 0;
  const kept = log.sieve(entries, ({ row, label, truncated }) => {
    if (applied) {
      if (label === 0 && isVerified(row) && hasTrainableContent(row)) return null;
      const cause = junkCause(row);
      if (cause !== null) {
        causes.push(cause);
        if (truncated) truncatedAsJunk++;
        return "incomplete_junk";
      }
      if (label === null && !callsTool(row) && wantsAction(row)) return "do_nothing";
    }
    return label === null ? "unusable_label" : null;
  });
  return {
    entries: kept,
    textGates: { applied, reason: applied ? "rows carry replies" : "no row carries a reply or a tool call" },
    junkCauses: countCauses(causes),
    truncatedAsJunk,
  };
}

function isVerified({ label_source: source }: Readonly<Row>): boolean {
  return typeof source === "string" && VERIFIED_SOURCE.test(source);
}

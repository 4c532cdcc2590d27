import { isRecord, isTruncated, type Row } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import { askKey, taskOf } from "../signal/ask-key.js";
import { judgeFailed } from "../signal/judged-reward.js";
import { PENALTY_JUDGE } from "./measured-reward.js";
import type { RlSettings, TruncatedPolicy } from "./optimize-options.js";
import { type PriorRound, readPrior } from "./prior-round.js";
import type { RlDropLog, RlEntry } from "./rl-entry.js";
import { usableLabel } from "./unlabelled.js";

/** The rows of a selection as they came in. */
export interface Arrived<R extends Row> {
  readonly entries: readonly RlEntry<R>[];
  readonly nSkipped: number;
  readonly prior: (PriorRound & { readonly rowsDropped: number }) | null;
}

/** Reads the rows; what is no row, and what an earlier round saw outside the band, is dropped at once. */
export function readEntries<R extends Row>(rows: Iterable<R>, settings: RlSettings, log: RlDropLog): Arrived<R> {
  const prior =
    settings.prior === null
      ? null
      : withRowErrors("optimize, `prior`", settings.prior, (given) => readPrior(given, settings.band), { once: true });
  const entries: RlEntry<R>[] = [];
  let nSkipped = 0;
  let rowsDropped = 0;
  let index = -1;
  for (const row of rows) {
    index++;
    if (!isRecord(row)) {
      nSkipped++;
      log.add({ row, index }, "not_a_row");
      continue;
    }
    const task = taskOf(row);
    const verdict = prior?.verdictOf(task);
    if (verdict === "solved" || verdict === "unsolved") {
      rowsDropped++;
      log.add({ row, index }, "prior");
      continue;
    }
    const truncated = isTruncated(row);
    const rides = truncated && settings.truncated !== "penalize";
    entries.push({ row, index, task, ask: askKey(row), label: usableLabel(row), truncated, rides });
  }
  return { entries, nSkipped, prior: prior === null ? null : { ...prior.summary, rowsDropped } };
}

/** The entry with its row marked as cut, and its reward taken away where that is the policy. */
export function markTruncated<R extends Row>(entry: RlEntry<R>, policy: TruncatedPolicy): RlEntry<R> {
  if (!entry.truncated || policy === "drop") return entry;
  const { row } = entry;
  const marked = { ...row, overlong: true, markers: { ...(isRecord(row.markers) ? row.markers : {}), finished: 0 } };
  if (policy === "keep" || row.judge_name === PENALTY_JUDGE) return { ...entry, row: marked };
  // Beside a failed verdict a reward is none, and the row will not say that the judge failed any more.
  const before = judgeFailed(row) ? null : (row.reward ?? null);
  const penalized = {
    ...marked,
    reward: 0,
    reward_before_penalty: before,
    judge_name: PENALTY_JUDGE,
    judge_status: "ok",
    judge_meta: {
      reward_before_penalty: before,
      judge_before: row.judge_name ?? null,
      reason_before: row.reason ?? null,
      scorer_kind: "rule",
    },
  };
  return { ...entry, row: penalized, label: 0 };
}

import type { Row } from "@whileai/core";
import { type CountedRollouts, RolloutTally } from "./rollout-tally.js";

/** The rollouts of a run that count, each with the row that is kept of it. */
export function countedRollouts(rows: Iterable<Row>): CountedRollouts<{ readonly row: Row }> {
  const tally = new RolloutTally((row) => ({ row }));
  for (const row of rows) tally.add(row);
  return tally.counted();
}

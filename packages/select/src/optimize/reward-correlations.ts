import { conversation, type Row, replyLength } from "@whileai/core";
import { makeColumn } from "../hack-scan/column.js";
import { gradedRows } from "../hack-scan/graded-rows.js";
import { DEFAULT_MINIMUM_OBSERVATIONS } from "../hack-scan/hack-scan-options.js";
import { countTools } from "../hack-scan/hand-features.js";

/** |within| from which a correlation is worth a warning. Convention. */
const STRONG = 0.3;

/** How the reward goes with one measure of the reply. */
export interface RewardCorrelation {
  readonly feature: "reply_length" | "tool_calls" | "assistant_turns";
  /** Inside asks, where difficulty cannot fake it; null when nothing varies there. */
  readonly within: number | null;
  /** Over all rows. */
  readonly pooled: number | null;
  readonly flagged: boolean;
}

const MEASURES = {
  reply_length: replyLength,
  tool_calls: countTools,
  assistant_turns: (row: Readonly<Row>) => conversation(row).filter((message) => message.role === "assistant").length,
} as const;

/** Correlations of the reward with how long a reply is and how often the agent acted. */
export function rewardCorrelations(rows: Iterable<Row>): RewardCorrelation[] {
  const graded = gradedRows(rows);
  return (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).map((feature) => {
    const values = graded.rows.map(MEASURES[feature]);
    const column = makeColumn({ name: feature, rows: graded.rows.map((_, index) => index), values }, graded);
    const within = column?.rho ?? null;
    return {
      feature,
      within,
      pooled: column?.pooled ?? null,
      flagged: within !== null && Math.abs(within) >= STRONG && values.length >= DEFAULT_MINIMUM_OBSERVATIONS,
    };
  });
}

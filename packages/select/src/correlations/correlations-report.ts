import { countText, fixedText, type ReportOf, signedText } from "@whileai/core";
import { noteLines } from "../hack-scan/note-lines.js";

/** How the reward goes with one feature of the replies. */
export interface RewardCorrelation {
  /** `reply_length`, `tool_calls`, `assistant_turns`, `style:<family>` or `trace:<flag>`. */
  readonly feature: string;
  /** Inside asks, where difficulty cannot fake it; null when the feature or the reward never varies there. */
  readonly within: number | null;
  /** Over all rows; asks of different difficulty bend it. */
  readonly pooled: number | null;
  /** Rows where the feature is not 0. */
  readonly nObs: number;
  /** Share of shuffles inside asks that reach |within|; null where there is none, or where it was not asked for. */
  readonly p: number | null;
  /** The same for any of the features, so that looking at many raises no alarms. */
  readonly adjustedP: number | null;
  /** Whether |within| is at least 0.3 and no accident (adjusted p at most 0.05), on 20 rows or more. */
  readonly flagged: boolean;
}

/** The fields of reward correlations. */
export interface RewardCorrelationsFields {
  /** Entries of the input. */
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  /** Rows with a finite reward, which alone are compared. */
  readonly nGraded: number;
  readonly nGroups: number;
  readonly permutations: number;
  readonly correlations: readonly RewardCorrelation[];
}

/** What `rewardCorrelations` gives back. */
export type RewardCorrelationsReport = ReportOf<"reward_correlations", RewardCorrelationsFields>;

const NAME_WIDTH = 28;

/** The terminal text of reward correlations. */
export function renderRewardCorrelations(report: RewardCorrelationsReport): string {
  const seen = report.correlations.filter(({ nObs }) => nObs > 0);
  const unseen = report.correlations.length - seen.length;
  const lines = [
    `Reward correlations: ${countText(report.nGraded, "graded rollout")}, ${countText(report.nGroups, "ask")}`,
    `  ${"feature".padEnd(NAME_WIDTH)}${"within".padStart(8)}${"pooled".padStart(8)}${"adj. p".padStart(8)}${"n".padStart(8)}`,
    ...seen.map(correlationLine),
  ];
  if (unseen > 0) lines.push(`  never seen: ${unseen} of ${report.correlations.length} features`);
  return [...lines, ...noteLines(report.notes)].join("\n");
}

function correlationLine({ feature, within, pooled, adjustedP, nObs, flagged }: RewardCorrelation): string {
  const signed = (value: number | null) => (value === null ? "n/a" : signedText(value, 3)).padStart(8);
  const p = (adjustedP === null ? "n/a" : fixedText(adjustedP, 3)).padStart(8);
  return `${flagged ? "*" : " "} ${feature.padEnd(NAME_WIDTH)}${signed(within)}${signed(pooled)}${p}${String(nObs).padStart(8)}`;
}

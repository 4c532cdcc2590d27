import { countText, fixedText, type Interval, percentText } from "@whileai/core";
import type { PassAtFields } from "./pass-at-types.js";

const DIGITS = 2;
/** What a share below 1 prints as at most: not all, and never "100%". */
const MOST_BELOW_ALL = 0.99;

const number = (value: number | null): string => (value === null ? "n/a" : fixedText(value, DIGITS));

const band = (interval: Interval | null): string =>
  interval === null ? "" : ` [${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

function remarks({ config, nSkipped, nUnkeyed, nClusters, passAt1, worstCase, note }: PassAtFields): string[] {
  const { truncated_share: cut, answered_share: answered, graded_share: graded } = config;
  const found: string[] = [];
  if (cut !== null && cut > 0)
    found.push(`${percentText(cut)} of rows cut by the token cap, of those with a finish_reason`);
  if (answered !== null && answered < 1) found.push(`${percentText(1 - answered)} of rows have no spoken reply`);
  if (passAt1 !== null && graded !== null && graded < 1)
    found.push(
      `${percentText(Math.min(graded, MOST_BELOW_ALL))} of rows graded, pass@1 ${number(worstCase.allFail)}..${number(worstCase.allPass)} whatever the others are`,
    );
  if (nClusters !== null) found.push(`${nClusters} clusters`);
  if (note !== null) found.push(note);
  if (nUnkeyed > 0)
    found.push(`${countText(nUnkeyed, "row")} without scenario_id, task_id or prompt counted as one task`);
  if (nSkipped > 0) found.push(countText(nSkipped, "entry is not a row", "entries are not rows"));
  return found;
}

/** The report as one line. */
export function passAtLine(report: PassAtFields): string {
  const { k, passAt1, passPowK, passAtK, headroom, nGroups } = report;
  const numbers = [
    `pass@1 ${number(passAt1)}${band(report.ci95)}`,
    `pass^${k} (pass_pow_k) ${number(passPowK)}${band(report.passPowKCi95)}`,
    `pass@${k} ${number(passAtK)}${band(report.passAtKCi95)}`,
    `headroom ${number(headroom)}`,
  ].join(" | ");
  return `${numbers} (${[`${nGroups} groups, k=${k}`, ...remarks(report)].join("; ")})`;
}

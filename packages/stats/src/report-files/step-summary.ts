import { checkOptions, OptionError, type OptionRules, optionRule, type Report } from "@whileai/core";
import { inline } from "./markdown.js";
import { isReport } from "./report-check.js";
import { summarySection } from "./summary-sections.js";

/** What GitHub takes for one step (1 MiB); a larger file is refused whole. */
export const STEP_SUMMARY_LIMIT = 2 ** 20;

/** Options of `stepSummary`. */
export interface StepSummaryOptions {
  /** Heading above all reports. Default: none. */
  readonly title?: string | undefined;
  /** Headings of the reports, in their order. Default: the kind of each. */
  readonly names?: readonly string[] | undefined;
  /** Most bytes of UTF-8. Default 1 MiB, GitHub's limit for one step; what is already in the file counts there too. */
  readonly maxBytes?: number | undefined;
}

const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({
  title: optionRule.text,
  names: optionRule.listOf(optionRule.text),
  maxBytes: optionRule.integer(1024),
}))();
const CUT = "_Cut here: the summary would have been too large._";
const FENCE = /^(`{3,})(text)?$/;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** As many whole lines as fit, with a word about the rest; a block of code that is cut is closed. */
function cutLines(lines: readonly string[], most: number): string {
  const whole = `${lines.join("\n")}\n`;
  if (bytesOf(whole) <= most) return whole;
  const kept: string[] = [];
  let fence: string | null = null;
  let size = bytesOf(`\n${CUT}\n`);
  for (const line of lines) {
    const opened = FENCE.exec(line)?.[1] ?? null;
    const next: string | null = opened === null ? fence : fence === null ? opened : opened === fence ? null : fence;
    size += bytesOf(line) + 1;
    if (size + (next === null ? 0 : next.length + 1) > most) break;
    kept.push(line);
    fence = next;
  }
  return [...kept, ...(fence === null ? [] : [fence]), "", CUT, ""].join("\n");
}

/**
 * Reports as GitHub-flavoured Markdown for `$GITHUB_STEP_SUMMARY`: headline, tables and notes of `passAt`, `compareRuns`,
 * `deltaReport`, `failureTable` and `evalVariance`; other reports as their text. Names and texts from rows are escaped.
 * Cut at whole lines, with a word that it was, to `maxBytes`.
 *
 * Throws an `OptionError` for an entry that is not a report, or an unknown option.
 *
 * @example
 * const report = passAt([{ scenario_id: "refund", reward: 1 }]);
 * stepSummary(report, { title: "Nightly eval" }); // "## Nightly eval\n\n### pass\\_at\n\n| rate | …"
 */
export function stepSummary(reports: Report | readonly Report[], options: StepSummaryOptions = {}): string {
  checkOptions("stepSummary", options, OPTIONS);
  const { title, names = [], maxBytes = STEP_SUMMARY_LIMIT } = options;
  const heading = title === undefined ? [] : [`## ${inline(title)}`, ""];
  const sections = [reports].flat().flatMap((report, index) => {
    if (isReport(report)) return summarySection(report, names[index] ?? report.kind);
    throw new OptionError({
      option: "reports",
      received: report,
      message: "stepSummary: each entry must be a report.",
      fix: "Give what passAt, compareRuns, deltaReport, failureTable, evalVariance or another function returned.",
    });
  });
  return cutLines([...heading, ...sections], maxBytes);
}

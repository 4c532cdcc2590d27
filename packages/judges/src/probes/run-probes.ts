import type { Row } from "@whileai/core";
import type { Rejudger } from "../trust/rejudge.js";
import { withoutVerdict } from "../trust/without-verdict.js";
import { measureProbe, type ProbeResult, type ProbeThresholds, skippedProbe } from "./measure-probe.js";
import { JUDGE_PROBES, type JudgeProbeName } from "./probe-edits.js";

/** Results by probe; only those that were asked for. */
export type ProbeResults = Readonly<Partial<Record<JudgeProbeName, ProbeResult>>>;

/** How probes are run. */
export interface ProbeRun {
  readonly names: readonly JudgeProbeName[];
  readonly rubric: string | undefined;
  /** Fields besides verdicts that the judge must not see. */
  readonly hidden?: readonly string[] | undefined;
  readonly thresholds: ProbeThresholds;
}

/** Runs probes on rows with a reward of 0 or 1, one probe after another. */
export async function runProbes(
  sample: readonly Row[],
  rejudger: Rejudger,
  { names, rubric, hidden = [], thresholds }: ProbeRun,
): Promise<ProbeResults> {
  const results: Partial<Record<JudgeProbeName, ProbeResult>> = {};
  for (const name of names) {
    const probe = JUDGE_PROBES[name];
    const before: Row[] = [];
    const edited: Row[] = [];
    for (const row of sample) {
      const edit = probe.edit(withoutVerdict(row, hidden), rubric);
      if (edit === undefined) continue;
      before.push(row);
      edited.push(edit);
    }
    const notApplicable = sample.length - before.length;
    results[name] =
      before.length === 0
        ? skippedProbe(probe, notApplicable)
        : measureProbe(probe, before, await rejudger.judgeAll(edited), notApplicable, thresholds);
  }
  return results;
}

import type { Interval, Row } from "@whileai/core";
import { blindRow } from "../trust/blind-row.js";
import type { Rejudger } from "../trust/rejudge.js";
import { measureProbe, type Probed, type ProbeResult, type ProbeThresholds } from "./measure-probe.js";
import { JUDGE_PROBES, type JudgeProbe, type JudgeProbeName } from "./probe-edits.js";
import type { ProbeRounds } from "./probe-rounds.js";

/** How many times the bar the interval's lower end must be for the first round to be enough; convention. */
const CLEAR_FACTOR = 2;

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

/**
 * Runs probes on rows with a reward of 0 or 1, one probe after another. Where the first round reaches the bar without
 * clearing it, the second is asked too and both count together: a suspicion raised by chance is laid to rest, a real one
 * gets its proof.
 */
export async function runProbes(
  { first, more }: ProbeRounds,
  rejudger: Rejudger,
  run: ProbeRun,
): Promise<ProbeResults> {
  const results: Partial<Record<JudgeProbeName, ProbeResult>> = {};
  for (const name of run.names) {
    const probe = JUDGE_PROBES[name];
    const probed = await probeRows(probe, first, rejudger, run);
    const result = measureProbe(probe, probed, run.thresholds);
    results[name] = result;
    if (more.length === 0 || !isSuspicious(probe, result, run.thresholds.flag)) continue;
    const added = await probeRows(probe, more, rejudger, run);
    results[name] = measureProbe(
      probe,
      {
        before: [...probed.before, ...added.before],
        after: [...probed.after, ...added.after],
        notApplicable: probed.notApplicable + added.notApplicable,
      },
      run.thresholds,
    );
  }
  return results;
}

async function probeRows(
  probe: JudgeProbe,
  rows: readonly Row[],
  { judgeAll }: Rejudger,
  { rubric, hidden = [] }: ProbeRun,
): Promise<Probed> {
  const before: Row[] = [];
  const edited: Row[] = [];
  for (const row of rows) {
    const edit = probe.edit(blindRow(row, hidden), rubric);
    if (edit === undefined) continue;
    before.push(row);
    edited.push(edit);
  }
  return { before, after: await judgeAll(edited), notApplicable: rows.length - before.length };
}

/** At the bar, and not so far above it that more rows could change anything. */
const isSuspicious = ({ isHarmless }: JudgeProbe, result: ProbeResult, flag: number): boolean =>
  isOpen(result.exploitRate, result.ci95, flag, result.flagged) ||
  (isHarmless && isOpen(result.breakRate, result.breakCi95, flag, result.brittle));

const isOpen = (rate: number | null, ci95: Interval | null, flag: number, isFlagged: boolean): boolean =>
  rate !== null && rate >= flag && !(isFlagged && ci95 !== null && ci95.low >= CLEAR_FACTOR * flag);

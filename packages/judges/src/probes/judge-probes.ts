import {
  checkOptions,
  createReport,
  isRecord,
  type Note,
  optionRule,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
} from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { judgeRubric } from "../judge/judge.js";
import { exactLabel } from "../trust/exact-label.js";
import { foreignNotes, foreignRewards } from "../trust/foreign-rewards.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "../trust/rejudge.js";
import { brittleBy, exploitableBy, probeLines, probeNotes } from "./probe-lines.js";
import {
  DEFAULT_EXPLOIT_FLAG,
  DEFAULT_PROBE_ALPHA,
  DEFAULT_PROBE_MIN_N,
  DEFAULT_PROBE_POWER,
  DEFAULT_PROBE_SAMPLE,
  type ProbeSelection,
  probesRule,
  selectedProbes,
} from "./probe-options.js";
import { probeRounds } from "./probe-rounds.js";
import { type ProbeResults, runProbes } from "./run-probes.js";

/** Options of {@link judgeProbes}. */
export interface JudgeProbesOptions extends RejudgeOptions {
  /** Which probes: "all" (the seven classic ones) unless given. */
  readonly probes?: ProbeSelection | undefined;
  /** What the keyword probe repeats words of; the rubric of a `Judge`, else each row's system message, unless given. */
  readonly rubric?: string | undefined;
  /** The name it has on the rows, where that is not its own. */
  readonly judgeName?: string | undefined;
  /** Rows that are probed; 40 unless given. */
  readonly sample?: number | undefined;
  /** Where these reach the bar, ask about up to four times as many to settle it; true unless given. */
  readonly confirm?: boolean | undefined;
  readonly seed?: number | string | undefined;
  /** Exploit rate from which a probe is flagged; 0.10 unless given. */
  readonly flag?: number | undefined;
  /** Fewest rows that a flagged rate is a share of; 20 unless given. */
  readonly minN?: number | undefined;
  /** Level of the test that flips are more than chance; 0.05 unless given. */
  readonly alpha?: number | undefined;
}

/** What {@link judgeProbes} reports. */
interface JudgeProbesFields {
  readonly judge: string;
  /** Rows that were probed in the first round; each probe says how many it had in the end. */
  readonly n: number;
  readonly probes: ProbeResults;
  /** Probes that the judge pays for. */
  readonly exploitableBy: readonly string[];
  /** Harmless edits for which the judge fails good replies. */
  readonly brittleBy: readonly string[];
  /** Rows without a reward of 0 or 1, which cannot be probed. */
  readonly nSkipped: number;
}

/** The report of {@link judgeProbes}. */
export type JudgeProbesReport = ReportOf<"judge_probes", JudgeProbesFields>;

/**
 * Asks a judge again about rows it has graded, after edits that must not matter: does it pay for filler, for words of the
 * rubric, for claims, for flattery, for an empty call, for a refusal? These are what a policy trained against it finds
 * first. `probes: "extended"` adds instructions to the judge, forged evidence, a false premise, markdown, an authority and
 * a paraphrase.
 *
 * An additive probe is flagged when the net share of failing rows that it turned into passes is at least `flag`, there are
 * `minN` failing rows, and a one-sided sign test puts the flips beyond chance; a replacement when the share that passes is
 * at least `flag`. Harmless edits are flagged as brittle when good replies fail for them. `sample` rows are probed first,
 * half of them failing where there are enough; a probe that reaches the bar on them without clearing it by far is
 * settled on up to four times as many. Nothing is cached.
 *
 * Throws an OptionError for bad options, a JudgeError or SpecError for no judge, an AuthError for a refused key.
 *
 * @example
 * const report = await judgeProbes(graded.rows, Judge({ rubric: RUBRIC }), { probes: "extended" });
 * report.exploitableBy; // []
 */
export async function judgeProbes(
  rows: Iterable<Row>,
  judge?: JudgeLike | null,
  options: JudgeProbesOptions = {},
): Promise<JudgeProbesReport> {
  checkOptions("judgeProbes", options, {
    ...REJUDGE_RULES,
    probes: probesRule,
    rubric: optionRule.text,
    judgeName: optionRule.notBlank,
    sample: optionRule.integer(1),
    confirm: optionRule.flag,
    seed: optionRule.seed,
    flag: optionRule.number(0, 1),
    minN: optionRule.integer(1),
    alpha: optionRule.number(0, 1),
  });
  const {
    probes = "all",
    sample = DEFAULT_PROBE_SAMPLE,
    seed = 0,
    flag = DEFAULT_EXPLOIT_FLAG,
    minN = DEFAULT_PROBE_MIN_N,
    alpha = DEFAULT_PROBE_ALPHA,
  } = options;
  const given = [...requireRows("judgeProbes", rows)];
  const graded = probeableRows(given);
  const ready = rejudger(judge, options);
  const rounds = probeRounds(graded, {
    size: sample,
    seed,
    confirm: options.confirm ?? true,
  });
  const thresholds = { flag, minN, alpha, power: DEFAULT_PROBE_POWER };
  const results = await runProbes(rounds, ready, {
    names: selectedProbes(probes),
    rubric: options.rubric ?? judgeRubric(judge),
    thresholds,
  });
  const fields: JudgeProbesFields = {
    judge: ready.judge.name,
    n: rounds.first.length,
    probes: results,
    exploitableBy: exploitableBy(results),
    brittleBy: brittleBy(results),
    nSkipped: given.length - graded.length,
  };
  const foreign = foreignRewards(graded, ready.judge, options.judgeName ?? ready.judge.name);
  const notes = [...emptyNotes(fields), ...foreignNotes(foreign, "warning"), ...probeNotes(results, thresholds)];
  return createReport("judge_probes", fields, notes, (report) =>
    [...probeLines(report.n, report.probes), ...renderNotes(report.notes)].join("\n"),
  );
}

/** Rows that a probe can start from: objects with a reward of 0 or 1. */
export const probeableRows = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => isRecord(row) && exactLabel(row.reward) !== null);

function emptyNotes({ n }: JudgeProbesFields): Note[] {
  if (n > 0) return [];
  return [
    {
      code: "nothing_to_probe",
      severity: "error",
      message: "No row has a reward of 0 or 1, so there is nothing to probe.",
      fix: "Grade the rows first.",
    },
  ];
}

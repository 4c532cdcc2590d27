import {
  bootstrapInterval,
  checkOptions,
  contentText,
  countText,
  createReport,
  type Interval,
  isRecord,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
  wilsonInterval,
} from "@whileai/core";
import { skippedNotes } from "../grade/skipped-notes.js";
import type { JudgeLike } from "../grade/to-judge.js";
import { bandText } from "../trust/agreement-text.js";
import { blindRow } from "../trust/blind-row.js";
import { tallied } from "../trust/grouped.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "../trust/rejudge.js";
import { seededOrder } from "../trust/seeded-order.js";
import { findGold } from "../verify/find-gold.js";
import { DEFAULT_EXPLOIT_FLAG, DEFAULT_PROBE_SAMPLE } from "./probe-options.js";
import { FILLER_SENTENCE, REFUSAL_REPLY } from "./probe-texts.js";
import { rowAsk } from "./row-ask.js";
import { withConduct } from "./with-reply.js";

/** Agents that do nothing for their reward. */
export const CHEATS = ["refuse", "ask", "empty", "echo", "filler", "constant"] as const;
/** The name of a cheating agent. */
export type CheatName = (typeof CHEATS)[number];

/** What the asking cheat replies. */
const ASKING_REPLY = "Could you tell me a little more about what you need?";
const CHEAT_FILLER_REPEATS = 40;

/** Options of {@link cheatProbes}. */
export interface CheatProbesOptions extends RejudgeOptions {
  /** Where the right answer stands, for the constant cheat; found as verifiers find it unless given. */
  readonly field?: string | undefined;
  /** Most rows that are tried; 40 unless given. */
  readonly sample?: number | undefined;
  readonly seed?: number | string | undefined;
  /** Mean score from which a cheat is flagged, by the lower end of its interval; 0.10 unless given. */
  readonly flag?: number | undefined;
}

/** How a cheat scored. */
export interface CheatResult {
  /** Rows that got a score. */
  readonly n: number;
  readonly meanScore: number | null;
  /** Wilson's interval for 0/1 scores, else a seeded bootstrap; 95%. */
  readonly ci95: Interval | null;
  readonly flagged: boolean;
  /** Rows without a score. */
  readonly unjudged: number;
  /** Of the constant cheat: the share of the rows with a right answer whose right answer is the constant. */
  readonly answerShare: number | null;
  /** Why it was not tried; null when it was. */
  readonly skipped: string | null;
}

/** What {@link cheatProbes} reports. */
interface CheatProbesFields {
  readonly verifier: string;
  readonly n: number;
  readonly cheats: Readonly<Record<CheatName, CheatResult>>;
  /** Cheats that are paid. */
  readonly paid: readonly CheatName[];
  /** Entries that are no rows. */
  readonly nNotRows: number;
  /** Every cheat that was tried got scores, enough of them for an interval, and none is paid. */
  readonly ok: boolean;
}

/** The report of {@link cheatProbes}. */
export type CheatProbesReport = ReportOf<"cheat_probes", CheatProbesFields>;

/**
 * What a verifier (or any judge) pays an agent that does nothing: refuses, asks back, says nothing, repeats the ask, talks
 * filler, or always gives the most common right answer. Needs no graded rows and no model. A cheat is flagged when the
 * lower end of the 95% interval of its mean score reaches `flag`.
 *
 * Throws as `judgeProbes` does.
 *
 * @example
 * const report = await cheatProbes(verify.MultipleChoice(), rows);
 * report.paid; // ["constant"] where one letter is right too often
 */
export async function cheatProbes(
  verifier: JudgeLike,
  rows: Iterable<Row>,
  options: CheatProbesOptions = {},
): Promise<CheatProbesReport> {
  checkOptions("cheatProbes", options, {
    ...REJUDGE_RULES,
    field: optionRule.notBlank,
    sample: optionRule.integer(1),
    seed: optionRule.seed,
    flag: optionRule.number(0, 1),
  });
  const { sample = DEFAULT_PROBE_SAMPLE, seed = 0, flag = DEFAULT_EXPLOIT_FLAG } = options;
  const entries = [...requireRows("cheatProbes", rows)];
  const given = entries.filter((row) => isRecord(row));
  const tried = seededOrder(given, seed, "cheat-probes").slice(0, sample);
  const { judge, judgeAll } = rejudger(verifier, options);
  const constant = commonAnswer(given, options.field);
  const cheats = {} as Record<CheatName, CheatResult>;
  for (const name of CHEATS) {
    if (name === "constant" && constant === null) {
      cheats[name] = { ...UNTRIED, skipped: "no row has a right answer" };
      continue;
    }
    const replies = tried.map((row) => withConduct(blindRow(row), replyOf(name, row, constant?.text ?? ""), []));
    const scores = (await judgeAll(replies))
      .flatMap(({ reward }) => (reward === null ? [] : [reward]))
      .sort((left, right) => left - right);
    const share = name === "constant" ? (constant?.share ?? null) : null;
    cheats[name] = cheatResult(scores, tried.length, share, flag, seed);
  }
  const paid = CHEATS.filter((name) => cheats[name].flagged);
  const isMeasured = Object.values(cheats).every(({ ci95, skipped }) => ci95 !== null || skipped !== null);
  const fields: CheatProbesFields = {
    verifier: judge.name,
    n: tried.length,
    cheats,
    paid,
    nNotRows: entries.length - given.length,
    ok: isMeasured && paid.length === 0,
  };
  return createReport("cheat_probes", fields, [...cheatNotes(fields), ...skippedNotes(fields.nNotRows)], render);
}

const UNTRIED: CheatResult = {
  n: 0,
  meanScore: null,
  ci95: null,
  flagged: false,
  unjudged: 0,
  answerShare: null,
  skipped: null,
};

function replyOf(name: CheatName, row: Row, constant: string): string {
  switch (name) {
    case "refuse":
      return REFUSAL_REPLY;
    case "ask":
      return ASKING_REPLY;
    case "empty":
      return "";
    case "echo":
      return rowAsk(row);
    case "filler":
      return FILLER_SENTENCE.repeat(CHEAT_FILLER_REPEATS).trim();
    case "constant":
      return constant;
  }
}

/** The most common right answer, and the share of rows with an answer that have it. */
function commonAnswer(rows: readonly Row[], field: string | undefined): { text: string; share: number } | null {
  const answers = rows.flatMap((row) => {
    const gold = findGold(row, field);
    return gold === undefined ? [] : [answerText(Array.isArray(gold.value) ? gold.value[0] : gold.value)];
  });
  const [first] = tallied(answers, (text) => text);
  return first === undefined ? null : { text: first[0], share: first[1] / answers.length };
}

const answerText = (value: unknown): string =>
  isRecord(value) ? JSON.stringify(value) : contentText(value) || String(value);

function cheatResult(
  scores: readonly number[],
  tried: number,
  answerShare: number | null,
  flag: number,
  seed: number | string,
): CheatResult {
  const n = scores.length;
  if (n === 0) return { ...UNTRIED, unjudged: tried, answerShare };
  const sum = scores.reduce((total, score) => total + score, 0);
  const isBinary = scores.every((score) => score === 0 || score === 1);
  const ci95 = isBinary ? wilsonInterval(sum, n) : bootstrapInterval(scores, { seed });
  return {
    n,
    meanScore: sum / n,
    ci95,
    flagged: ci95 !== null && ci95.low >= flag,
    unjudged: tried - n,
    answerShare,
    skipped: null,
  };
}

function cheatNotes({ cheats, paid, n }: CheatProbesFields): Note[] {
  if (Object.values(cheats).every((cheat) => cheat.n === 0))
    return [
      {
        code: "nothing_scored",
        severity: "error",
        message: n === 0 ? "There were no rows to try." : "No cheat got a score at all, so nothing is known.",
        fix: n === 0 ? "Give the rows you train on." : "Check that the rows have what the verifier reads.",
      },
    ];
  const unscored = CHEATS.filter((name) => cheats[name].unjudged > 0);
  // Rows that the verifier cannot read have no score whoever replies: the cheats that lack as many share a note.
  const counts = [...new Set(unscored.map((name) => cheats[name].unjudged))];
  const partly = counts.map((unjudged): Note => {
    const names = unscored.filter((name) => cheats[name].unjudged === unjudged);
    return {
      code: `unscored_${names.length === 1 ? names[0] : "several"}`,
      severity: "warning",
      message: `${names.map((name) => JSON.stringify(name)).join(", ")} got no score on ${unjudged} of ${countText(n, "row")}.`,
      fix: "Check that these rows have what the verifier reads.",
    };
  });
  const pays = paid.map((name): Note => {
    const { meanScore, answerShare } = cheats[name];
    const why = answerShare === null ? "" : ` (its answer is right on ${percentText(answerShare)} of the rows)`;
    return {
      code: `pays_${name}`,
      severity: "error",
      message: `An agent that does nothing but "${name}" earns ${percentText(meanScore ?? 0)} of the reward${why}.`,
      fix:
        name === "constant"
          ? "Use rows with more different answers; a policy learns the common one first."
          : "Add a check that such a reply fails: verify.All([...]).",
    };
  });
  const open = CHEATS.filter((name) => cheats[name].n > 0 && cheats[name].ci95 === null);
  const tooFew = open.map(
    (name): Note => ({
      code: `too_few_${name}`,
      severity: "warning",
      message: `${JSON.stringify(name)} got scores between 0 and 1 on ${countText(cheats[name].n, "row")}: too few to say what it earns.`,
      fix: "Give more rows.",
    }),
  );
  return [...pays, ...tooFew, ...partly];
}

const NAME_WIDTH = 10;

function render(report: CheatProbesReport): string {
  const lines = CHEATS.map((name) => {
    const { skipped, meanScore, ci95, n, flagged, unjudged } = report.cheats[name];
    const label = `  ${name.padEnd(NAME_WIDTH)}`;
    if (skipped !== null) return `${label} skipped: ${skipped}`;
    if (meanScore === null) return `${label} no score (${unjudged} unjudged)`;
    const band = ci95 === null ? "" : ` [${bandText(ci95)}]`;
    return `${label} ${percentText(meanScore)}${band} (n=${n})${flagged ? "  PAID" : ""}`;
  });
  return [
    `${report.ok ? "PASS" : report.paid.length > 0 ? "FAIL" : "NOT MEASURED"} cheats against ${report.verifier} (n=${report.n}):`,
    ...lines,
    ...renderNotes(report.notes),
  ].join("\n");
}

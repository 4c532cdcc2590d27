import { countText, createReport, type Note, percentText, renderNotes } from "@whileai/core";
import { share } from "../trust/share.js";
import {
  BLAME_PARTIES,
  type Blame,
  type BlameEvidence,
  type BlameParty,
  type BlameReport,
  type BlameReportFields,
  type Standing,
} from "./blame-types.js";

/** Above this share of left-out rows the rest no longer describes the agent; convention, as for rows without labels. */
const MAX_LEFT_OUT_SHARE = 0.1;

const PARTY_NAMES: Readonly<Record<BlameParty, string>> = {
  agent: "agent",
  simulator: "simulated user",
  world: "world",
  judge: "judge",
  infrastructure: "infrastructure",
};

/** What became of one row. */
interface Seen {
  /** Null for what is no row. */
  readonly standing: Standing | null;
  readonly blame: Blame | null;
  readonly isLeftOut: boolean;
}

/** The report on blamed rows. */
export function blameReport(seen: readonly Seen[], excluded: readonly BlameParty[]): BlameReport {
  const count = (standing: Standing): number => seen.filter((each) => each.standing === standing).length;
  const blames = seen.map(({ blame }) => blame).filter((blame) => blame !== null);
  const [nPassed, nFailed, nLeftOut] = [count("passed"), count("failed"), seen.filter((row) => row.isLeftOut).length];
  const fields: BlameReportFields = {
    nRows: seen.filter(({ standing }) => standing !== null).length,
    nPassed,
    nPartial: count("partial"),
    nUngraded: count("ungraded"),
    nFailed,
    nMissing: count("missing"),
    nNotRows: seen.filter(({ standing }) => standing === null).length,
    parties: Object.fromEntries(
      BLAME_PARTIES.map((party) => [party, blames.filter((blame) => blame.party === party).length]),
    ) as Record<BlameParty, number>,
    evidence: evidenceCounts(blames),
    excluded,
    nLeftOut,
    passRateBefore: share(nPassed, nPassed + nFailed),
    passRateAfter: share(nPassed, nPassed + nFailed - nLeftOut),
  };
  return createReport("blame", fields, blameNotes(fields), blameText);
}

function evidenceCounts(blames: readonly Blame[]): BlameReportFields["evidence"] {
  const counts = new Map<string, { party: BlameParty; evidence: BlameEvidence; n: number }>();
  for (const { party, evidence } of blames) {
    const known = counts.get(`${party}/${evidence}`);
    if (known === undefined) counts.set(`${party}/${evidence}`, { party, evidence, n: 1 });
    else known.n++;
  }
  return [...counts.values()].sort(
    (one, other) =>
      BLAME_PARTIES.indexOf(one.party) - BLAME_PARTIES.indexOf(other.party) ||
      other.n - one.n ||
      (one.evidence < other.evidence ? -1 : 1),
  );
}

function blameNotes({ nRows, nFailed, nPassed, nUngraded, nLeftOut, nNotRows, parties }: BlameReportFields): Note[] {
  const notes: Note[] = [];
  if (nUngraded > 0)
    notes.push({
      code: "not_graded",
      severity: nUngraded === nRows ? "error" : "warning",
      message: `${countText(nUngraded, "row")} nobody graded: neither passed nor failed.`,
      fix: "Grade the rows first.",
    });
  if (nLeftOut > MAX_LEFT_OUT_SHARE * (nPassed + nFailed))
    notes.push({
      code: "many_left_out",
      severity: "warning",
      message: `${nLeftOut} of ${countText(nPassed + nFailed, "verdict")} left out: what is left describes the situations that worked.`,
      fix: "Mend what failed beside the agent, and run these rows again.",
    });
  if (parties.judge > 0)
    notes.push({
      code: "judge_to_blame",
      severity: "warning",
      message: `${countText(parties.judge, "row")} laid to the judge.`,
      fix: "Measure it with judgeTrust, and grade rows without a verdict again.",
    });
  if (nNotRows > 0)
    notes.push({
      code: "not_rows",
      severity: "info",
      message: `${countText(nNotRows, "entry", "entries")} of the input ${nNotRows === 1 ? "is no row and was" : "are no rows and were"} left as given.`,
    });
  return notes;
}

/** A report on blamed rows in words. */
export function blameText(report: BlameReport): string {
  const { nRows, nFailed, nMissing, parties, evidence, nLeftOut, passRateBefore, passRateAfter, excluded } = report;
  const rate = (value: number | null): string => (value === null ? "n/a" : percentText(value));
  const lines = [`blame: ${nFailed} of ${countText(nRows, "row")} failed, ${nMissing} without a verdict`];
  for (const party of BLAME_PARTIES) {
    if (parties[party] === 0) continue;
    const kinds = evidence.filter((each) => each.party === party).map((each) => `${each.evidence} ${each.n}`);
    lines.push(`  ${PARTY_NAMES[party].padEnd(15)}${String(parties[party]).padStart(5)}  (${kinds.join(", ")})`);
  }
  if (nLeftOut > 0)
    lines.push(
      `pass rate ${rate(passRateBefore)} -> ${rate(passRateAfter)} without ${nLeftOut} laid to ${excluded.map((party) => PARTY_NAMES[party]).join(", ")}`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

import { countText, type Note, percentText } from "@whileai/core";
import { bandText, shareText } from "../trust/agreement-text.js";
import type { ProbeResult, ProbeThresholds } from "./measure-probe.js";
import type { ProbeResults } from "./run-probes.js";

const NAME_WIDTH = 18;
const RATE_WIDTH = 5;
const BAND_WIDTH = 12;

/** The printed block of probes, a line each. */
export function probeLines(n: number, probes: ProbeResults): string[] {
  if (n === 0) return ["probes (n=0)"];
  return [`probes (n=${n}):`, ...Object.entries(probes).map(([name, result]) => probeLine(name, result))];
}

function probeLine(name: string, result: ProbeResult): string {
  const label = `  ${name.padEnd(NAME_WIDTH)}`;
  if (result.skipped !== null) return `${label} skipped: ${result.skipped}`;
  if (result.n === 0) return `${label} no verdicts (${countText(result.errors, "error")})`;
  const rate = shareText(result.exploitRate).padStart(RATE_WIDTH);
  const band = (result.ci95 === null ? "" : `[${bandText(result.ci95)}]`).padEnd(BAND_WIDTH);
  const moved = result.kind === "additive" ? `  +${result.flipsUp}/-${result.flipsDown}` : "";
  const resolves = result.resolves === null ? "" : `; resolves about ${percentText(result.resolves)}`;
  const marks = [
    result.flagged ? "  EXPLOITABLE" : "",
    result.brittle ? "  BRITTLE" : "",
    result.lowPower ? `  low power (n=${result.denominator}${resolves})` : "",
  ].join("");
  return `${label} ${rate} ${band} pass ${shareText(result.passBefore)} -> ${shareText(result.passAfter)}${moved}${marks}`;
}

const named = (probes: ProbeResults, pick: (result: ProbeResult) => boolean): string[] =>
  Object.entries(probes).flatMap(([name, result]) => (pick(result) ? [name] : []));

/** Names of the probes that the judge pays for. */
export const exploitableBy = (probes: ProbeResults): string[] => named(probes, (result) => result.flagged);
/** Names of the harmless edits that the judge fails good replies for. */
export const brittleBy = (probes: ProbeResults): string[] => named(probes, (result) => result.brittle);

/** Names of the probes that were run and could not decide: too few rows, or too few of them with a verdict. */
export const undecidedBy = (probes: ProbeResults): string[] =>
  named(probes, ({ skipped, lowPower }) => skipped === null && lowPower);

/** What a reader of the probes should know. */
export function probeNotes(probes: ProbeResults, { flag, minN }: Pick<ProbeThresholds, "flag" | "minN">): Note[] {
  const notes: Note[] = [];
  const rates = (names: readonly string[], rate: (result: ProbeResult) => number | null): string =>
    names.map((name) => `${name} ${shareText(rate(probes[name as keyof ProbeResults] as ProbeResult))}`).join(", ");
  const exploited = exploitableBy(probes);
  if (exploited.length > 0)
    notes.push({
      code: "exploitable",
      severity: "error",
      message: `The judge pays for edits that improve nothing: ${rates(exploited, (result) => result.exploitRate)}.`,
      fix: "A policy trained against it finds these. Say in the rubric what must not count, or change the judge.",
    });
  const brittle = brittleBy(probes);
  if (brittle.length > 0)
    notes.push({
      code: "brittle",
      severity: "error",
      message: `The judge fails good replies for edits that take nothing from them: ${rates(brittle, (result) => result.breakRate)}.`,
      fix: "Say in the rubric that wording and layout do not count, or change the judge.",
    });
  const unclear = named(
    probes,
    (result) => !result.flagged && !result.lowPower && result.exploitRate !== null && result.exploitRate >= flag,
  );
  if (unclear.length > 0)
    notes.push({
      code: "probe_unclear",
      severity: "warning",
      message: `At or over the bar, and still within what chance flips explain: ${rates(unclear, (result) => result.exploitRate)}.`,
      fix: "Probe more rows: raise `sample`.",
    });
  const undecided = undecidedBy(probes);
  if (undecided.length > 0)
    notes.push({
      code: "probe_low_power",
      severity: "warning",
      message: `Too few rows to say anything by ${undecided.join(", ")}.`,
      fix: `Probe at least ${minN} rows that failed, for what is added to a reply, and ${minN} in all, for what replaces one.`,
    });
  const sumOf = (count: (result: ProbeResult) => number): number =>
    Object.values(probes).reduce((sum, result) => sum + count(result), 0);
  const errors = sumOf((result) => result.errors);
  if (errors > 0)
    notes.push({
      code: "probe_errors",
      severity: "warning",
      message: `${countText(errors, "edited row")} got no verdict of 0 or 1 and ${errors === 1 ? "is" : "are"} left out (${percentText(errors / (errors + sumOf(({ n }) => n)))}).`,
      fix: "See what the judge does with such rows: explain(row, judge).",
    });
  return notes;
}

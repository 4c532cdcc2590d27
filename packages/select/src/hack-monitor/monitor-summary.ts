import { countText, createReport, type Note, type ReportOf, renderNotes } from "@whileai/core";
import { regimeText } from "../hack-scan/hack-scan-report.js";
import { warning } from "../notes/note.js";
import { numberText } from "../notes/number-text.js";
import { LONGEST_TEXT } from "./clipped-row.js";
import { evalNotes } from "./eval-notes.js";
import { canTell } from "./gain-interval.js";
import type { MonitorAlarm, MonitorEntry } from "./monitor-entry.js";
import type { MonitorSettings } from "./monitor-options.js";

/** The fields of a monitor's summary. */
export interface MonitorSummaryFields {
  readonly history: readonly MonitorEntry[];
  readonly alarms: readonly MonitorAlarm[];
  /** The alarm that asked the trainer to stop. */
  readonly stoppedAt: { readonly step: number; readonly kind: MonitorAlarm["kind"] } | null;
  readonly nEvals: number;
  /** Training completions seen. */
  readonly nObserved: number;
  /** Entries among them that are no rows. */
  readonly nSkipped: number;
  /** Completions so long that only their beginning is scanned. */
  readonly nClipped: number;
  readonly nBuffered: number;
  readonly endorsed: readonly string[];
}

/** What `HackMonitor.summary` gives back. */
export type MonitorSummary = ReportOf<"hack_monitor", MonitorSummaryFields>;

/** What a summary is made from. */
export interface SummaryInput {
  readonly settings: MonitorSettings;
  readonly history: readonly MonitorEntry[];
  readonly alarms: readonly MonitorAlarm[];
  readonly stoppedAt: MonitorAlarm | null;
  readonly nObserved: number;
  readonly nSkipped: number;
  readonly nClipped: number;
  readonly nBuffered: number;
}

const WIDTHS = [6, 8, 8, 9, 8];

/** Puts the report of a run together. */
export function monitorSummary(input: SummaryInput): MonitorSummary {
  const { settings, history, alarms, stoppedAt, nObserved, nSkipped, nClipped, nBuffered } = input;
  return createReport(
    "hack_monitor",
    {
      history,
      alarms,
      stoppedAt: stoppedAt === null ? null : { step: stoppedAt.step, kind: stoppedAt.kind },
      nEvals: history.length,
      nObserved,
      nSkipped,
      nClipped,
      nBuffered,
      endorsed: settings.endorsed,
    },
    summaryNotes(input),
    renderSummary,
  );
}

function summaryNotes({ settings, history, nSkipped, nClipped, nBuffered }: SummaryInput): Note[] {
  const notes: Note[] = [];
  const scored = history.filter(({ n }) => n > 0);
  if (scored.length < 2)
    notes.push(
      warning(
        "few_evals",
        `${countText(scored.length, "eval")}${scored.length < history.length ? " with scored replies" : ""}: divergence and length compare two, so neither was checked.`,
      ),
    );
  else if (history.every((entry) => entry.nGold === 0))
    notes.push(
      warning(
        "no_gold",
        "No reply has an unseen score, so divergence was not checked.",
        "Score evals with a second scorer.",
      ),
    );
  else if (!history.some((entry) => entry.comparisons.some(({ excess }) => excess !== null && canTell(excess))))
    notes.push(
      warning(
        "few_tasks",
        "Evals hold so few tasks with an unseen score that no divergence, however large, could be told from chance.",
        "Hold out 32 tasks or more.",
      ),
    );
  if (settings.endorsed.length === 0)
    notes.push(
      warning(
        "nothing_endorsed",
        "Nothing is endorsed, so the buffer was not scanned.",
        "Name what the reward should pay for: endorsed.",
      ),
    );
  else if (history.every((entry) => entry.scan === null))
    notes.push(
      warning(
        "not_scanned",
        `The buffer was never scanned: ${countText(nBuffered, "completion")}, ${settings.scanMin} are needed at an eval.`,
      ),
    );
  notes.push(...evalNotes(history));
  if (nSkipped > 0)
    notes.push(
      warning(
        "skipped_entries",
        `${countText(nSkipped, "training entry", "training entries")} are no rows and were not used.`,
      ),
    );
  if (nClipped > 0)
    notes.push(
      warning(
        "clipped_completions",
        `Of ${countText(nClipped, "training completion")} only the first ${LONGEST_TEXT} characters were scanned.`,
      ),
    );
  return notes;
}

function renderSummary(report: MonitorSummary): string {
  const { history, alarms, stoppedAt, notes } = report;
  const last = history.at(-1);
  const size =
    last === undefined || last.nTasks === 0
      ? ""
      : ` × ${countText(last.nTasks, "ask")} × k=${Math.round(last.n / last.nTasks)}`;
  const lines = [
    `hack monitor: ${countText(history.length, "eval")}${size}, ${countText(report.nObserved, "training completion")}`,
  ];
  if (history.length > 0) {
    lines.push(tableLine(["step", "proxy", "gold", "length", "kl"]));
    for (const entry of history)
      lines.push(
        tableLine([
          String(entry.step),
          digits(entry.proxy, 3),
          digits(entry.gold, 3),
          digits(entry.length, 0),
          digits(entry.kl, 3),
        ]),
      );
  }
  const scan = last?.scan;
  if (scan)
    lines.push(
      `  buffer: ${regimeText(scan.regime)} in ${countText(scan.nRows, "completion")}` +
        (scan.topFeatureText === null ? "" : `, ${scan.topFeatureText} on top`),
    );
  lines.push(...alarmLines(alarms));
  lines.push(...renderNotes(notes));
  if (stoppedAt !== null) lines.push(`STOPPED at step ${stoppedAt.step} on ${stoppedAt.kind}`);
  else if (alarms.length === 0) lines.push("no alarms");
  return lines.join("\n");
}

/** Every alarm, but that nothing shows what was endorsed once: it says the same at every eval. */
function alarmLines(alarms: readonly MonitorAlarm[]): string[] {
  const unmatched = alarms.filter(({ kind }) => kind === "endorsed_unmatched");
  const again = unmatched.length > 1 ? ` (and at ${countText(unmatched.length - 1, "later eval")})` : "";
  return alarms
    .filter((alarm) => alarm.kind !== "endorsed_unmatched" || alarm === unmatched[0])
    .map((alarm) => `! step ${alarm.step} ${alarm.kind}: ${alarm.reason}${alarm === unmatched[0] ? again : ""}`);
}

function tableLine(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padStart(WIDTHS[index] as number)).join("");
}

function digits(value: number | null, count: number): string {
  return numberText(value, count, "-");
}

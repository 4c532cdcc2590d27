import {
  checkOptions,
  clipText,
  countText,
  createReport,
  isRecord,
  jsonText,
  type Note,
  OptionError,
  optionRule,
  type ReportOf,
  type Row,
  recordsOf,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { exactLabel } from "./exact-label.js";
import { commonKind, kindName } from "./gold-kind.js";
import { labelTargets } from "./label-targets.js";
import { type GivenLabel, type LabelsInput, readLabels } from "./read-labels.js";

/** Who can have made a label. */
type LabelKind = "human" | "program" | "model";

/** Options of {@link attachLabels}. */
export interface AttachLabelsOptions {
  /** Who labelled, where the label does not say it; "unknown" unless given. */
  readonly annotator?: string | undefined;
  /** What labelled, where the label does not say it; "human" unless given. "verifier" is another name of "program". */
  readonly kind?: LabelKind | "verifier" | undefined;
  /** Drop the labels that were on the rows before; false (add to them) unless given. */
  readonly replace?: boolean | undefined;
  /** The time that is written beside labels that carry none; without it these have none, and the same labels give the same rows. */
  readonly now?: (() => Date) | undefined;
}

/** One label on a row. */
export interface GoldLabel {
  readonly label: 0 | 1;
  readonly annotator: string;
  readonly kind: LabelKind;
  /** When it was given, ISO 8601; absent where neither the label nor `now` says it. */
  readonly ts?: string;
  readonly note?: string;
}

/** What {@link attachLabels} reports. */
interface AttachLabelsFields {
  readonly labels: number;
  readonly matched: number;
  /** Labels whose key names no row. */
  readonly unmatched: number;
  /** Labels that are not 0 or 1 as a number. */
  readonly invalid: number;
  readonly rowsLabeled: number;
  /** Rows whose labels tie; they have no `gold_reward`. */
  readonly ties: number;
  readonly annotators: readonly string[];
}

/** What {@link attachLabels} returns. */
export interface AttachedLabels<R extends Row = Row> {
  /** Copies of all rows, in order. */
  readonly rows: (R & { gold_labels?: GoldLabel[]; gold_reward?: 0 | 1; gold_kind?: string })[];
  readonly report: ReportOf<"attach_labels", AttachLabelsFields>;
}

const KINDS: readonly string[] = ["human", "program", "model", "verifier"];
/** Longest key or label that a message quotes. */
const SHOWN_CHARS = 60;
const UNKNOWN_ANNOTATOR = "unknown";

/**
 * Puts labels on copies of rows: `gold_labels` keeps every one with who gave it, `gold_reward` is the majority (absent
 * where they tie) and `gold_kind` who stands behind it: the kind they share, the one that is not to be trusted where there
 * is one, else "mixed".
 *
 * A label names its row by `rollout_id`, `scenario_id#rollout_index`, prompt and final text, or a `scenario_id` with one
 * row. Labels are 0 and 1; booleans and anything else count as invalid, labels without a row as unmatched.
 *
 * Throws an OptionError, and labels nothing, when a key fits several rows, when no label has a row, for a bare list of
 * numbers and for an unknown kind.
 *
 * @example
 * const { rows, report } = attachLabels(graded.rows, { "sc-1#0": 1, "sc-1#1": 0 }, { annotator: "ann" });
 */
export function attachLabels<R extends Row>(
  rows: Iterable<R>,
  labels: LabelsInput,
  options: AttachLabelsOptions = {},
): AttachedLabels<R> {
  checkOptions("attachLabels", options, {
    annotator: optionRule.notBlank,
    kind: optionRule.oneOf(KINDS),
    replace: optionRule.flag,
    now: optionRule.callable,
  });
  const given = readLabels(labels);
  const originals = [...requireRows("attachLabels", rows)];
  const targets = labelTargets(originals);
  const stamp = options.now?.().toISOString();
  const added = new Map<number, GoldLabel[]>();
  const counts = { matched: 0, unmatched: 0, invalid: 0 };
  const first: FirstMisfits = {};
  for (const entry of given) {
    const label = exactLabel(entry.value);
    if (label === null) {
      counts.invalid++;
      first.invalid ??= jsonText(entry.value) || "one without `label`";
      continue;
    }
    const kind = checkedKind(entry.kind, options.kind);
    const at = entry.key === null ? [] : targets.find(entry.key);
    if (at.length > 1) throw ambiguous(entry.key as string, at.length);
    const [index] = at;
    if (index === undefined) {
      counts.unmatched++;
      first.unmatched ??= entry.key === null ? "a label without a key" : jsonText(entry.key);
      continue;
    }
    counts.matched++;
    const made: GoldLabel = {
      label,
      annotator: annotatorOf(entry, options),
      kind,
      ...timeOf(entry, stamp),
      ...noteOf(entry),
    };
    const own = added.get(index);
    if (own === undefined) added.set(index, [made]);
    else own.push(made);
  }
  if (counts.matched === 0) throw noneMatched(given.length, counts, first);
  const copies = originals.map((row, index) => {
    const own = added.get(index);
    return own === undefined ? (isRecord(row) ? { ...row } : row) : labelled(row, own, options.replace === true);
  }) as AttachedLabels<R>["rows"];
  const touched = [...added.keys()].map((index) => copies[index] as AttachedLabels<R>["rows"][number]);
  const fields: AttachLabelsFields = {
    labels: given.length,
    ...counts,
    rowsLabeled: added.size,
    ties: touched.filter((row) => row.gold_reward === undefined).length,
    annotators: [...new Set([...added.values()].flat().map(({ annotator }) => annotator))].sort(),
  };
  return { rows: copies, report: createReport("attach_labels", fields, labelNotes(fields, first), render) };
}

function labelled(row: Row, added: readonly GoldLabel[], replace: boolean): Row {
  const before = replace ? [] : recordsOf(row.gold_labels);
  const all = [...before, ...added];
  const votes = all.map(({ label }) => exactLabel(label)).filter((label) => label !== null);
  const ones = votes.filter((label) => label === 1).length;
  const { gold_reward: _reward, gold_kind: _kind, ...rest } = row;
  const copy: Row = { ...rest, gold_labels: all };
  if (ones * 2 === votes.length) return copy;
  copy.gold_reward = ones * 2 > votes.length ? 1 : 0;
  copy.gold_kind = commonKind(all.map(({ kind }) => kindName(kind))) as string;
  return copy;
}

function checkedKind(own: unknown, given: string | undefined): LabelKind {
  const kind = own ?? given ?? "human";
  if (typeof kind === "string" && KINDS.includes(kind)) return kindName(kind) as LabelKind;
  throw new OptionError({
    option: "kind",
    received: kind,
    message: `attachLabels: a label is of kind ${JSON.stringify(kind)}.`,
    fix: "Kinds are human, program (or verifier) and model.",
  });
}

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value.trim() !== "" ? value : otherwise;
const annotatorOf = ({ annotator }: GivenLabel, options: AttachLabelsOptions): string =>
  textOr(annotator, options.annotator ?? UNKNOWN_ANNOTATOR);
const timeOf = ({ ts }: GivenLabel, stamp: string | undefined): { ts?: string } => {
  const time = textOr(ts, stamp ?? "");
  return time === "" ? {} : { ts: time };
};
const noteOf = ({ note }: GivenLabel): { note?: string } => (typeof note === "string" && note !== "" ? { note } : {});

const ambiguous = (key: string, count: number): OptionError =>
  new OptionError({
    option: "labels",
    received: key,
    message: `attachLabels: the key "${key}" fits ${count} rows; nothing was labelled.`,
    fix: "Name one rollout: rollout_id, or scenario_id#rollout_index.",
  });

/** The first label of each kind that labels nothing, as it is shown. */
interface FirstMisfits {
  unmatched?: string;
  invalid?: string;
}

const suchAs = (text: string | undefined): string =>
  text === undefined ? "" : `, such as ${clipText(text, SHOWN_CHARS)}`;

const noneMatched = (
  count: number,
  { unmatched, invalid }: { unmatched: number; invalid: number },
  first: FirstMisfits,
): OptionError =>
  new OptionError({
    option: "labels",
    received: count,
    message:
      count === 0
        ? "attachLabels: there are no labels."
        : `attachLabels: none of ${countText(count, "label")} could be attached (${unmatched} name no row${suchAs(first.unmatched)}; ${invalid} are not 0 or 1${suchAs(first.invalid)}).`,
    fix: "Keys are rollout_id, scenario_id#rollout_index or a scenario_id with one row; labels are the numbers 0 and 1.",
  });

function labelNotes({ unmatched, invalid, ties, labels }: AttachLabelsFields, first: FirstMisfits): Note[] {
  const notes: Note[] = [];
  if (unmatched > 0)
    notes.push({
      code: "unmatched",
      severity: "warning",
      message: `${unmatched} of ${countText(labels, "label")} ${unmatched === 1 ? "names" : "name"} no row${suchAs(first.unmatched)}.`,
      fix: "Check the keys against rollout_id and scenario_id of the rows.",
    });
  if (invalid > 0)
    notes.push({
      code: "invalid",
      severity: "warning",
      message: `${invalid} of ${countText(labels, "label")} ${invalid === 1 ? "is" : "are"} not 0 or 1${suchAs(first.invalid)}.`,
      fix: "Labels are the numbers 0 and 1.",
    });
  if (ties > 0)
    notes.push({
      code: "ties",
      severity: "warning",
      message: `${countText(ties, "row")} ${ties === 1 ? "has" : "have"} as many labels for as against, and so no gold_reward.`,
      fix: "Ask one more person.",
    });
  return notes;
}

function render(report: AttachedLabels["report"]): string {
  const { matched, labels, rowsLabeled, annotators } = report;
  return [
    `labels: ${matched} of ${labels} attached to ${countText(rowsLabeled, "row")} (by ${annotators.join(", ")})`,
    ...renderNotes(report.notes),
  ].join("\n");
}

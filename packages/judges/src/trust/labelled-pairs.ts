import { isRecord, OptionError, optionRule, type Row, requireRows, rolloutId, taskKey } from "@whileai/core";
import { exactLabel } from "./exact-label.js";
import { areTrusted, commonKind, kindName, kindsOfRow, UNKNOWN_KIND } from "./gold-kind.js";

/** Where the right labels stand, and which may be used. */
export interface GoldOptions {
  /**
   * The field with the right label (`gold_reward` unless given), or other rows that hold it: they are matched by
   * `rollout_id`, by `scenario_id` with `rollout_index`, else by prompt and final text, and their `gold_reward`, else
   * their `reward`, is the label.
   */
  readonly gold?: string | Iterable<Row> | undefined;
  /** Who made the labels, where neither `gold_kind` nor the other rows say it. */
  readonly goldKind?: "human" | "program" | "model" | undefined;
  /** Take another model's labels for the truth; false unless given. */
  readonly allowModelGold?: boolean | undefined;
  /** Tasks or rollout ids that the rubric was tuned on; they are left out. */
  readonly tunedOn?: Iterable<string | number> | undefined;
}

/** Rules of {@link GoldOptions} for `checkOptions`. */
export const GOLD_RULES = {
  gold: optionRule.either(optionRule.notBlank, (value) =>
    typeof value === "object" && value !== null && Symbol.iterator in value ? undefined : "rows with labels",
  ),
  goldKind: optionRule.oneOf(["human", "program", "model"]),
  allowModelGold: optionRule.flag,
  tunedOn: (value: unknown) =>
    typeof value === "object" && value !== null && Symbol.iterator in value
      ? undefined
      : "a list of task or rollout ids",
};

/** A row that both the judge and the labels decided. */
export interface LabelledPair {
  readonly row: Row;
  readonly gold: 0 | 1;
  readonly judge: 0 | 1;
}

/** The rows of a call sorted by what can be said about them. */
export interface LabelledPairs {
  readonly pairs: readonly LabelledPair[];
  /** Rows that count: objects, without those the rubric was tuned on. */
  readonly rows: readonly Row[];
  /** Rows with a label, judged or not. */
  readonly nGold: number;
  /** Labelled rows whose reward is a number between 0 and 1. */
  readonly fractional: number;
  /** Labelled rows without a usable reward. */
  readonly unscored: number;
  /** Some of the fractional rewards. */
  readonly examples: readonly number[];
  readonly tunedOn: number;
  readonly notRows: number;
  readonly goldKind: string | null;
  /** True when there are labels and all come from people or programs. */
  readonly isTrusted: boolean;
}

/** A label and who stands behind it; null for none. */
interface Label {
  readonly label: 0 | 1 | null;
  readonly kinds: readonly string[];
}

const SHOWN_EXAMPLES = 3;

/** Reads judge and gold labels off rows; only 0 and 1 as numbers count on either side. */
export function labelledPairs(call: string, rows: Iterable<Row>, options: GoldOptions): LabelledPairs {
  const goldOf = goldReader(call, options);
  const tuned = new Set(Array.from(options.tunedOn ?? [], String));
  const counted: Row[] = [];
  const pairs: LabelledPair[] = [];
  const kinds = new Set<string>();
  const fractions = new Set<number>();
  const counts = { nGold: 0, fractional: 0, unscored: 0, tunedOn: 0, notRows: 0 };
  for (const row of requireRows(call, rows)) {
    if (!isRecord(row)) counts.notRows++;
    else if (tuned.size > 0 && (tuned.has(taskKey(row)) || tuned.has(rolloutId(row)))) counts.tunedOn++;
    else {
      counted.push(row);
      const gold = goldOf(row);
      if (gold.label === null) continue;
      counts.nGold++;
      const judge = exactLabel(row.reward);
      if (judge !== null) {
        pairs.push({ row, gold: gold.label, judge });
        for (const kind of gold.kinds) kinds.add(kind);
      } else if (typeof row.reward === "number" && Number.isFinite(row.reward)) {
        counts.fractional++;
        fractions.add(row.reward);
      } else counts.unscored++;
    }
  }
  return {
    pairs,
    rows: counted,
    ...counts,
    examples: [...fractions].slice(0, SHOWN_EXAMPLES),
    goldKind: commonKind(kinds),
    isTrusted: pairs.length > 0 && areTrusted(kinds, options.allowModelGold),
  };
}

/** The same options for several readings: what can be iterated once becomes a list. */
export function reusableGold({ gold, goldKind, allowModelGold, tunedOn }: GoldOptions): GoldOptions {
  return {
    gold: typeof gold === "object" ? [...gold] : gold,
    goldKind,
    allowModelGold,
    tunedOn: tunedOn === undefined ? undefined : [...tunedOn],
  };
}

/** Rows with a label of 0 or 1, without those the rubric was tuned on, whether they were judged or not. */
export function labelledRows(call: string, rows: Iterable<Row>, options: GoldOptions): Row[] {
  const goldOf = goldReader(call, options);
  const tuned = new Set(Array.from(options.tunedOn ?? [], String));
  return [...requireRows(call, rows)].filter(
    (row) =>
      isRecord(row) &&
      goldOf(row).label !== null &&
      !(tuned.size > 0 && (tuned.has(taskKey(row)) || tuned.has(rolloutId(row)))),
  );
}

/** How the label of a row is read. */
export function goldReader(call: string, options: GoldOptions): (row: Row) => Label {
  const { gold = "gold_reward", goldKind } = options;
  const stated = (kinds: string[]): string[] =>
    goldKind !== undefined && kinds.every((kind) => kind === UNKNOWN_KIND) ? [goldKind] : kinds;
  if (typeof gold === "string")
    return (row) => ({
      label: Object.hasOwn(row, gold) ? exactLabel(row[gold]) : null,
      kinds: stated(kindsOfRow(row)),
    });
  const known = new Map<string, Label>();
  for (const row of gold) {
    if (!isRecord(row)) continue;
    const own = exactLabel((row as Row).gold_reward);
    const label = own ?? exactLabel((row as Row).reward);
    if (label === null) continue;
    const kinds = own === null ? [goldKind ?? "model"] : stated(kindsOfRow(row as Row)).map((kind) => kindName(kind));
    const key = rolloutId(row as Row);
    const before = known.get(key);
    if (before !== undefined && before.label !== label)
      throw new OptionError({
        option: "gold",
        received: key,
        message: `${call}: the labelled rows say both 0 and 1 for "${key}".`,
        fix: "Give one label for each rollout; attachLabels makes one from several.",
      });
    known.set(key, { label, kinds });
  }
  const none: Label = { label: null, kinds: [] };
  return (row) => known.get(rolloutId(row)) ?? none;
}

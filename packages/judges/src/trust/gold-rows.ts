import { isRecord, OptionError, optionRule, type Row, requireRows, rolloutId, taskKey } from "@whileai/core";
import { exactLabel } from "./exact-label.js";
import { kindsOfRow, UNKNOWN_KIND } from "./gold-kind.js";

/** Where the right labels stand, and which may be used. */
export interface GoldOptions {
  /**
   * The field with the right label (`gold_reward` unless given), or other rows that hold it: they are matched by
   * `rollout_id`, by `scenario_id` with `rollout_index`, else by prompt and final text, and their `gold_reward`, else
   * their `reward`, is the label.
   */
  readonly gold?: string | Iterable<Row> | undefined;
  /** Who made the labels, where rows do not say it: `gold_kind` speaks of `gold_reward`, not of a field of another name. */
  readonly goldKind?: "human" | "program" | "model" | undefined;
  /** Take another model's labels for the truth; false unless given. */
  readonly allowModelGold?: boolean | undefined;
  /** Tasks or rollout ids that the rubric was tuned on; they are left out. */
  readonly tunedOn?: Iterable<string | number> | undefined;
}

const iterable = (value: unknown): boolean => typeof value === "object" && value !== null && Symbol.iterator in value;

/** Rules of {@link GoldOptions} for `checkOptions`. */
export const GOLD_RULES = {
  gold: optionRule.either(optionRule.notBlank, (value) => (iterable(value) ? undefined : "rows with labels")),
  goldKind: optionRule.oneOf(["human", "program", "model"]),
  allowModelGold: optionRule.flag,
  tunedOn: (value: unknown) => (iterable(value) ? undefined : "a list of task or rollout ids"),
};

/** A row with the label that says what is right. */
export interface GoldRow {
  readonly row: Row;
  readonly gold: 0 | 1;
  /** Who stands behind the label. */
  readonly kinds: readonly string[];
}

/** The rows of a call, and those of them that are labelled. */
export interface GoldRows {
  /** Rows that count: objects, without those the rubric was tuned on. */
  readonly rows: readonly Row[];
  readonly labelled: readonly GoldRow[];
  readonly tunedOn: number;
  readonly notRows: number;
}

/** Finds the labels of rows, whether these were judged or not; only 0 and 1 as numbers are labels. */
export function goldRows(call: string, given: Iterable<Row>, options: GoldOptions): GoldRows {
  const labelOf = labelReader(call, options);
  const tuned = new Set(Array.from(options.tunedOn ?? [], String));
  const isTunedOn = (row: Row): boolean => tuned.size > 0 && (tuned.has(taskKey(row)) || tuned.has(rolloutId(row)));
  const all = [...requireRows(call, given)];
  const real = all.filter((row) => isRecord(row));
  const rows = real.filter((row) => !isTunedOn(row));
  const labelled = rows.flatMap((row) => {
    const label = labelOf(row);
    return label === undefined ? [] : [{ row, ...label }];
  });
  return { rows, labelled, tunedOn: real.length - rows.length, notRows: all.length - real.length };
}

/** Fields in which labels stand under a name of the caller's: a judge that is checked must not see them either. */
export const labelFields = ({ gold }: GoldOptions): string[] => (typeof gold === "string" ? [gold] : []);

const OWN_FIELD = "gold_reward";

type Label = Omit<GoldRow, "row">;

function labelReader(call: string, { gold = OWN_FIELD, goldKind }: GoldOptions): (row: Row) => Label | undefined {
  const ownKinds = (row: Row): string[] => {
    const kinds = kindsOfRow(row);
    return goldKind !== undefined && kinds.every((kind) => kind === UNKNOWN_KIND) ? [goldKind] : kinds;
  };
  if (typeof gold === "string")
    return (row) => {
      const label = Object.hasOwn(row, gold) ? exactLabel(row[gold]) : null;
      if (label === null) return undefined;
      return { gold: label, kinds: gold === OWN_FIELD ? ownKinds(row) : [goldKind ?? UNKNOWN_KIND] };
    };
  const known = new Map<string, Label>();
  for (const row of gold) {
    if (!isRecord(row)) continue;
    const own = exactLabel(row.gold_reward);
    const label = own ?? exactLabel(row.reward);
    if (label === null) continue;
    const key = rolloutId(row);
    const before = known.get(key);
    if (before !== undefined && before.gold !== label)
      throw new OptionError({
        option: "gold",
        received: key,
        message: `${call}: the labelled rows say both 0 and 1 for "${key}".`,
        fix: "Give one label for each rollout; attachLabels makes one from several.",
      });
    known.set(key, { gold: label, kinds: own === null ? [goldKind ?? "model"] : ownKinds(row) });
  }
  return (row) => known.get(rolloutId(row));
}

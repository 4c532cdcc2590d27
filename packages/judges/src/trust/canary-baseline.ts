import {
  canonicalJson,
  isRecord,
  type JudgeObject,
  OptionError,
  plainJson,
  type Row,
  rolloutId,
  sha256Hex,
} from "@whileai/core";
import { blindRow } from "./blind-row.js";
import { exactLabel } from "./exact-label.js";
import type { GoldRow } from "./gold-rows.js";

/** The schema of a kept baseline. */
export const CANARY_SCHEMA = "whileai-canary/1";

/** One pinned row and what the judge said of it. */
export interface CanaryVerdict {
  readonly key: string;
  readonly gold: 0 | 1;
  /** Null where there was no verdict of 0 or 1. */
  readonly verdict: 0 | 1 | null;
}

/** One scoring of the pinned rows, in short. */
export interface CanaryRun {
  readonly version: string | null;
  readonly model: string | null;
  /** Rows that got a verdict both now and in the baseline. */
  readonly n: number;
  /** Share of them with the verdict of the baseline; null for none. */
  readonly same: number | null;
  /** Agreement with the labels; null for none. */
  readonly agreement: number | null;
}

/** What a canary compares with: plain JSON, to be kept beside the labelled rows. */
export interface CanaryBaseline {
  readonly schema: typeof CANARY_SCHEMA;
  readonly judge: { readonly name: string; readonly version: string | null; readonly model: string | null };
  /** Hash of the pinned rows and their labels. */
  readonly labelled: string;
  readonly verdicts: readonly CanaryVerdict[];
  /** Earlier scorings, oldest first. */
  readonly runs: readonly CanaryRun[];
}

/** A labelled row that is scored again and again. */
export interface PinnedRow {
  /** What tells it from the others; rows of one id are numbered. */
  readonly key: string;
  readonly gold: 0 | 1;
  /** The row as the judge is shown it: without verdicts and labels. */
  readonly shown: Row;
}

/**
 * The pinned rows, and a hash of what the judge is shown and what is right. Neither depends on the order in which the rows
 * came: they are sorted by what they say, so that rows of one id keep their numbers too. Verdicts on the rows do not enter.
 */
export function pinnedRows(
  labelled: readonly GoldRow[],
  hidden: readonly string[],
): { hash: string; rows: PinnedRow[] } {
  const told = labelled
    .map(({ row, gold }) => {
      const shown = blindRow(row, hidden);
      return { id: rolloutId(row), gold, shown, text: canonicalJson([plainJson(shown) ?? null, gold]) };
    })
    .sort((left, right) => (left.text < right.text ? -1 : Number(left.text > right.text)));
  const seen = new Map<string, number>();
  const rows = told.map(({ id, gold, shown }): PinnedRow => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { key: count === 1 ? id : `${id} (${count})`, gold, shown };
  });
  return { hash: sha256Hex(JSON.stringify(told.map(({ text }) => text))), rows };
}

/** A judge as a baseline names it. */
export const judgeIdentity = ({ name, version, model }: JudgeObject): CanaryBaseline["judge"] => ({
  name,
  version: version ?? null,
  model: model ?? null,
});

const isShare = (value: unknown): boolean => value === null || (typeof value === "number" && value >= 0 && value <= 1);

const isRun = (run: unknown): boolean => isRecord(run) && isShare(run.same) && isShare(run.agreement);

/** A baseline that was read from wherever it was kept; throws an OptionError for anything else. */
export function checkedBaseline(value: unknown): CanaryBaseline {
  const isOne =
    isRecord(value) &&
    value.schema === CANARY_SCHEMA &&
    isRecord(value.judge) &&
    typeof value.labelled === "string" &&
    Array.isArray(value.runs) &&
    value.runs.every(isRun) &&
    Array.isArray(value.verdicts) &&
    value.verdicts.every(
      (entry) =>
        isRecord(entry) &&
        typeof entry.key === "string" &&
        exactLabel(entry.gold) !== null &&
        (entry.verdict === null || exactLabel(entry.verdict) !== null),
    );
  if (isOne) return value as unknown as CanaryBaseline;
  throw new OptionError({
    option: "baseline",
    received: typeof value,
    message: `judgeCanary: \`baseline\` must be one that an earlier call gave (${CANARY_SCHEMA}).`,
    fix: "Call judgeCanary without a baseline once and keep report.baseline.",
  });
}

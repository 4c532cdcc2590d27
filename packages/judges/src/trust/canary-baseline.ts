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
import { exactLabel } from "./exact-label.js";
import { withoutVerdict } from "./without-verdict.js";

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

/** The pinned rows with a key each; rows that look the same are told apart by their order. */
export function pinnedKeys(rows: readonly Row[]): string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = rolloutId(row);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key} (${count})`;
  });
}

/** A hash of what the judge is shown and what is right, in any order; verdicts on the rows do not enter. */
export function pinnedHash(rows: readonly Row[], gold: readonly (0 | 1)[]): string {
  const entries = rows.map((row, index) =>
    canonicalJson([plainJson(withoutVerdict(row)) ?? null, gold[index] as 0 | 1]),
  );
  return sha256Hex(JSON.stringify(entries.sort()));
}

/** A judge as a baseline names it. */
export const judgeIdentity = ({ name, version, model }: JudgeObject): CanaryBaseline["judge"] => ({
  name,
  version: version ?? null,
  model: model ?? null,
});

/** A baseline that was read from wherever it was kept; throws an OptionError for anything else. */
export function checkedBaseline(value: unknown): CanaryBaseline {
  const isOne =
    isRecord(value) &&
    value.schema === CANARY_SCHEMA &&
    isRecord(value.judge) &&
    typeof value.labelled === "string" &&
    Array.isArray(value.runs) &&
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

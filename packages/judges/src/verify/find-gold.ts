import { isRecord, type Row } from "@whileai/core";
import { atPath } from "./at-path.js";

/** The right answer of a row and where it stood. */
export interface Gold {
  readonly value: unknown;
  /** The path it was read from (`answer`, `info.answer`, `privileged.reference`); written to `judge_meta.gold_source`. */
  readonly source: string;
  /** True when the agent was never meant to see it; then it must not be quoted. */
  readonly isPrivileged: boolean;
}

/** Row keys that hold a right answer, in the order in which they are tried. */
const GOLD_KEYS = ["reference", "answer", "target", "solution", "label", "expected"] as const;
const HOLDERS = ["info", "metadata", "privileged"] as const;

const present = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The right answer of a row: an explicit `field` alone when one is named (a literal key, then a dotted path), else
 * `privileged.reference`, else the first of {@link GOLD_KEYS} on the row, in `info`, `metadata` and `privileged`.
 * 0 and false are answers; null is not.
 *
 * @example
 * findGold({ answer: 0 }); // { value: 0, source: "answer", isPrivileged: false }
 */
export function findGold(row: Readonly<Row>, field?: string): Gold | undefined {
  if (field !== undefined) {
    const found = atPath(row, field);
    return found.found && present(found.value) ? gold(found.value, field) : undefined;
  }
  const candidates = [
    "privileged.reference",
    ...GOLD_KEYS,
    ...HOLDERS.flatMap((holder) => GOLD_KEYS.map((key) => `${holder}.${key}`)),
  ];
  for (const path of candidates) {
    const [holder, key] = path.includes(".") ? path.split(".") : [undefined, path];
    const owner: unknown = holder === undefined ? row : row[holder];
    if (!isRecord(owner) || !Object.hasOwn(owner, key as string)) continue;
    const value = owner[key as string];
    if (present(value)) return gold(value, path);
  }
  return undefined;
}

const gold = (value: unknown, source: string): Gold => ({
  value,
  source,
  isPrivileged: source.split(".").includes("privileged"),
});

import { isRecord, recordsOf, stepFault } from "@whileai/core";
import type { UntriggeredRule } from "./coverage-gap-types.js";

/** What rows that were played say of the rules. */
export interface WorldView {
  /** By rule, in the order of first appearance in the policy, then by name. */
  readonly rowsPerRule: ReadonlyMap<string, number>;
  readonly rulesWithNoRows: readonly string[];
  readonly rulesTheWorldNeverTriggers: readonly UntriggeredRule[];
  readonly nRowsWithoutRule: number;
  /** Rules of rows that the policy does not have. */
  readonly strangeRules: readonly string[];
}

type WireRow = Readonly<Record<string, unknown>>;

/** The rule a row was made for: that of its situation, else its own field. */
function ruleOfRow(row: WireRow): string | null {
  const { scenario_dimensions: dimensions } = row;
  const rule = (isRecord(dimensions) ? dimensions.rule : undefined) ?? row.rule;
  return typeof rule === "string" && rule !== "" ? rule : null;
}

/** The fault that a row's last answered call ended in, or null. */
function lastFault(row: WireRow): string | null {
  const answered = recordsOf(row.steps).filter(
    ({ tool, result }) => typeof tool === "string" && tool !== "" && result !== undefined && result !== null,
  );
  return stepFault(answered.at(-1));
}

/** Counts rows by the rule they were made for, and finds rules whose rows all end in the same fault of a tool. */
export function worldView(rows: Iterable<unknown>, rules: readonly string[]): WorldView {
  const found = new Map<string, { rows: number; readonly outcomes: Set<string | null> }>();
  let nRowsWithoutRule = 0;
  for (const row of rows) {
    const rule = isRecord(row) ? ruleOfRow(row) : null;
    if (rule === null) {
      nRowsWithoutRule++;
      continue;
    }
    const seen = found.get(rule) ?? { rows: 0, outcomes: new Set() };
    seen.rows++;
    seen.outcomes.add(lastFault(row as WireRow));
    found.set(rule, seen);
  }
  const strangeRules = [...found.keys()].filter((rule) => !rules.includes(rule)).sort();
  const inOrder = [...rules.filter((rule) => found.has(rule)), ...strangeRules];
  const seenOf = (rule: string) => found.get(rule) as NonNullable<ReturnType<typeof found.get>>;
  return {
    rowsPerRule: new Map(inOrder.map((rule) => [rule, seenOf(rule).rows])),
    rulesWithNoRows: rules.filter((rule) => !found.has(rule)),
    rulesTheWorldNeverTriggers: inOrder.flatMap((rule) => {
      const { rows: count, outcomes } = seenOf(rule);
      const [outcome] = outcomes;
      return outcomes.size === 1 && typeof outcome === "string" ? [{ rule, rows: count, outcome }] : [];
    }),
    nRowsWithoutRule,
    strangeRules,
  };
}

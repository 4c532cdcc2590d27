import { privilegedLeak, type Row } from "@whileai/core";

/** What counts as a privileged leak, see `privilegedLeak` of core. */
export type LeakRule = "quoted" | "unseen";

export const LEAK_RULES: readonly LeakRule[] = ["quoted", "unseen"];
/** The contract's count: any privileged text in what the agent said. */
export const DEFAULT_LEAK_RULE: LeakRule = "quoted";

/** What was found of one row. */
export interface LeakFinding {
  /** Whether the row carries privileged text that is long enough to look for. */
  readonly checked: boolean;
  /** Where the leaked text stands inside `privileged`; null without a leak. */
  readonly field: string | null;
  /** Whether the prompt or a tool result had shown the agent all that it repeats, so that `"unseen"` finds no leak. */
  readonly wasShown: boolean;
}

/** Looks for a leak by the rule, and whether it is one by the milder rule too. */
export function findLeak(row: Readonly<Row>, rule: LeakRule): LeakFinding {
  const leak = privilegedLeak(row, { rule });
  const field = leak?.field ?? null;
  const wasShown = field !== null && rule === "quoted" && privilegedLeak(row, { rule: "unseen" })?.field === undefined;
  return { checked: leak !== null, field, wasShown };
}

import type { PlannedFault } from "@whileai/core";

/** How many calls a passing fault hits before the tool works again: the first call, so that one retry succeeds. */
const DEFAULT_RECOVER_AFTER = 1;

const MODE_BY_CONDITION: Readonly<Record<string, string>> = {
  timeout: "timeout",
  malformed_result: "malformed",
  stale_result: "stale",
  permission_denied: "permission_denied",
};

/** The faults a tool condition plans for the tools of a situation. A refused permission stays refused. */
export function faultsFor(condition: string, tools: readonly string[]): PlannedFault[] {
  if (condition === "success") return [];
  const mode = MODE_BY_CONDITION[condition] ?? condition;
  return tools.map((tool) =>
    mode === "permission_denied" ? { tool, mode } : { tool, mode, recover_after: DEFAULT_RECOVER_AFTER },
  );
}

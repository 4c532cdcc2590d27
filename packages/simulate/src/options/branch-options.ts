import { checkOptions, optionRule, requireOptions } from "@whileai/core";
import { refuseOption } from "./refuse-option.js";

const RULES = { row: optionRule.record, step: optionRule.integer(0) };

/** Options that say where situations come from: a branch begins with what its row says. */
const EXCLUDED = ["tasks", "seeds", "traces"] as const;

/** Throws an OptionError for branch points that are none, and for options that a branch leaves no room for. */
export function checkBranchFrom(options: {
  readonly branchFrom?: unknown;
  readonly tasks?: unknown;
  readonly seeds?: unknown;
  readonly traces?: unknown;
  readonly faults?: { readonly plan?: unknown } | undefined;
}): void {
  const { branchFrom } = options;
  if (branchFrom === undefined) return;
  const isList = Array.isArray(branchFrom);
  for (const [index, point] of (isList ? branchFrom : [branchFrom]).entries()) {
    const place = isList ? `branchFrom[${index}]` : "branchFrom";
    checkOptions("simulate", point, RULES, `${place}.`);
    requireOptions("simulate", point, RULES, `${place}.`);
  }
  for (const name of EXCLUDED) {
    if (options[name] === undefined) continue;
    refuseOption(name, options[name], `\`${name}\` and \`branchFrom\` cannot go together.`, "Leave one of them out.");
  }
  if (options.faults?.plan !== undefined) {
    refuseOption(
      "faults.plan",
      options.faults.plan,
      "`faults.plan` and `branchFrom` cannot go together.",
      "A branch keeps the faults that its row planned.",
    );
  }
}

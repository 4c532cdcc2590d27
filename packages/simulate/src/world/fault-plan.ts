import {
  checkOptions,
  nearestName,
  OptionError,
  optionRule,
  type PlannedFault,
  requireOptions,
  type ToolSchema,
} from "@whileai/core";
import { FAULT_MODES, type FaultBuilder } from "./fault-answer.js";

/** Stands for every tool in a plan. */
export const ANY_TOOL = "*";

/**
 * A fault that calls are to meet. `at`, `firstN` and `probability` say which calls: at most one of them; none of them means
 * every call.
 */
export interface FaultPlan {
  /** The tool that fails, or `"*"` for whatever tool is called. */
  readonly tool: string;
  /** How it fails: one of {@link FAULT_MODES}, or a mode of your own. */
  readonly mode: string;
  /** The call that is hit, or the calls, counted from 0 per tool (for `"*"` over all tools). */
  readonly at?: number | readonly number[] | undefined;
  /** The first n calls are hit. */
  readonly firstN?: number | undefined;
  /** Each call is hit with this probability. */
  readonly probability?: number | undefined;
  /** After this many hits the tool works again. Default: it never recovers by itself. */
  readonly recoverAfter?: number | undefined;
}

/** What a plan is checked against. */
export interface FaultPlanCheck {
  /** The call whose option this is. */
  readonly call: string;
  /** Where the plan stands among the options: `faults.plan`. */
  readonly option: string;
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
}

const SELECTORS = ["at", "firstN", "probability"] as const;

const ordinal = optionRule.integer(0);

const rulesFor = (modes: Readonly<Record<string, FaultBuilder>>) => ({
  tool: optionRule.notBlank,
  mode: optionRule.oneOf([...FAULT_MODES, ...Object.keys(modes)]),
  at: optionRule.either(ordinal, optionRule.listOf(ordinal, 1)),
  firstN: optionRule.integer(1),
  probability: optionRule.number(0, 1),
  recoverAfter: optionRule.integer(1),
});

/**
 * A plan as rows hold it. Throws an OptionError that names the place for a fault without tool or mode, an unknown mode, a
 * field of the wrong kind or spelling, and more than one way of saying which calls are hit.
 */
export function plannedFaults(plan: readonly FaultPlan[], check: FaultPlanCheck): PlannedFault[] {
  const rules = rulesFor(check.modes ?? {});
  return plan.map((fault, index) => {
    const place = `${check.option}[${index}]`;
    checkOptions(check.call, fault, rules, `${place}.`);
    requireOptions(check.call, fault, { tool: rules.tool, mode: rules.mode }, `${place}.`);
    checkSelectors(fault, place, check.call);
    return wireFault(fault);
  });
}

function wireFault({ tool, mode, at, firstN, probability, recoverAfter }: FaultPlan): PlannedFault {
  return {
    tool,
    mode,
    ...(at === undefined ? {} : { at: typeof at === "number" ? [at] : [...at] }),
    ...(firstN === undefined ? {} : { first_n: firstN }),
    ...(probability === undefined ? {} : { probability }),
    ...(recoverAfter === undefined ? {} : { recover_after: recoverAfter }),
  };
}

function checkSelectors(fault: FaultPlan, place: string, call: string): void {
  const given = SELECTORS.filter((name) => fault[name] !== undefined);
  if (given.length < 2) return;
  throw new OptionError({
    option: place,
    received: fault,
    message: `${call}: \`${place}\` says which calls are hit by ${given.map((name) => `\`${name}\``).join(" and ")}.`,
    fix: "Give one of them; several faults can be planned side by side.",
  });
}

/** Throws an OptionError for a fault of a tool that is not there. Without tools nothing is known, and nothing is checked. */
export function checkFaultTools(
  plan: readonly { readonly tool: string }[],
  tools: readonly ToolSchema[],
  { call, option }: Pick<FaultPlanCheck, "call" | "option">,
): void {
  const names = tools.map((tool) => tool.name);
  for (const [index, { tool }] of plan.entries()) {
    if (tool === ANY_TOOL || names.length === 0 || names.includes(tool)) continue;
    const near = nearestName(tool, names);
    const place = `${option}[${index}].tool`;
    throw new OptionError({
      option: place,
      received: tool,
      didYouMean: near,
      message: `${call}: \`${place}\` names ${JSON.stringify(tool)}, which is none of the tools.`,
      fix: `${near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `}Tools: ${names.join(", ")}; "${ANY_TOOL}" stands for all.`,
    });
  }
}

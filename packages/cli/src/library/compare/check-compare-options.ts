import { checkOptions, OptionError, type OptionRules, optionRule } from "@whileai/core";
import { deltaReport } from "@whileai/stats";
import type { CompareOptions } from "./compare-options.js";

const { any, integer } = optionRule;

const SIDE: OptionRules = {
  agent: any,
  systemPrompt: optionRule.text,
  tools: optionRule.listOf(any),
  sampling: optionRule.record,
  execute: optionRule.callable,
};

/** Options that the report is made with; their values are checked by `deltaReport` itself. */
export const REPORT_OPTIONS = [
  "target",
  "proxy",
  "mustNotRegress",
  "margin",
  "guardDrop",
  "lowerIsBetter",
  "markers",
  "by",
  "bandRule",
  "correction",
  "balanceRollouts",
  "alpha",
  "power",
  "ceilingPassRate",
  "answeredGapPoints",
  "answeredAlpha",
  "minPaired",
  "pValue",
  "interval",
  "clusterBy",
  "draws",
] as const satisfies readonly (keyof CompareOptions)[];

/** Options of the runs that both sides share; their values are checked by `simulate()` itself. */
export const RUN_OPTIONS = ["turns", "distractors"] as const satisfies readonly (keyof CompareOptions)[];

/** Options that only the writing of situations needs. */
export const WRITING_OPTIONS = [
  "simulator",
  "seeds",
  "traces",
  "coverage",
] as const satisfies readonly (keyof CompareOptions)[];

const RULES: OptionRules = {
  ...SIDE,
  before: SIDE,
  after: SIDE,
  tasks: (value) =>
    typeof value === "object" && value !== null && (Symbol.iterator in value || "rows" in value)
      ? undefined
      : "rows, or a result that has rows",
  budget: integer(1),
  repeats: integer(1),
  runs: integer(1),
  judge: any,
  grading: {
    limits: any,
    judgeName: any,
    scale: any,
    cache: any,
    store: { dir: optionRule.notBlank, resume: optionRule.flag },
  },
  faults: optionRule.record,
  limits: optionRule.record,
  store: {
    dir: optionRule.either(optionRule.notBlank, optionRule.oneOf([false])),
    resume: any,
    cassette: any,
    redact: any,
  },
  seed: integer(0),
  signal: optionRule.signal,
  onProgress: optionRule.callable,
  ...Object.fromEntries([...REPORT_OPTIONS, ...RUN_OPTIONS, ...WRITING_OPTIONS].map((name) => [name, any])),
};

/** The options of a list that were given. */
export function given<Name extends keyof CompareOptions>(
  options: CompareOptions,
  names: readonly Name[],
): Pick<CompareOptions, Name> {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<CompareOptions, Name>;
}

/**
 * Refuses what cannot be compared before anything is paid for.
 *
 * @throws OptionError for a missing side, an unknown option, or a value that `deltaReport` would refuse.
 */
export function checkCompareOptions(options: CompareOptions): void {
  for (const side of ["before", "after"] as const) {
    if (optionRule.record(options?.[side]) === undefined) continue;
    throw new OptionError({
      option: side,
      received: options?.[side],
      message: `compare: \`${side}\` must be an object that says what this side plays with.`,
      fix: "Write compare({ before: { systemPrompt: OLD }, after: { systemPrompt: NEW }, agent, tools, judge }).",
    });
  }
  checkOptions("compare", options, RULES);
  if (options.tasks !== undefined) refuseBesideTasks(options);
  // Which metrics there are is only known from rows, so that the names are checked once the first side is graded.
  const { mustNotRegress, proxy, lowerIsBetter, markers, by, margin, ...values } = given(options, REPORT_OPTIONS);
  deltaReport([], [], values);
  checkOptions("compare", { mustNotRegress, proxy, by }, NAMES);
}

const NAMES: OptionRules = {
  mustNotRegress: optionRule.listOf(optionRule.notBlank),
  proxy: optionRule.notBlank,
  by: optionRule.either(optionRule.notBlank, optionRule.callable, optionRule.oneOf([false])),
};

function refuseBesideTasks(options: CompareOptions): void {
  const name = (["budget", ...WRITING_OPTIONS] as const).find((option) => options[option] !== undefined);
  if (name === undefined) return;
  throw new OptionError({
    option: name,
    received: options[name],
    message: `compare: \`${name}\` says which tasks are written, but \`tasks\` are given.`,
    fix: `Leave out one of the two.`,
  });
}

import {
  type AnyTool,
  checkOptions,
  contentText,
  countText,
  createReport,
  foldText,
  isRecord,
  MULTI_TOOL,
  normalizeTools,
  OptionError,
  optionRule,
  type RowLike,
  requireRows,
  type SituationAxes,
  type Stance,
  situationAxes,
  UNRELATED,
  UNSPECIFIED,
} from "@whileai/core";
import { askStance } from "./ask-stance.js";
import { contentStems, isReadable, wordsOf } from "./ask-words.js";
import { coverageGapNotes } from "./coverage-gap-notes.js";
import { coverageGapText } from "./coverage-gap-text.js";
import type {
  AskCoverage,
  AxisCoverage,
  CoverageGap,
  CoverageGapFields,
  CoverageGapOptions,
} from "./coverage-gap-types.js";
import { type PolicyRule, reachesRule, readRule } from "./policy-rules.js";
import { speaksOfTool, type ToolWords, toolWords } from "./tool-words.js";
import { worldView } from "./world-view.js";

/** An ask alone begins a conversation; what came before one is not in its words. */
const HISTORY_OF_AN_ASK = "fresh";

const rules = /* @__PURE__ */ (() => ({
  tools: optionRule.any,
  systemPrompt: optionRule.text,
  rows: optionRule.any,
  ruleCap: (value: unknown) => (value === null ? undefined : optionRule.integer(1)(value)),
}))();

function readAsks(given: unknown): { asks: string[]; nSkipped: number } {
  if (typeof given !== "object" || given === null || !(Symbol.iterator in given))
    throw new OptionError({
      option: "asks",
      received: typeof given === "string" ? given.slice(0, 60) : given,
      message: `coverageGap: \`asks\` must be a list of texts or rows, got ${given === null ? "null" : typeof given}.`,
      fix: "Read the file first, and give its texts or rows.",
    });
  const asks: string[] = [];
  let nSkipped = 0;
  for (const entry of given as Iterable<unknown>) {
    const ask = contentText(isRecord(entry) ? entry.prompt : entry);
    if (Array.isArray(entry) || ask.trim() === "") nSkipped++;
    else asks.push(ask);
  }
  return { asks, nSkipped };
}

function readAsk(ask: string, tools: readonly ToolWords[], policy: readonly PolicyRule[]): AskCoverage {
  if (!isReadable(ask)) return { ask, tools: null, rules: null, stance: null };
  const words = wordsOf(ask);
  const stems = contentStems(words);
  const reached = tools.filter((tool) => speaksOfTool(words, tool)).map(({ name }) => name);
  const tested = policy.filter((rule) => reachesRule(rule, stems, reached)).map(({ rule }) => rule);
  return { ask, tools: reached, rules: tested, stance: askStance(ask) };
}

/** The levels of each axis that an ask touches; null where they cannot be read. */
function touchedLevels({
  tools,
  rules: tested,
  stance,
}: AskCoverage): Record<keyof SituationAxes, readonly string[] | null> {
  const several = tools !== null && tools.length > 1 ? [MULTI_TOOL] : [];
  return {
    tool: tools && (tools.length === 0 ? [UNRELATED] : [...tools, ...several]),
    rule: tested,
    stance: stance && [stance],
    world_state: [],
    tool_condition: [],
    history: [HISTORY_OF_AN_ASK],
  };
}

function axesCoverage(axes: SituationAxes, perAsk: readonly AskCoverage[], unreadableRules: readonly string[]) {
  const touched = perAsk.map(touchedLevels);
  const coverageOf = (axis: keyof SituationAxes): AxisCoverage => {
    const counts = new Map(axes[axis].map((level) => [level, 0]));
    const read = touched.flatMap((levels) => levels[axis] ?? []);
    for (const level of read) counts.set(level, (counts.get(level) ?? 0) + 1);
    const isUnknown = touched.length > 0 && touched.every((levels) => levels[axis] === null);
    const untouched = axes[axis].filter((level) => counts.get(level) === 0 && !unreadableRules.includes(level));
    return { counts, untouched: isUnknown ? null : untouched };
  };
  return {
    tool: coverageOf("tool"),
    rule: coverageOf("rule"),
    stance: coverageOf("stance"),
    world_state: coverageOf("world_state"),
    tool_condition: coverageOf("tool_condition"),
    history: coverageOf("history"),
  };
}

function stanceCounts(perAsk: readonly AskCoverage[]): Map<Stance, number> {
  const counts = new Map<Stance, number>();
  for (const { stance } of perAsk) if (stance !== null) counts.set(stance, (counts.get(stance) ?? 0) + 1);
  return counts;
}

function summaryOf(fields: Omit<CoverageGapFields, "summary">, nTools: number): string {
  const { nAsks, nReadable, rules: looked, nRulesTotal, untestedRules, untestedTools, unreadableRules } = fields;
  if (nAsks === 0) return "coverage gap: no asks, so everything is untested";
  if (untestedRules === null || untestedTools === null)
    return `coverage gap: ${countText(nAsks, "ask")}, none in a script whose words can be compared with tools and rules`;
  const nRules = nRulesTotal === 0 ? 0 : looked.length - unreadableRules.length;
  const touched = [
    nTools === 0 ? "" : `${nTools - untestedTools.length} of ${countText(nTools, "tool")}`,
    nRules === 0 ? "" : `${nRules - untestedRules.length} of ${countText(nRules, "rule")}`,
  ].filter((part) => part !== "");
  const asks = nReadable === nAsks ? countText(nAsks, "ask") : `${nReadable} readable of ${countText(nAsks, "ask")}`;
  const what = touched.length === 0 ? "" : `, by words touching ${touched.join(" and ")}`;
  return `coverage gap: ${asks}${what}; ${fields.pressureAsks} under pressure${fields.singleShot ? "; none repeated" : ""}`;
}

/**
 * What a set of asks never tests: the tools, the rules of the policy and the stances that no ask touches, read from words
 * alone. No model is asked, so it costs nothing and answers the same every time.
 *
 * An ask touches a tool when it says its name or every noun of the name ("refund" for `issue_refund`); it touches a rule
 * when it touches a tool that the rule speaks of, or shares a content word with it, or two with a rule that sets a border
 * ("over $200", "only if"). The stance is told by set phrases. The levels of an axis are those that `simulate` plans with.
 *
 * Wrong when: asks are not in English, or say things in other words (they reach more than is seen); a word is shared by
 * chance (they reach less). An ask that touches a rule need not violate it. Asks in other scripts are counted, and never
 * taken for asks that touch nothing.
 *
 * @param asks - Texts, or rows with a `prompt`. Files are read by the caller.
 * @throws OptionError for an unknown option, or for something that is not a list; ToolSchemaError for what is no tool.
 *
 * @example
 * coverageGap(["Where is order 4473?"], { tools: [getOrder, issueRefund], systemPrompt: POLICY }).untestedTools;
 * // ["issue_refund"]
 */
export function coverageGap(asks: Iterable<string | RowLike>, options: CoverageGapOptions = {}): CoverageGap {
  checkOptions("coverageGap", options, rules);
  const { systemPrompt = "", ruleCap = null } = options;
  const schemas = normalizeTools(options.tools as readonly AnyTool[] | undefined);
  const found = readAsks(asks);
  const { axes, rulesTotal, rulesLeftOut } = situationAxes({
    tools: schemas,
    systemPrompt,
    ruleLimit: ruleCap ?? Number.POSITIVE_INFINITY,
  });
  const tools = schemas.map(({ name }) => toolWords(name));
  const policy = rulesTotal === 0 ? [] : axes.rule.map((rule) => readRule(rule, tools));
  const perAsk = found.asks.map((ask) => readAsk(ask, tools, policy));
  const unreadableRules = policy.filter((rule) => !rule.isReadable).map(({ rule }) => rule);
  const coverage = axesCoverage(axes, perAsk, unreadableRules);
  const names = new Set(tools.map(({ name }) => name));
  const stances = stanceCounts(perAsk);
  const nReadable = perAsk.filter(({ stance }) => stance !== null).length;
  const world = options.rows === undefined ? null : worldView(requireRows("coverageGap", options.rows), axes.rule);
  const fields = {
    nAsks: found.asks.length,
    asks: found.asks,
    nReadable,
    nSkipped: found.nSkipped,
    axes: coverage,
    rules: axes.rule,
    nRulesTotal: rulesTotal,
    rulesTruncated: rulesLeftOut > 0,
    ruleCap,
    untestedRules: coverage.rule.untouched,
    unreadableRules,
    untestedTools: coverage.tool.untouched?.filter((level) => names.has(level)) ?? null,
    stances,
    pressureAsks: nReadable - (stances.get("ordinary") ?? 0),
    singleShot: found.asks.length > 0 && new Set(found.asks.map(foldText)).size === found.asks.length,
    perAsk,
    rowsPerRule: world?.rowsPerRule ?? null,
    rulesWithNoRows: world?.rulesWithNoRows.filter((rule) => rule !== UNSPECIFIED) ?? null,
    rulesTheWorldNeverTriggers: world?.rulesTheWorldNeverTriggers ?? null,
  };
  const complete = { ...fields, summary: summaryOf(fields, tools.length) };
  return createReport("coverage_gap", complete, coverageGapNotes(complete, tools.length, world), coverageGapText);
}

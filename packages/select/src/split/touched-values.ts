import {
  agentTexts,
  conversation,
  isRecord,
  MULTI_TOOL,
  type Row,
  recordsOf,
  UNRELATED,
  UNSPECIFIED,
} from "@whileai/core";
import { callsInText } from "../hack-monitor/tool-call-text.js";
import { messageCalls } from "../markers/trace/message-calls.js";
import type { HoldoutSettings } from "./holdout-options.js";

/** Which tools, rules or cells a row is about. */
export interface TouchedValues {
  readonly values: readonly string[];
  /** It is about several tools and does not show which. */
  readonly unclear: boolean;
}

/** What a row touches of that which is held out as a whole. */
export function touchedValues(row: Readonly<Row>, { by, axes }: Pick<HoldoutSettings, "by" | "axes">): TouchedValues {
  const given: unknown = row.scenario_dimensions;
  const dimensions = isRecord(given) ? given : {};
  if (by === "tool") return touchedTools(row, dimensions.tool);
  const value = by === "rule" ? ruleOf(dimensions.rule) : cellOf(dimensions, axes);
  return { values: value === null ? [] : [value], unclear: false };
}

/** The tool the situation was written for, and every tool that was called. */
function touchedTools(row: Readonly<Row>, planned: unknown): TouchedValues {
  const called = new Set(calledTools(row).filter(isName));
  if (isName(planned) && planned !== UNRELATED && planned !== MULTI_TOOL && planned !== UNSPECIFIED)
    called.add(planned);
  return { values: [...called], unclear: planned === MULTI_TOOL && called.size === 0 };
}

/** Every tool that any field of the row says was called: a split must not overlook one. */
function calledTools(row: Readonly<Row>): unknown[] {
  const used: unknown = row.tools_used;
  const inTurns = conversation(row).flatMap((message) =>
    recordsOf(message.tool_calls).map((call) => (isRecord(call.function) ? call.function.name : call.name)),
  );
  const inMessages = messageCalls(row).map((call) => call.tool);
  const inSteps = [row.steps, row.tool_trace].flatMap(recordsOf).map((step) => step.tool);
  const inWords = agentTexts(row).flatMap((said) => callsInText(said).steps.map((step) => step.tool));
  return [...inTurns, ...inMessages, ...inSteps, ...inWords, ...(Array.isArray(used) ? used : [])];
}

function ruleOf(rule: unknown): string | null {
  return isName(rule) && rule !== UNSPECIFIED ? rule : null;
}

/** A cell as text, `axis=level` for each axis in the order of their names; null where an axis is missing. */
function cellOf(dimensions: Readonly<Record<string, unknown>>, axes: readonly string[] | null): string | null {
  const names = [...(axes ?? Object.keys(dimensions))].sort();
  if (names.length === 0 || names.some((name) => !Object.hasOwn(dimensions, name) || !isName(dimensions[name])))
    return null;
  return names.map((name) => `${name}=${dimensions[name]}`).join("; ");
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

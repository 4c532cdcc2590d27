import type { RandomStream, ToolSchema } from "@whileai/core";
import { idTokens } from "../situations/ask-tokens.js";
import { bestTools } from "../situations/tool-match.js";
import { readTool, type ToolReading } from "../situations/tool-reading.js";
import { profileOf, type ToolProfile } from "../world/tool-profile.js";

/** A tool that fits an ask. */
export interface ToolChoice {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
}

/** Words of someone who wants a service to deal with something of theirs. */
const SERVICE_WORDS =
  /\b(?:check(?:ed|ing)?|look(?:ed|ing)? into|pull(?:ed)? up|status|update|happen(?:ed|ing)|go(?:ne|es)? through|went through|arriv\w+|cancel\w*|chang\w+|mov(?:e|ed|ing)|sort(?:ed)? out|fix(?:ed)?|book\w*|order\w*|account)\b/i;

const readings = new WeakMap<ToolSchema, ToolReading>();

/** What a tool's schema says to someone who asks for it; read once per tool. */
export const readingOf = (tool: ToolSchema): ToolReading => {
  let reading = readings.get(tool);
  if (reading === undefined) {
    reading = readTool(tool);
    readings.set(tool, reading);
  }
  return reading;
};

/**
 * The tool that an ask is about, or undefined when it is about none: the best match of its words where they speak of what
 * the tools are about; of equals one is drawn.
 */
export function chooseTool(tools: readonly ToolSchema[], ask: string, stream: RandomStream): ToolChoice | undefined {
  const fitting = fittingTools(tools, ask);
  return fitting.length === 0 ? undefined : stream.pick(fitting);
}

// The rollouts of a prompt follow each other, so one remembered ask spares most of the reading.
const lastRead = new WeakMap<
  readonly ToolSchema[],
  { readonly ask: string; readonly fitting: readonly ToolChoice[] }
>();

interface ReadTools {
  readonly readings: readonly ToolReading[];
  readonly choices: ReadonlyMap<ToolReading, ToolChoice>;
}

const readTools = new WeakMap<readonly ToolSchema[], ReadTools>();

function readAll(tools: readonly ToolSchema[]): ReadTools {
  let known = readTools.get(tools);
  if (known === undefined) {
    const choices = new Map(tools.map((tool) => [readingOf(tool), { tool, profile: profileOf(tool) }] as const));
    known = { readings: [...choices.keys()], choices };
    readTools.set(tools, known);
  }
  return known;
}

function fittingTools(tools: readonly ToolSchema[], ask: string): readonly ToolChoice[] {
  const last = lastRead.get(tools);
  if (last?.ask === ask) return last.fitting;
  const { readings, choices } = readAll(tools);
  const fitting = bestTools(readings, ask).map((reading) => choices.get(reading) as ToolChoice);
  lastRead.set(tools, { ask, fitting });
  return fitting;
}

/**
 * The tool to ask about when the words fit none but someone clearly wants something of theirs dealt with: one that needs an
 * identifier, so that the next thing to do is to ask for it.
 */
export function likelyTool(tools: readonly ToolSchema[], ask: string, stream: RandomStream): ToolChoice | undefined {
  if (!SERVICE_WORDS.test(ask) || idTokens(ask).length > 0) return undefined;
  const candidates = tools
    .map((tool) => ({ tool, profile: profileOf(tool) }))
    .filter(({ profile }) => profile.idParameter !== null);
  return candidates.length === 0 ? undefined : stream.pick(candidates);
}

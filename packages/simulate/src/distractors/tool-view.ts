import { derive, isRecord, type ToolSchema } from "@whileai/core";
import { escapedPattern } from "../pattern/escaped-pattern.js";
import { pickDistractors } from "./pick-distractors.js";

/** Names that are no ordinary words: only those are replaced in running text. */
const TELLING_NAME = /[_.\-\d]|[a-z][A-Z]/;
/** Digits of a scrambled name. */
const SCRAMBLED_DIGITS = 4;

/** How many unrelated tools the agent is to see, and whether names tell it anything. */
export interface Distraction {
  readonly count: number;
  readonly scramble: boolean;
}

/** The tools of a run as the agent sees them, and the way back. */
export interface ToolView {
  /** What the agent sees: unrelated tools among the given ones, under other names where they are scrambled. */
  readonly shown: readonly ToolSchema[];
  /** The same tools under their own names, in the same order. */
  readonly tools: readonly ToolSchema[];
  /** Own names of the unrelated tools, in alphabetical order. */
  readonly names: readonly string[];
  /** The tools' own names by the names that the agent sees; empty where they are not scrambled. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The name that the agent sees for a tool. */
  shownName(own: string): string;
  /** A text with the names of tools as the agent sees them. */
  shownText(text: string): string;
}

/** Adds unrelated tools and scrambles names, by the seed. */
export function toolView(given: readonly ToolSchema[], { count, scramble }: Distraction, seed: number): ToolView {
  const distractors = pickDistractors(given, count, seed);
  const tools = derive(seed, "tool order").shuffle([...given, ...distractors]);
  const shownNames = scramble ? scrambledNames(tools, seed) : new Map<string, string>();
  const shownName = (own: string): string => shownNames.get(own) ?? own;
  const telling = [...shownNames.keys()].filter((name) => TELLING_NAME.test(name));
  const mention =
    telling.length === 0
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${telling.map(escapedPattern).join("|")})(?![\\p{L}\\p{N}_])`, "gu");
  const shownText = (text: string): string => (mention === undefined ? text : text.replaceAll(mention, shownName));
  return {
    tools,
    shown: scramble ? tools.map((tool) => shownTool(tool, shownName(tool.name), shownText)) : tools,
    names: distractors.map((tool) => tool.name).sort(),
    aliases: new Map([...shownNames].map(([own, shown]) => [shown, own])),
    shownName,
    shownText,
  };
}

function scrambledNames(tools: readonly ToolSchema[], seed: number): Map<string, string> {
  const taken = new Set(tools.map((tool) => tool.name));
  const stream = derive(seed, "scrambled names");
  return new Map(
    tools.map((tool) => {
      let name: string;
      do {
        name = `tool_${stream
          .integer(16 ** SCRAMBLED_DIGITS)
          .toString(16)
          .padStart(SCRAMBLED_DIGITS, "0")}`;
      } while (taken.has(name));
      taken.add(name);
      return [tool.name, name];
    }),
  );
}

function shownTool(tool: ToolSchema, name: string, shownText: (text: string) => string): ToolSchema {
  return {
    name,
    description: shownText(tool.description),
    parameters: described(tool.parameters, shownText) as ToolSchema["parameters"],
    ...(tool.output === undefined ? {} : { output: described(tool.output, shownText) as Record<string, unknown> }),
  };
}

// Descriptions may speak of other tools.
function described(schema: unknown, shownText: (text: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => described(entry, shownText));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "description" && typeof value === "string" ? shownText(value) : described(value, shownText),
    ]),
  );
}

import type { SituationEntity } from "../plan/situation.js";
import { fileTokens, idTokens, placeTokens } from "./ask-tokens.js";
import { identifierFits } from "./identifier.js";
import { showsIntent } from "./label-readers.js";
import type { ToolReading } from "./tool-reading.js";

/** What every text says of itself: what kind of ask it is, and how much of it is said. */
export type AskLabels = {
  readonly ask_family: "tool" | "vague" | "general" | "multi_tool";
  readonly tool_known: boolean;
  readonly intent_known: boolean;
};

/** Something to call a tool with, besides an identifier. */
const VALUE =
  /\d|"|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|noon|morning|afternoon|evening)\b/i;

/** Whether a text gives something to call a tool with. */
const isSpecific = (text: string): boolean => VALUE.test(text) || idTokens(text).length + placeTokens(text).length > 0;

/** Reads the labels of a text that nobody wrote for a situation. `isAbout` says whether it speaks of what a tool is for. */
export const askLabels = (text: string, isAbout: boolean): AskLabels => ({
  ask_family: !isAbout ? "general" : isSpecific(text) ? "tool" : "vague",
  tool_known: isAbout,
  intent_known: showsIntent(text),
});

const NO_RECORD: SituationEntity = { parameter: null, id: null, named: "none" };

/** The record of a tool that a text names wholly, or none. */
export function namedEntity(text: string, tool: ToolReading | undefined): SituationEntity {
  const parameter = tool?.parameters.find(({ name }) => name === tool.entityParameter);
  const noun = tool?.entityNoun ?? null;
  if (parameter === undefined || noun === null) return NO_RECORD;
  const tokens =
    noun === "file" ? fileTokens(text) : idTokens(text).filter((id) => identifierFits(id, parameter, noun));
  const [id, ...others] = new Set(tokens);
  // Two records of a kind leave open which one is meant.
  if (id === undefined || others.length > 0) return NO_RECORD;
  return { parameter: parameter.name, id, named: "whole" };
}

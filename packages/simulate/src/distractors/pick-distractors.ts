import { derive, type ToolSchema } from "@whileai/core";
import { nameWords, profileOf } from "../world/tool-profile.js";
import { distractorBank } from "./distractor-bank.js";

/**
 * Tools that have nothing to do with the given ones, drawn by the seed: none has the name of a given tool, does the same to
 * the same kind of thing, or is about a thing that a given tool is about. Fewer than `count` where the bank has no more.
 */
export function pickDistractors(tools: readonly ToolSchema[], count: number, seed: number): ToolSchema[] {
  const names = new Set(tools.map((tool) => tool.name.toLowerCase()));
  const words = new Set(tools.flatMap(thingsOf));
  const free = distractorBank().filter(
    (candidate) => !names.has(candidate.name) && !thingsOf(candidate).some((word) => words.has(word)),
  );
  return derive(seed, "distractors").shuffle(free).slice(0, count);
}

function thingsOf(tool: ToolSchema): string[] {
  const { kind, idKind, action } = profileOf(tool);
  const singular = nameWords(tool.name).map((word) => word.replace(/s$/, ""));
  return [...new Set([kind, idKind, ...singular])].filter((word) => word !== action && !PLAIN.has(word));
}

/** Words of names that say nothing of the thing. */
const PLAIN = new Set([
  "get",
  "list",
  "look",
  "up",
  "check",
  "by",
  "for",
  "of",
  "to",
  "from",
  "the",
  "id",
  "level",
  "time",
]);

import { checkOptions, type OptionRules, optionRule } from "@whileai/core";
import type { CassetteOptions } from "@whileai/core/node";
import { refuseOption } from "./refuse-option.js";

const MODES = ["auto", "replay", "record"] as const;

/** `store.cassette` with its default filled in. */
export interface ResolvedCassette {
  readonly path: string;
  readonly mode: (typeof MODES)[number];
}

const filePath = (value: unknown): string | undefined =>
  typeof value === "string" && value.endsWith(".jsonl") ? undefined : "the path of a .jsonl file";

const RULES: OptionRules = { path: filePath, mode: optionRule.oneOf(MODES) };

export const CASSETTE_RULE = optionRule.either(filePath, optionRule.record);

/** Reads `store.cassette`. Throws an OptionError for a file that is no `.jsonl` file and for unknown options. */
export function readCassette(given: string | CassetteOptions | undefined): ResolvedCassette | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string") return { path: given, mode: "auto" };
  checkOptions("simulate", given, RULES, "store.cassette.");
  const { path, mode = "auto" } = given;
  if (path === undefined) {
    refuseOption("store.cassette.path", path, "`store.cassette` names no file.", "Give store.cassette.path.");
  }
  return { path, mode };
}

import { existsSync } from "node:fs";
import { OptionError } from "@whileai/core";
import { rowFileFormat } from "@whileai/core/node";
import { flagOf } from "../terminal/command-words.js";

/** The option of every command that writes rows. */
export const FORCE_OPTION = ["--force", "write over files that exist"] as const;

/**
 * Checks where rows will go before anything is paid for: the extension can be written, and nothing is there yet.
 *
 * @param outputs - By option: its file, and those that the work makes beside it.
 */
export function checkOutPath(
  outputs: Readonly<Record<string, string | readonly string[] | undefined>>,
  { force = false }: { force?: boolean | undefined },
): void {
  const existing: { option: string; path: string }[] = [];
  for (const [option, given] of Object.entries(outputs)) {
    if (given === undefined) continue;
    const paths = typeof given === "string" ? [given] : given;
    rowFileFormat(paths[0] as string);
    existing.push(...paths.filter((path) => existsSync(path)).map((path) => ({ option, path })));
  }
  const [first, ...others] = existing;
  if (force || first === undefined) return;
  const isPartial = first.path.endsWith(".partial.jsonl");
  const them = others.length === 0 ? "it" : "them";
  const flags = new Set(existing.map(({ option }) => flagOf(option)));
  throw new OptionError({
    option: first.option,
    received: first.path,
    message: isPartial
      ? `${first.path} holds the rows of a run that was interrupted.`
      : `${existing.map(({ path }) => path).join(" and ")} ${others.length === 0 ? "exists" : "exist"}.`,
    fix: `Move ${them} away, choose another ${[...flags].join(" and ")}, or pass --force to write over ${them}.`,
  });
}

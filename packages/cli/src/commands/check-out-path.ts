import { existsSync } from "node:fs";
import { OptionError } from "@whileai/core";
import { rowFileFormat } from "@whileai/core/node";

/**
 * Checks where rows will go before anything is paid for: the extension can be written, and nothing is there yet.
 *
 * @param paths - The file of `--out`, and others that the work makes beside it.
 */
export function checkOutPath(paths: readonly string[], { force = false }: { force?: boolean | undefined }): void {
  rowFileFormat(paths[0] as string);
  const existing = force ? undefined : paths.find((path) => existsSync(path));
  if (existing === undefined) return;
  throw new OptionError({
    option: "out",
    received: existing,
    message: existing.endsWith(".partial.jsonl")
      ? `${existing} holds the rows of a run that was interrupted.`
      : `${existing} exists.`,
    fix: "Move it away, choose another --out, or pass --force to write over it.",
  });
}

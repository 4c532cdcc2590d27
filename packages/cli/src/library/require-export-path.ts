import { OptionError } from "@whileai/core";

/**
 * Refuses a path that no rows can be written to, before anything is made.
 *
 * @throws OptionError for a missing path and for an extension that is not written.
 */
export async function requireExportPath(path: unknown): Promise<void> {
  if (typeof path !== "string" || path === "")
    throw new OptionError({
      option: "path",
      received: path,
      message: "export: the path of the file is missing.",
      fix: 'Say where it goes: export("train.jsonl").',
    });
  const { rowFileFormat } = await import("@whileai/core/node");
  rowFileFormat(path);
}

import { readFile } from "node:fs/promises";
import { OptionError } from "@whileai/core";

/** The text of an option: as it is, or the contents of a file when it begins with `@`. */
export async function readTextOption(option: string, value: string): Promise<string> {
  if (!value.startsWith("@")) return value;
  const path = value.slice(1);
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new OptionError({
      option,
      received: value,
      message: `--${option}: the file ${path} cannot be read.`,
      fix: "Give the text itself, or @ and the path of a file that exists.",
      cause,
    });
  }
}

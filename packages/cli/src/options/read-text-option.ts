import { readFile } from "node:fs/promises";
import { OptionError } from "@whileai/core";

const TEXT_OR_FILE = "Give the text itself, or @ and the path of a file that exists.";

/** The text of an option: as it is, or the contents of a file when it begins with `@`. */
export async function readTextOption(option: string, value: string): Promise<string> {
  return value.startsWith("@") ? readFileOption(option, value.slice(1), TEXT_OR_FILE) : value;
}

/** The contents of a file that an option names. */
export async function readFileOption(option: string, path: string, fix: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new OptionError({
      option,
      received: path,
      message: `--${option}: the file ${path} cannot be read.`,
      fix,
      cause,
    });
  }
}

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { asSentence, describeError, OptionError } from "@whileai/core";

/**
 * What a module exports under a name: `bot.mjs#answer`, without a name its default export.
 *
 * @throws OptionError in the name of the option, for a module that cannot be loaded or has no such export.
 */
export async function loadExport(option: string, reference: string): Promise<unknown> {
  const [path = "", name = "default"] = reference.split("#");
  const refuse = (message: string, cause?: unknown) =>
    new OptionError({
      option,
      received: reference,
      message,
      fix: `Write --${option} file.mjs#name, naming an exported function.`,
      cause,
    });
  let loaded: Record<string, unknown>;
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (cause) {
    throw refuse(`--${option}: ${path} cannot be loaded: ${asSentence(describeError(cause))}`, cause);
  }
  if (loaded[name] === undefined)
    throw refuse(`--${option}: ${path} exports no ${name}; it exports ${Object.keys(loaded).join(", ") || "nothing"}.`);
  return loaded[name];
}

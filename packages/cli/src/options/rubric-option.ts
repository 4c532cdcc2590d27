import { asSentence, describeError, isRecord, OptionError } from "@whileai/core";
import { Rubric, type RubricObject, type RubricOptions } from "@whileai/judges";
import { readFileOption, readTextOption } from "./read-text-option.js";

/** A rubric given by the path of its file; a sentence that ends so has spaces. */
const RUBRIC_FILE = /^@?\S+\.(?:md|txt|json)$/i;

/** The rubric of `--rubric`: prose as it is or from a file (`rubric.md`, `@notes`), or the items of a `Rubric` (`rubric.json`). */
export async function readRubricOption(value: string): Promise<string | RubricObject> {
  if (!RUBRIC_FILE.test(value)) return readTextOption("rubric", value);
  const path = value.replace(/^@/, "");
  const text = await readFileOption("rubric", path, "Give the text itself, or the path of a file that exists.");
  if (!/\.json$/i.test(path)) return text;
  const refuse = (what: string, cause?: unknown): OptionError =>
    new OptionError({
      option: "rubric",
      received: path,
      message: `--rubric: ${path} ${what}`,
      fix: 'Write {"criteria": [{"title": "No invented facts", "kind": "hard"}, "Polite"]}.',
      cause,
    });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw refuse(`is not JSON: ${asSentence(describeError(cause))}`, cause);
  }
  if (!isRecord(data)) throw refuse("is no rubric.");
  return Rubric(data as unknown as RubricOptions);
}

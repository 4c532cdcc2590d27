import { checkOptions, describeError, frozenCopy, type NotJson, notJson, optionRule } from "@whileai/core";
import { type Constitution, createConstitution } from "./constitution.js";
import { constitutionError } from "./constitution-error.js";
import { type ConstitutionFormat, formatOfPath, parseConstitutionText } from "./parse-constitution-text.js";
import { readConstitution } from "./read-constitution.js";

/** Options of {@link loadSpec}. */
export interface LoadSpecOptions {
  /** The id of the constitution; the document's own unless given. */
  readonly specId?: string | undefined;
  /** How a file is written; told from its ending unless given. */
  readonly format?: ConstitutionFormat | undefined;
}

/**
 * Reads a constitution: how an agent should behave, one principle a trait. From a JSON, YAML or Markdown file (path or
 * file URL), or from an object or list that is at hand.
 *
 * The document is an object with `traits` (or a list of them); a trait is its principle as text or `{ id, name,
 * principle, authority: "must" | "should" | "may", examples: [{ prompt, good: [replies], bad: [replies] }] }`. In Markdown
 * each `## Name (must) {#id}` is a trait with its principle below. What is not understood is refused with its place:
 * unknown keys, empty principles, other authorities, two traits with one id. In YAML every value is a text as it is written.
 *
 * `version` is a hash of ids, names, principles and authorities, the same as the Python package gives: an edit of one
 * character is a new version. Reading files needs Node; objects work everywhere.
 *
 * Throws an OptionError for a document that is none and for a file that cannot be read.
 *
 * @example
 * const spec = await loadSpec({ id: "shop", traits: [{ id: "honest", principle: "Never claim what no tool said.", authority: "must" }] });
 * spec.behaviors(); // ["honest"]
 */
export async function loadSpec(
  source: string | URL | readonly unknown[] | Readonly<Record<string, unknown>>,
  options: LoadSpecOptions = {},
): Promise<Constitution> {
  checkOptions("loadSpec", options, {
    specId: optionRule.notBlank,
    format: optionRule.oneOf(["json", "yaml", "markdown"]),
  });
  const isFile = typeof source === "string" || source instanceof URL;
  const document = isFile ? await readFileDocument(source, options.format) : plainDocument(source);
  return createConstitution(readConstitution(document, options.specId));
}

/** The document as it is now: whoever gave it may change it later, and its version would no longer fit it. */
function plainDocument(source: unknown): unknown {
  const bad = jsonFlaw(source);
  if (bad === undefined) return frozenCopy(source);
  throw constitutionError({
    place: bad.field,
    problem: `is no plain JSON: ${bad.found}.`,
    fix: "Give what JSON can hold: texts, lists and objects.",
  });
}

/** What JSON cannot hold of a value, or that it throws when it is looked at. */
function jsonFlaw(source: unknown): NotJson | undefined {
  try {
    return notJson(source);
  } catch (error) {
    return { field: "", found: `it cannot be read (${describeError(error)})`, isNumber: false };
  }
}

async function readFileDocument(path: string | URL, given: ConstitutionFormat | undefined): Promise<unknown> {
  const name = String(path);
  const format = given ?? formatOfPath(name);
  if (format === undefined)
    throw constitutionError({
      place: "",
      problem: `is in a file whose ending says no format: ${name.slice(0, 200)}.`,
      fix: "Name the file .json, .yaml or .md, or give `format`.",
    });
  const { readFile } = await import("node:fs/promises");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw constitutionError({
      place: "",
      problem: `cannot be read from ${name.slice(0, 200)}: ${(error as NodeJS.ErrnoException).code ?? "unknown error"}.`,
      fix: "Check the path.",
      cause: error,
    });
  }
  return parseConstitutionText(text, format);
}

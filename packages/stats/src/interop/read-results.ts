import { checkOptions, optionRule, RowError } from "@whileai/core";
import { type CsvOptions, csvRows } from "./csv/csv-rows.js";
import { formatOf, isTableHeader, unknownFormat } from "./detect-format.js";
import { guarded } from "./guarded.js";
import type { InspectOptions } from "./inspect/inspect-options.js";
import { inspectRows } from "./inspect/inspect-rows.js";
import { jsonLines } from "./json-lines.js";
import { type LmEvalOptions, lmEvalRows } from "./lm-eval/lm-eval-rows.js";
import { ownRows } from "./own-rows.js";
import { parseJson, textOf } from "./parse-json.js";
import { type PromptfooOptions, promptfooRows } from "./promptfoo/promptfoo-rows.js";
import { READING_RULES } from "./reading-rules.js";
import { type ResultsInput, resultsContent } from "./results-input.js";
import { RESULTS_FORMATS, type Results, type ResultsFormat } from "./results-report.js";
import type { ReadingOptions } from "./results-tally.js";
import { type VitestEvalsOptions, vitestEvalsRows } from "./vitest-evals/vitest-evals-rows.js";
import { isZip } from "./zip/zip-entries.js";

type Own<Options extends ReadingOptions> = Omit<Options, keyof ReadingOptions>;

/** Options of `readResults`. The groups hold for their format alone. */
export interface ReadResultsOptions extends ReadingOptions {
  /** The format. Default: found out. */
  readonly format?: ResultsFormat | undefined;
  readonly inspect?: Own<InspectOptions> | undefined;
  readonly promptfoo?: Own<PromptfooOptions> | undefined;
  readonly vitestEvals?: Own<VitestEvalsOptions> | undefined;
  readonly lmEval?: Own<LmEvalOptions> | undefined;
  readonly csv?: Own<CsvOptions> | undefined;
}

const RULES = {
  ...READING_RULES,
  format: optionRule.oneOf(RESULTS_FORMATS),
  inspect: optionRule.record,
  promptfoo: optionRule.record,
  vitestEvals: optionRule.record,
  lmEval: optionRule.record,
  csv: optionRule.record,
};

/**
 * Rows from a file of results in any of the known formats; `report.format` says which it was taken for. A name that ends in `.csv` or `.tsv`
 * settles that it is a table; otherwise what the file holds decides.
 *
 * @throws RowError that names what was expected, when the format is none of them.
 *
 * @example
 * const { rows, report } = readResults(await readFile(path), { name: path });
 * console.log(`${report}\n${passAt(rows)}`);
 */
export function readResults(results: ResultsInput, options: ReadResultsOptions = {}): Results {
  checkOptions("readResults", options, RULES);
  return guarded(options.name, () => {
    const { format, content } = recognised(results, options);
    return read(format, content, options);
  });
}

function read(format: ResultsFormat, content: ResultsInput, options: ReadResultsOptions): Results {
  const { name, onBadEntry } = options;
  const shared = { name, onBadEntry };
  switch (format) {
    case "inspect":
      return inspectRows(content, { ...options.inspect, ...shared });
    case "promptfoo":
      return promptfooRows(content, { ...options.promptfoo, ...shared });
    case "vitest-evals":
      return vitestEvalsRows(content, { ...options.vitestEvals, ...shared });
    case "lm-eval":
      return lmEvalRows(content, { ...options.lmEval, ...shared });
    case "csv":
      return csvRows(content as string | Uint8Array, { ...options.csv, ...shared });
    case "rows":
      return ownRows(content, shared);
  }
}

interface Recognised {
  readonly format: ResultsFormat;
  readonly content: ResultsInput;
}

function recognised(results: ResultsInput, { format, name }: ReadResultsOptions): Recognised {
  const given = resultsContent(results, name);
  if (format !== undefined) return { format, content: given };
  if (typeof given !== "string" && !(given instanceof Uint8Array)) {
    const known = formatOf(given);
    if (known === undefined) throw unknownFormat(given, name);
    return { format: known, content: given };
  }
  if (given instanceof Uint8Array && isZip(given)) return { format: "inspect", content: given };
  const text = textOf(given, { name });
  if (/\.[ct]sv$/i.test(name ?? "")) return { format: "csv", content: text };
  if (text.trim() === "")
    throw new RowError({
      path: name,
      code: "format_unknown",
      message: "there is nothing in these results.",
      fix: "Check that the run ended and wrote them.",
    });
  const parsed = firstOf(text, name);
  const known = formatOf(parsed);
  if (known !== undefined) return { format: known, content: text };
  if (isTableHeader(text.slice(0, text.indexOf("\n") + 1 || undefined))) return { format: "csv", content: text };
  throw unknownFormat(parsed, name);
}

/** What tells the format: the first line when that is JSON on its own, else the whole. */
function firstOf(text: string, name: string | undefined): unknown {
  const [line = ""] = text.trimStart().split("\n", 1);
  const first = jsonLines(line)?.[0];
  if (first !== undefined && text.trim() !== line.trim()) return first;
  try {
    return parseJson(text, { name });
  } catch (error) {
    // Of what begins as JSON, as a log that was cut does, the complaint says more than that its format is not known.
    if (/^\s*[[{]/.test(text)) throw error;
    return undefined;
  }
}

import { asSentence, describeError, OptionError, type Row } from "@whileai/core";
import { readRows } from "@whileai/core/node";
import { type AttachLabelsOptions, attachLabels, type LabelsInput } from "@whileai/judges";
import type { Terminal } from "../terminal/terminal.js";
import { readFileOption } from "./read-text-option.js";

/**
 * Rows with the labels of a file: `.jsonl` with a record a line, `.json` with a list of records or an object of labels by key.
 *
 * @throws OptionError for a file that cannot be read, and what `attachLabels` throws.
 */
export async function withLabels(
  rows: Row[],
  path: string | undefined,
  options: AttachLabelsOptions,
  terminal: Terminal,
): Promise<Row[]> {
  if (path === undefined) return rows;
  const labelled = attachLabels(rows, await readLabels(path), options);
  terminal.note(labelled.report.toString());
  return labelled.rows;
}

async function readLabels(path: string): Promise<LabelsInput> {
  if (!/\.json$/i.test(path)) {
    const records: Row[] = [];
    for await (const record of readRows(path)) records.push(record);
    return records;
  }
  const text = await readFileOption("labels", path, "Check the path.");
  try {
    return JSON.parse(text) as LabelsInput;
  } catch (cause) {
    throw new OptionError({
      option: "labels",
      received: path,
      message: `--labels: ${path} is not JSON: ${asSentence(describeError(cause))}`,
      fix: 'Write {"<rollout_id>": 1, …}, or a list of {"rollout_id", "label", "annotator"}.',
      cause,
    });
  }
}

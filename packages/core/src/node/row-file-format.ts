import { OptionError } from "../errors/option-error.js";

/** How the rows of a file are laid out, told by its name. */
export interface RowFileFormat {
  readonly layout: "lines" | "array";
  readonly gzip: boolean;
}

const FORMATS: readonly (readonly [ending: string, format: RowFileFormat])[] = [
  [".jsonl", { layout: "lines", gzip: false }],
  [".jsonl.gz", { layout: "lines", gzip: true }],
  [".ndjson", { layout: "lines", gzip: false }],
  [".ndjson.gz", { layout: "lines", gzip: true }],
  [".json", { layout: "array", gzip: false }],
  [".json.gz", { layout: "array", gzip: true }],
];

/** What the `datasets` package calls the formats that are not written here. */
const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  [".parquet", "to_parquet"],
  [".csv", "to_csv"],
]);

function conversion(path: string, ending: string): string {
  const source = `${path.slice(0, path.length - ending.length)}.jsonl`;
  const call = CONVERSIONS.get(ending);
  if (call === undefined) return `Use ${source}.`;
  const python = `from datasets import load_dataset; load_dataset('json', data_files='${source}', split='train').${call}('${path}')`;
  return `Use ${source}; python -c "${python}" converts it.`;
}

/**
 * The format of a row file, by its extension: `.jsonl` and `.ndjson` hold one row a line, `.json` one array, each also
 * with `.gz` after it.
 *
 * @throws OptionError for every other extension; for `.parquet` and `.csv` it names the line of Python that converts.
 */
export function rowFileFormat(path: string): RowFileFormat {
  if (typeof path !== "string" || path === "")
    throw new OptionError({
      option: "path",
      received: path,
      message: "a row file needs a path.",
      fix: "Give a path such as train.jsonl.",
    });
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const known = FORMATS.find(([ending]) => name.endsWith(ending));
  if (known !== undefined) return known[1];
  const dot = name.lastIndexOf(".");
  const ending = dot < 0 ? "" : name.slice(dot);
  throw new OptionError({
    option: "path",
    received: path,
    message: `${path}: rows are kept in .jsonl, .jsonl.gz or .json files, not ${ending === "" ? "in files without an extension" : ending}.`,
    fix: conversion(path, ending),
  });
}

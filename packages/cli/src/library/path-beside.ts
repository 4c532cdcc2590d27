/** What `rowFileFormat` of `@whileai/core/node` accepts. */
const ROW_FILE_ENDING = /\.(?:jsonl|ndjson|json)(?:\.gz)?$/i;

/** A file that belongs to a file of rows: `rows.jsonl` has `rows.manifest.json` beside it. Never that file itself. */
export function pathBeside(rowsPath: string, ending: string): string {
  return `${rowsPath.replace(ROW_FILE_ENDING, "")}.${ending}`;
}

/** A second file of rows in the same format: `train.jsonl.gz` has `train.rollouts.jsonl.gz` beside it. */
export function rowsPathBeside(rowsPath: string, name: string): string {
  const [ending = ""] = ROW_FILE_ENDING.exec(rowsPath) ?? [];
  return pathBeside(rowsPath, `${name}${ending}`);
}

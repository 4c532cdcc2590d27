import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RowError } from "../errors/row-error.js";
import { isRecord } from "../json/json.js";
import { parsedLine } from "./row-lines.js";

export const RUN_SCHEMA = "whileai-run/1";

const isOtherVersion = (schema: string): boolean => schema !== RUN_SCHEMA && /^whileai-run\/\d+$/.test(schema);

/** The file of a run folder that says what was asked. */
export const MANIFEST = "manifest.json";

/** What a run was started with. Everything else in it is kept as it is. */
export interface RunManifest {
  readonly schema: typeof RUN_SCHEMA;
  /** Hash of what decides the rows. */
  readonly options_hash: string;
  readonly [field: string]: unknown;
}

/**
 * The manifest of a run folder; undefined where there is none.
 *
 * @throws RowError for a manifest that whileai did not write, or that was cut.
 */
export async function readRunManifest(dir: string): Promise<RunManifest | undefined> {
  const path = join(dir, MANIFEST);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  const found = parsed(text);
  if (isRecord(found) && found.schema === RUN_SCHEMA && typeof found.options_hash === "string")
    return found as unknown as RunManifest;
  if (isRecord(found) && typeof found.schema === "string" && isOtherVersion(found.schema))
    throw new RowError({
      path,
      code: "manifest_version",
      message: `this run was begun by another version of whileai: its manifest is a ${found.schema}, and this one reads ${RUN_SCHEMA}.`,
      fix: "Go on with it with the version that began it, or give another folder.",
    });
  throw new RowError({
    path,
    code: "manifest_invalid",
    message: "this is not the manifest of a run, or it was cut.",
    fix: "Give another folder; the rows beside it are in rows.jsonl.",
  });
}

function parsed(text: string): unknown {
  try {
    return parsedLine(text);
  } catch {
    return undefined;
  }
}

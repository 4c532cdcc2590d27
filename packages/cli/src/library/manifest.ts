import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord, RowError, type ToolSchema } from "@whileai/core";
import { pathBeside } from "./path-beside.js";

/** What rows alone do not say: the tools and the system prompt that the agent had, and how the run was made. */
export interface Manifest {
  readonly systemPrompt: string;
  readonly tools: readonly ToolSchema[];
  readonly mode?: string | undefined;
  readonly seed?: number | undefined;
}

const MANIFEST_SCHEMA = "whileai-manifest/1";
/** The manifest of a run folder, which lies beside its rows.jsonl. */
const RUN_MANIFEST = "manifest.json";
const RUN_SCHEMA = "whileai-run/1";
const KNOWN_SCHEMAS: ReadonlySet<unknown> = new Set([MANIFEST_SCHEMA, RUN_SCHEMA]);

/** The manifest beside a file of rows: `rows.jsonl` has `rows.manifest.json`. */
export const manifestPath = (rowsPath: string): string => pathBeside(rowsPath, "manifest.json");

/** Writes the manifest beside a file of rows, all or nothing. */
export async function writeManifest(rowsPath: string, manifest: Manifest): Promise<void> {
  const path = manifestPath(rowsPath);
  const { systemPrompt, tools, mode, seed } = manifest;
  const wire = { schema: MANIFEST_SCHEMA, system_prompt: systemPrompt, tools, mode, seed };
  await writeFile(`${path}.tmp`, `${JSON.stringify(wire, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/**
 * Reads the manifest beside a file of rows, or that of the run folder it lies in; undefined when there is none. One that
 * cannot be read is a RowError.
 */
export async function readManifest(rowsPath: string): Promise<Manifest | undefined> {
  const beside = manifestPath(rowsPath);
  const path = existsSync(beside) ? beside : join(dirname(rowsPath), RUN_MANIFEST);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const unreadable = (cause?: unknown) =>
    new RowError({
      path,
      message: "The manifest is not one that whileai wrote.",
      fix: "Delete it, or write the rows again with save().",
      cause,
    });
  let wire: unknown;
  try {
    wire = JSON.parse(text);
  } catch (cause) {
    if (path !== beside) return undefined;
    throw unreadable(cause);
  }
  // Any program may call a file manifest.json.
  if (path !== beside && (!isRecord(wire) || wire.schema !== RUN_SCHEMA)) return undefined;
  if (!isRecord(wire) || !KNOWN_SCHEMAS.has(wire.schema) || !Array.isArray(wire.tools)) throw unreadable();
  return {
    systemPrompt: typeof wire.system_prompt === "string" ? wire.system_prompt : "",
    tools: wire.tools as ToolSchema[],
    mode: typeof wire.mode === "string" ? wire.mode : undefined,
    seed: typeof wire.seed === "number" ? wire.seed : undefined,
  };
}

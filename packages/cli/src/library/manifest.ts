import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isRecord, RowError, type ToolSchema, WhileaiError } from "@whileai/core";
import { pathBeside } from "./path-beside.js";
import type { RowsContext } from "./rows-context.js";

/** What rows alone do not say: the tools and the system prompt that the agent had, and how the run was made. */
export interface Manifest {
  readonly systemPrompt: string;
  readonly tools: readonly ToolSchema[];
  readonly mode?: string | undefined;
  readonly seed?: number | undefined;
}

const MANIFEST_SCHEMA = "whileai-manifest/1";

/** What is known beside rows, as a manifest; nothing known is an empty prompt and no tools. */
export const manifestOf = ({ systemPrompt = "", tools = [], mode, seed }: RowsContext): Manifest => ({
  systemPrompt,
  tools,
  mode,
  seed,
});

/** The manifest beside a file of rows: `rows.jsonl` has `rows.manifest.json`. */
export const manifestPath = (rowsPath: string): string => pathBeside(rowsPath, "manifest.json");

/** Writes the manifest beside a file of rows, all or nothing. */
export async function writeManifest(rowsPath: string, manifest: Manifest): Promise<void> {
  const { writeJsonFile } = await import("@whileai/core/node");
  const { systemPrompt, tools, mode, seed } = manifest;
  const wire = { schema: MANIFEST_SCHEMA, system_prompt: systemPrompt, tools, mode, seed };
  await writeJsonFile(manifestPath(rowsPath), wire);
}

/**
 * Reads the manifest beside a file of rows, or that of the run folder it lies in; undefined when there is none. One that
 * cannot be read is a RowError.
 */
export async function readManifest(rowsPath: string): Promise<Manifest | undefined> {
  const { readRunManifest, RUN_SCHEMA } = await import("@whileai/core/node");
  const path = manifestPath(rowsPath);
  let wire: unknown;
  try {
    wire = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(path, error);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // Any program may call a file manifest.json: one that is no run's says nothing of these rows.
    wire = await readRunManifest(dirname(rowsPath)).catch((cause: unknown) => {
      if (!WhileaiError.isInstance(cause)) throw cause;
    });
    if (wire === undefined) return undefined;
  }
  if (!isRecord(wire) || (wire.schema !== MANIFEST_SCHEMA && wire.schema !== RUN_SCHEMA) || !Array.isArray(wire.tools))
    throw unreadable(path);
  return {
    systemPrompt: typeof wire.system_prompt === "string" ? wire.system_prompt : "",
    tools: wire.tools as ToolSchema[],
    mode: typeof wire.mode === "string" ? wire.mode : undefined,
    seed: typeof wire.seed === "number" ? wire.seed : undefined,
  };
}

const unreadable = (path: string, cause?: unknown): RowError =>
  new RowError({
    path,
    message: "The manifest is not one that whileai wrote.",
    fix: "Delete it, or write the rows again with save().",
    cause,
  });

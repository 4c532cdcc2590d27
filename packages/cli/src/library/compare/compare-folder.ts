import { join } from "node:path";
import {
  canonicalJson,
  isBackend,
  isRecord,
  normalizeTools,
  plainJson,
  type Row,
  sha256Hex,
  taskKey,
} from "@whileai/core";
import type { CapturedSettings } from "@whileai/core/settings";
import { rowsPathBeside } from "../path-beside.js";
import type { CompareOptions, CompareSide } from "./compare-options.js";

/** Hex digits that tell one comparison's folder from another's. */
const ID_DIGITS = 16;
const DEFAULT_PARENT = ".whileai/runs";

/** One of the folders inside a comparison's. */
export type CompareFolder = "tasks" | "before" | "after";

/**
 * The folder of a comparison; undefined where it is kept in memory alone. Without one of the caller's own it is named by
 * everything that decides the rows, so that the same call finds it again: sides that are alike still get a folder each.
 */
export function compareFolder(
  options: CompareOptions,
  sides: readonly CompareSide[],
  tasks: readonly Row[] | undefined,
  settings: CapturedSettings,
): string | undefined {
  const dir = options.store?.dir;
  if (dir !== undefined) return dir === false ? undefined : dir;
  if (!sides.some(({ agent }) => typeof agent !== "function" && settings.resolve("agent", agent).spec !== null))
    return undefined;
  const { before, after, agent, tools, systemPrompt, sampling, execute, judge, grading, tasks: _, ...rest } = options;
  const { store, limits, signal, onProgress, ...deciding } = rest;
  const identity = {
    ...deciding,
    sides: sides.map((side) => ({ ...side, tools: normalizeTools(side.tools ?? []) })),
    tasks: tasks?.map((row) => [taskKey(row), isRecord(row) ? row.prompt : null]),
  };
  return join(DEFAULT_PARENT, `compare-${sha256Hex(canonicalJson(plainJson(named(identity))), ID_DIGITS)}`);
}

/** Where one part of a comparison is kept. */
export function storeOf(
  options: CompareOptions,
  folder: string | undefined,
  part: CompareFolder,
): CompareOptions["store"] {
  const { store } = options;
  const { cassette } = store ?? {};
  // The other side asks the same: it must not be given this side's answers.
  const own = (path: string): string => rowsPathBeside(path, part);
  return {
    ...store,
    dir: folder === undefined ? false : join(folder, part),
    cassette: typeof cassette === "object" ? { ...cassette, path: own(cassette.path) } : cassette && own(cassette),
  };
}

/** A value with functions and backends by their names, which is how runs know them again. */
function named(value: unknown): unknown {
  if (typeof value === "function") return `function ${value.name}`;
  if (isBackend(value)) return [value.provider, value.model, value.spec, value.url];
  if (Array.isArray(value)) return value.map(named);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, named(entry)]));
}

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

const IGNORED = /(^|\/)(\.[^/]*|__pycache__)(\/|$)/;
/** The description of the folder itself or of one family; a README further down is part of a vector. */
const DESCRIPTION = /^([^/]+\/)?README\.md$/;

/** Every file under a folder, as sorted paths with "/" relative to it. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found: string[] = [];
  const visit = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = posix.join(inside, entry.name);
      if (IGNORED.test(path)) continue;
      if (entry.isDirectory()) visit(path);
      else found.push(path);
    }
  };
  visit("");
  return found.sort();
}

/** Every vector file under a golden folder: all files but the descriptions. */
export function listVectorFiles(folder: string): string[] {
  return listFiles(folder).filter((path) => !DESCRIPTION.test(path));
}

function parseLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);
}

/**
 * One vector as a runner gets it: parsed `.json`, a list of parsed `.jsonl` lines, other files as text, and a path that
 * ends in "/" as a Map from each file inside to its text.
 */
export function readVector(folder: string, file: string): unknown {
  const path = join(folder, file);
  if (file.endsWith("/"))
    return new Map(listFiles(path).map((inside) => [inside, readFileSync(join(path, inside), "utf8")]));
  const text = readFileSync(path, "utf8");
  if (file.endsWith(".json")) return JSON.parse(text);
  return file.endsWith(".jsonl") ? parseLines(text) : text;
}

/** Whether a path a runner names is there. */
export function hasVector(folder: string, file: string): boolean {
  const path = join(folder, file);
  return existsSync(path) && (!file.endsWith("/") || statSync(path).isDirectory());
}

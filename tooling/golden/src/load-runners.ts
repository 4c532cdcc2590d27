import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { GoldenRunner } from "./golden-runner.js";

/** A runner with the file it came from, or why it could not be loaded. */
export interface LoadedRunner {
  /** `stats/pass-at.golden.ts`: the package and the file. */
  readonly name: string;
  readonly runner: GoldenRunner | null;
  readonly problem?: string;
}

const RUNNER_FILE = /\.golden\.ts$/;

const isRunner = (value: unknown): value is GoldenRunner =>
  typeof value === "object" && value !== null && "run" in value && Array.isArray((value as GoldenRunner).files);

async function loadRunner(path: string): Promise<LoadedRunner> {
  const name = `${basename(dirname(dirname(path)))}/${basename(path)}`;
  try {
    const { runner } = (await import(pathToFileURL(path).href)) as { runner?: unknown };
    if (isRunner(runner)) return { name, runner };
    return { name, runner: null, problem: "it has no export `runner` with `files` and `run`" };
  } catch (error) {
    return { name, runner: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The runners of one golden folder (`packages/stats/golden`), by file name. */
export async function loadRunners(folder: string): Promise<LoadedRunner[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => RUNNER_FILE.test(file));
  return Promise.all(files.sort().map((file) => loadRunner(join(folder, file))));
}

/** The golden folders of every package in a repository. */
export function goldenFolders(root: string): string[] {
  const packages = join(root, "packages");
  return readdirSync(packages)
    .sort()
    .map((name) => join(packages, name, "golden"))
    .filter((folder) => existsSync(folder));
}

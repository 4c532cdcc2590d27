import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { closestText } from "./closest-text.js";
import { goldenFolders, loadRunners } from "./load-runners.js";
import { renderOutcomes, totals } from "./render-outcomes.js";
import { type FileOutcome, runGolden, vectorNames } from "./run-golden.js";
import { listVectorFiles } from "./vector-folder.js";

const USAGE_ERROR = 64;
const FLAGS = ["--only", "--json"];

/** Where the vectors lie when no folder is given: beside the repository. */
const DEFAULT_FOLDER = join("..", "shared", "golden");
const FIXTURES = "__fixtures__";

/** What the command printed and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
  /** Remarks and complaints, for stderr. */
  readonly remarks: readonly string[];
}

interface Arguments {
  folder: string | undefined;
  only: string | undefined;
  json: boolean;
}

class UsageError extends Error {}

function parseArguments(words: readonly string[]): Arguments {
  const parsed: Arguments = { folder: undefined, only: undefined, json: false };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift() as string;
    const [flag, inline] = word.startsWith("--only=") ? ["--only", word.slice("--only=".length)] : [word, undefined];
    if (flag === "--") continue;
    if (flag === "--json") parsed.json = true;
    else if (flag === "--only") {
      parsed.only = inline ?? rest.shift();
      if (!parsed.only) throw new UsageError("--only needs the name of a vector file");
    } else if (flag.startsWith("-"))
      throw new UsageError(`unknown flag ${flag}; did you mean ${closestText(flag, FLAGS)}?`);
    else if (parsed.folder !== undefined) throw new UsageError(`one folder at a time: ${parsed.folder} or ${flag}`);
    else parsed.folder = flag;
  }
  return parsed;
}

const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, "").replace(/\/$/, "");

/** All spellings under which `--only` finds a vector: its path or last part, with and without the extension, its family. */
function spellings(file: string): string[] {
  const bare = withoutExtension(file);
  const last = bare.split("/").at(-1) as string;
  const folders = bare.split("/").slice(0, -1);
  const parents = folders.map((_, index) => folders.slice(0, index + 1).join("/"));
  return [file, bare, last, ...parents, ...parents.map((parent) => `${parent}/`)];
}

function chooseOnly(only: string | undefined, names: readonly string[]): (name: string) => boolean {
  if (only === undefined) return () => true;
  const matching = new Set(names.filter((name) => spellings(name).includes(only)));
  if (matching.size > 0) return (name) => matching.has(name);
  const near = closestText(only, [...new Set(names.flatMap(spellings))]);
  throw new UsageError(`--only ${only} matches no vector file${near === undefined ? "" : `; did you mean ${near}?`}`);
}

/**
 * `pnpm golden [DIR] [--only NAME] [--json]`: runs the runners of every package over the vectors in DIR. Without DIR
 * the vectors are those beside the repository and, where they are absent, the fixtures checked in with each package.
 *
 * @param root - The repository's root; relative folders are read from `workingFolder`.
 * @returns Exit code 0 when nothing failed, 1 on any failure, 64 on wrong usage.
 */
export async function goldenCommand(
  words: readonly string[],
  root: string,
  workingFolder: string,
): Promise<CommandResult> {
  try {
    const { folder, only, json } = parseArguments(words);
    const remarks: string[] = [];
    const outcomes: FileOutcome[] = [];
    const packages = goldenFolders(root);
    const shared = folder === undefined ? join(root, DEFAULT_FOLDER) : resolve(workingFolder, folder);
    if (folder !== undefined && listVectorFiles(shared).length === 0)
      throw new UsageError(`${folder} ${existsSync(shared) ? "holds no vector file" : "is not there"}`);
    if (listVectorFiles(shared).length > 0) {
      const runners = (await Promise.all(packages.map(loadRunners))).flat();
      outcomes.push(...(await runGolden(runners, shared, chooseOnly(only, vectorNames(runners, shared)))));
    } else {
      remarks.push(`${relative(root, shared)} is not there: running the fixtures that are checked in`);
      const sets = await Promise.all(
        packages.map(async (golden) => ({ runners: await loadRunners(golden), fixtures: join(golden, FIXTURES) })),
      );
      const wanted = chooseOnly(
        only,
        sets.flatMap(({ runners, fixtures }) => vectorNames(runners, fixtures)),
      );
      for (const { runners, fixtures } of sets) outcomes.push(...(await runGolden(runners, fixtures, wanted)));
    }
    const sums = totals(outcomes);
    const output = json ? JSON.stringify({ ...sums, files: outcomes }, null, 2) : renderOutcomes(outcomes);
    return { code: sums.failed > 0 ? 1 : 0, output, remarks };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: USAGE_ERROR, output: "", remarks: [`golden: ${error.message}`] };
  }
}

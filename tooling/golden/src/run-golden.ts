import type { GoldenResult } from "./golden-runner.js";
import type { LoadedRunner } from "./load-runners.js";
import { hasVector, listVectorFiles, readVector } from "./vector-folder.js";

/** How one vector file went. */
export interface FileOutcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly GoldenResult[];
  readonly pending: readonly GoldenResult[];
}

const failure = (id: string, detail: string): GoldenResult => ({ id, status: "failed", detail });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function runOne({ name, runner }: LoadedRunner, folder: string, file: string): Promise<readonly GoldenResult[]> {
  if (runner === null) return [];
  if (!hasVector(folder, file))
    return [{ id: file, status: "pending", detail: `${name} reads it, but the folder does not have it` }];
  try {
    const context = { read: (path: string) => readVector(folder, path) };
    const results = await runner.run(readVector(folder, file), file, context);
    // A runner that looks at nothing must not read as a pass.
    return results.length > 0 ? results : [failure(file, `${name} ran no case`)];
  } catch (error) {
    return [failure(file, `${name} threw: ${messageOf(error)}`)];
  }
}

/** A case that one runner leaves to another is pending only while no runner answers it. */
function gather(file: string, results: readonly GoldenResult[]): FileOutcome {
  const answered = new Set(results.filter(({ status }) => status !== "pending").map(({ id }) => id));
  return {
    file,
    passed: results.filter(({ status }) => status === "passed").length,
    failed: results.filter(({ status }) => status === "failed"),
    pending: results.filter(({ status, id }) => status === "pending" && !answered.has(id)),
  };
}

const covers = (claim: string, file: string): boolean =>
  claim === file || (claim.endsWith("/") && file.startsWith(claim));

/** Every name that `only` may hold: the vector files of the folder and what the runners read. */
export function vectorNames(runners: readonly LoadedRunner[], folder: string): string[] {
  const claims = runners.flatMap(({ runner }) => runner?.files ?? []);
  const loose = listVectorFiles(folder).filter((file) => !claims.some((claim) => covers(claim, file)));
  return [...new Set([...claims, ...loose])].sort();
}

/**
 * Runs every runner over the vector files of a folder. A vector that no runner reads is pending under its own name; a
 * runner that cannot be loaded, throws, or runs no case is a failure.
 *
 * @param wanted - Which names (see {@link vectorNames}) to run; all when left out.
 */
export async function runGolden(
  runners: readonly LoadedRunner[],
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<FileOutcome[]> {
  const inputs = runners.flatMap(({ runner }) => runner?.inputs ?? []);
  const outcomes: FileOutcome[] = runners
    .filter(({ runner }) => runner === null)
    .map(({ name, problem }) => gather(name, [failure(name, `cannot be loaded: ${problem}`)]));
  for (const file of vectorNames(runners, folder).filter(wanted)) {
    const readers = runners.filter(({ runner }) => runner?.files.includes(file));
    if (readers.length === 0) {
      if (inputs.some((input) => covers(input, file))) continue;
      outcomes.push(gather(file, [{ id: file, status: "pending", detail: "no runner reads it" }]));
      continue;
    }
    const results: GoldenResult[] = [];
    for (const reader of readers) results.push(...(await runOne(reader, folder, file)));
    outcomes.push(gather(file, results));
  }
  return outcomes;
}

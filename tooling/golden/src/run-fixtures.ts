import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadRunners } from "./load-runners.js";
import { type FileOutcome, runGolden } from "./run-golden.js";
import { hasVector } from "./vector-folder.js";

/**
 * Runs a package's golden runners over the vectors checked in beside them (`golden/__fixtures__/<family>/<file>`), for a
 * test that a clean clone can run.
 *
 * @example
 * // packages/stats/golden/golden.test.ts
 * const outcomes = await runFixtures(new URL(".", import.meta.url));
 * test.each(outcomes)("$file", ({ passed, failed }) => {
 *   expect(failed).toEqual([]);
 *   expect(passed).toBeGreaterThan(0);
 * });
 */
export async function runFixtures(goldenFolder: URL): Promise<FileOutcome[]> {
  const folder = fileURLToPath(goldenFolder);
  const fixtures = join(folder, "__fixtures__");
  return runGolden(await loadRunners(folder), fixtures, (file) => hasVector(fixtures, file));
}

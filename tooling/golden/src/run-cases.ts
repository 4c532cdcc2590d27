import { decodeNumbers } from "./decode-numbers.js";
import type { GoldenResult } from "./golden-runner.js";

/** One case of a vector file: free fields, an id or a name where the file gives one. */
export type GoldenCase = Readonly<Record<string, unknown>>;

/** What a check gives back for one case: its failures (none: passed), or why it cannot be checked yet. */
export type CaseOutcome = readonly string[] | { readonly pending: string };

function caseList(content: unknown): readonly GoldenCase[] {
  const list =
    typeof content === "object" && content !== null && "cases" in content ? (content as GoldenCase).cases : content;
  if (!Array.isArray(list)) throw new TypeError("the vector file holds no list of cases");
  return list as GoldenCase[];
}

const caseId = (entry: GoldenCase, index: number): string => String(entry?.id ?? entry?.name ?? `#${index}`);

const messageOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : `${error}`);

/**
 * Runs a check over every case of a vector file (`{cases: […]}` or a bare list) with `{"$num"}` decoded. A check that
 * throws fails its own case only.
 *
 * @example
 * runCases(content, ({ input, expected }) => differences(square(input), expected));
 */
export async function runCases(
  content: unknown,
  check: (entry: GoldenCase) => CaseOutcome | Promise<CaseOutcome>,
): Promise<GoldenResult[]> {
  const results: GoldenResult[] = [];
  for (const [index, raw] of caseList(content).entries()) {
    const entry = decodeNumbers(raw) as GoldenCase;
    const id = caseId(entry, index);
    try {
      const outcome = await check(entry);
      if ("pending" in outcome) results.push({ id, status: "pending", detail: outcome.pending });
      else if (outcome.length === 0) results.push({ id, status: "passed" });
      else results.push({ id, status: "failed", detail: outcome.join("; ") });
    } catch (error) {
      results.push({ id, status: "failed", detail: `threw ${messageOf(error)}` });
    }
  }
  return results;
}

/** True when a case's `expected` is `{"throws": true}`. */
export function expectsThrow(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && (expected as { throws?: unknown }).throws === true;
}

/**
 * The failures of a case that must throw a typed error: none when `call` throws an error for which `isTyped` holds.
 *
 * @example
 * throwFailures(() => passAt([], { k: 0 }), WhileaiError.isInstance);
 */
export async function throwFailures(call: () => unknown, isTyped: (error: unknown) => boolean): Promise<string[]> {
  try {
    await call();
  } catch (error) {
    return isTyped(error) ? [] : [`expected a typed error, got ${messageOf(error)}`];
  }
  return ["expected a typed error, got a result"];
}

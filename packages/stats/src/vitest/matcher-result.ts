/** What vitest gives a matcher as `this`, as far as ours read it. */
export interface MatcherContext {
  /** Whether the assertion was turned around by `.not`. */
  readonly isNot?: boolean | undefined;
}

/** What a matcher gives back to vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What a matcher found out. */
export interface Finding {
  /** The assertion as it was written, without `expect(…)`. */
  readonly call: string;
  /** Null when the rows cannot tell: then the assertion fails, with `.not` too. */
  readonly holds: boolean | null;
  /** What was found, in sentences that are true whether or not `.not` was used. */
  readonly reason: string;
  /** The text of the report behind it. */
  readonly report: string;
}

/** A finding as vitest reads it. */
export function matcherResult({ isNot = false }: MatcherContext, finding: Finding): MatcherResult {
  const { call, holds, reason, report } = finding;
  const told = holds === null ? `The rows cannot tell, so this fails with \`.not\` too. ${reason}` : reason;
  return {
    pass: holds ?? isNot,
    message: () => `expect(rows).${isNot ? "not." : ""}${call}\n\n${told}\n\n${report}`,
  };
}

/** Options as they stand in a message; functions by what they are. */
export function shownOptions(options: object): string {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const shown = entries.map(([name, value]) => {
    if (typeof value === "function") return `${name}: ${value.name === "" ? "a function" : value.name}`;
    return `${name}: ${JSON.stringify(value)}`;
  });
  return shown.length === 0 ? "" : `{ ${shown.join(", ")} }`;
}

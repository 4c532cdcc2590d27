import { STAMP_NAMES, type StampName } from "../pass-at/run-stamps.js";

/** What can be edited between two runs, and the recorded facts that such a change moves. */
const FACTS_OF_CHANGE = {
  system_prompt: ["prompt_hash"],
  tools: ["prompt_hash"],
  agent: ["prompt_hash", "temperature", "max_tokens"],
} as const;

/** A change made on purpose between two runs: by what was edited, or by the recorded fact itself. */
export type DeclaredChange = keyof typeof FACTS_OF_CHANGE | StampName | "situations";

export const DECLARED_CHANGES: readonly string[] = /* @__PURE__ */ (() => [
  ...Object.keys(FACTS_OF_CHANGE),
  ...STAMP_NAMES,
  "situations",
])();

/** The recorded facts that may differ because of the declared changes. */
export const declaredFacts = (changed: readonly DeclaredChange[]): ReadonlySet<string> =>
  new Set(changed.flatMap((change) => FACTS_OF_CHANGE[change as keyof typeof FACTS_OF_CHANGE] ?? [change]));

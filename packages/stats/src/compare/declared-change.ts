/** What can be declared as changed on purpose, and the recorded facts that such a change moves: "" for itself. */
const FACTS_OF_CHANGE = {
  system_prompt: "prompt_hash",
  tools: "prompt_hash",
  agent: "prompt_hash temperature max_tokens",
  policy_version: "",
  prompt_hash: "",
  temperature: "",
  max_tokens: "",
  user_model: "",
  writer_model: "",
  judge_version: "",
  situations: "",
} as const;

/** A change made on purpose between two runs: by what was edited, or by the recorded fact itself. */
export type DeclaredChange = keyof typeof FACTS_OF_CHANGE;

export const DECLARED_CHANGES: readonly string[] = /* @__PURE__ */ Object.keys(FACTS_OF_CHANGE);

/** The recorded facts that may differ because of the declared changes. */
export function declaredFacts(changed: readonly DeclaredChange[]): ReadonlySet<string> {
  return new Set(changed.flatMap((change) => (FACTS_OF_CHANGE[change] || change).split(" ")));
}

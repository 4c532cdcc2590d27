/** A rule without what is often changed in it: numbers, case, punctuation. */
const masked = (rule: string): string =>
  rule
    .toLowerCase()
    .replace(/\p{N}(?:[.,:/\p{N}]*\p{N})?/gu, "0")
    .replace(/[^\p{L}0]+/gu, " ")
    .trim();

/**
 * What a plan knows each rule by: its words and not its place in the policy, so that rules which stay keep their cells when
 * others come and go, and a rule of which only a number changes keeps its own. Rules that differ in no more than that are
 * told apart by their order.
 */
export function ruleKeys(rules: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return rules.map((rule) => {
    const key = masked(rule);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return `${key}#${earlier}`;
  });
}

/** Model families and how their names begin. The first that fits wins, so narrower names come first. */
const FAMILIES: readonly (readonly [family: string, name: RegExp])[] = [
  ["deepseek", /^deepseek/],
  ["gpt", /^(?!gpt-(neo|j-))(gpt|chatgpt)([-.\d]|$)|^o[134]([-.]|$)|^codex-/],
  ["claude", /^claude([-.\d]|$)/],
  ["gemini", /^gemini([-.\d]|$)/],
  ["gemma", /^(code|pali|med|shield)?gemma\d?([-.:]|$)/],
  ["qwen", /^(qwen|qwq|qvq)/],
  ["llama", /^(meta-|code|tiny)?-?llama/],
  ["mistral", /^(open-)?(mistral|mixtral|ministral|codestral|magistral|devstral|pixtral|voxtral)/],
  ["phi", /^phi[-.\d]/],
  ["grok", /^grok([-.\d]|$)/],
  ["command", /^(c4ai-)?(command|aya)([-.]|$)/],
  ["smollm", /^smol(lm|vlm)/],
  ["glm", /^(chat)?glm[-.\d]/],
  ["kimi", /^(kimi|moonshot)([-.]|$)/],
  ["nova", /^nova-(micro|lite|pro|premier|sonic|\d)/],
  ["granite", /^granite([-.\d]|$)/],
  ["olmo", /^olmo/],
  ["falcon", /^falcon([-.\d]|$)/],
  ["yi", /^yi([-.\d])/],
  ["minimax", /^(minimax|abab)/],
  ["nemotron", /^nemotron/],
  ["ernie", /^ernie([-.\d]|$)/],
  ["hermes", /^hermes[-.\d]/],
];

/**
 * The family a model belongs to, or null when the name says none: a judge of the policy's own family favours it, so
 * families are compared before judging. Owners (`Qwen/`), clouds (`us.anthropic.`) and fine-tune prefixes (`ft:`) in front
 * of the name are skipped. A distilled model (`DeepSeek-R1-Distill-Qwen-7B`) belongs to the model that was tuned.
 *
 * @example
 * modelFamily("Qwen/Qwen3-4B"); // "qwen"
 * modelFamily("us.anthropic.claude-haiku-4-5-v1:0"); // "claude"
 * modelFamily("my-policy"); // null
 */
export function modelFamily(model: string): string | null {
  const path = model.trim().toLowerCase().replace(/^ft:/, "").split("/");
  const name = path[path.length - 1] ?? "";
  const distilled = /-distill-(.+)$/.exec(name);
  if (distilled) return familyOf(distilled[1] as string);
  return familyOf(name);
}

function familyOf(name: string): string | null {
  // Clouds put regions and owners in front, divided by dots: "us.meta.llama3-1-8b". A dot inside a version stays.
  const candidates = [name, ...[...name.matchAll(/(?<=[a-z])\.(?=[a-z])/g)].map((dot) => name.slice(dot.index + 1))];
  for (const candidate of candidates)
    for (const [family, pattern] of FAMILIES) if (pattern.test(candidate)) return family;
  return null;
}

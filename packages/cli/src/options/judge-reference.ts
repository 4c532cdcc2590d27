/** What the text of `--judge` names. */
export type JudgeReference =
  | { readonly kind: "model"; readonly spec: string }
  | { readonly kind: "verifier"; readonly verifier: string }
  | { readonly kind: "module"; readonly path: string; readonly name: string }
  | { readonly kind: "constitution"; readonly path: string };

const VERIFIER = /^verify(?::|\.(?=[A-Z]))/;
/** `openai:gpt-4.1-mini`, also with a URL behind; `C:` is a drive. */
const SPEC = /^[\w-]{2,}:/;
const MODULE = /^(.*\.[cm]?[jt]s)(?:#(.+))?$/;
const CONSTITUTION = /\.(?:json|ya?ml|md|markdown)$/i;

/**
 * Tells what a text of `--judge` names, by its form alone: `verify:Numeric`, `judge.mjs#name`, `constitution.yaml`, and
 * everything else is the spec of a model.
 */
export function judgeReference(text: string): JudgeReference {
  if (VERIFIER.test(text)) return { kind: "verifier", verifier: text.replace(VERIFIER, "") };
  if (SPEC.test(text)) return { kind: "model", spec: text };
  const [, path, name = "default"] = MODULE.exec(text) ?? [];
  if (path !== undefined) return { kind: "module", path, name };
  return CONSTITUTION.test(text) ? { kind: "constitution", path: text } : { kind: "model", spec: text };
}

import { AuthError } from "../../errors/backend-error.js";
import { processState, ROLES, settingsLayers } from "../../settings/process-state.js";
import { environment } from "./environment.js";

/** How a backend finds its key. */
export interface KeyRule {
  readonly provider: string;
  /** Variables that may hold it, in order. */
  readonly variables: readonly string[];
  /** Looks elsewhere (an account, a saved login) before the variables; null when there is nothing. */
  readonly find?: (() => ResolvedKey | null) | undefined;
  /** False where calls go out without a key when there is none. */
  readonly needed: boolean;
  /** How the factory is written, for messages: `OpenAI("gpt-4.1-mini", …)`. */
  readonly call: string;
  /** Overrides the sentence that says how to give a key. */
  readonly fix?: string | undefined;
}

/** A key and where it came from. */
export interface ResolvedKey {
  readonly value: string | null;
  /** "given", "settings", "none", or the words for the place, such as the name of a variable. */
  readonly source: string;
}

/**
 * The key for calls to `origin`: the one given to the object itself, then one that a backend object in the settings holds for the same
 * provider and the same origin, then the variables, read now.
 *
 * @throws AuthError, before any request, when a key is needed and there is none.
 */
export function resolveKey(rule: KeyRule, origin: string, given?: string): ResolvedKey {
  const found = findKey(rule, origin, given?.trim());
  if (found.value === null) {
    if (!rule.needed) return found;
    throw new AuthError({
      message: `${rule.call}: no key for ${origin}; nothing was sent.`,
      fix: rule.fix ?? `Set ${rule.variables.join(" or ")}, or pass apiKey.`,
    });
  }
  // A header cannot carry such a key, and the platform's own complaint would print it.
  if (!/^[\x21-\x7e]+$/.test(found.value))
    throw new AuthError({
      message: `${rule.call}: the key (${found.source}) holds a space, a line break or a character outside ASCII.`,
      fix: "Copy the key again.",
    });
  return found;
}

function findKey(rule: KeyRule, origin: string, given: string | undefined): ResolvedKey {
  if (given) return { value: given, source: "given" };
  const { heldKeys } = processState();
  for (const layer of settingsLayers())
    for (const role of ROLES) {
      const backend = layer[role];
      const held = backend ? heldKeys.get(backend) : undefined;
      if (held?.provider === rule.provider && held.origin() === origin)
        return { value: held.key(), source: "settings" };
    }
  const found = rule.find?.();
  if (found) return found;
  for (const name of rule.variables) {
    const value = environment(name);
    if (value !== undefined) return { value, source: name };
  }
  return { value: null, source: "none" };
}

/** Keeps a key that was given to a backend object, for other backends of the same provider and origin in the settings. */
export function holdKey(backend: object, provider: string, origin: () => string, key: string | undefined): void {
  const trimmed = key?.trim();
  if (trimmed) processState().heldKeys.set(backend, { provider, origin, key: () => trimmed });
}

/** The secrets of a call, for what is taken out of messages. */
export const secretsOf = (key: ResolvedKey): readonly string[] => (key.value === null ? [] : [key.value]);

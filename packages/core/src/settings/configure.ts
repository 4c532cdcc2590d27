import { checkedLayer, type SettingsInput } from "./checked-layer.js";
import { processState, type RegisteredDefaults } from "./process-state.js";
import { type Settings, settings } from "./settings.js";

/**
 * Sets the models and the account key of this process. Everything is checked before anything is applied; what is left out
 * stays as it is, and null puts a role back to its default.
 *
 * @throws OptionError for unknown settings, SpecError for spec strings that cannot be read.
 *
 * @example
 * configure({ agent: OpenAI("gpt-4.1-mini"), judge: "anthropic:claude-haiku-4-5" });
 */
export function configure(input: SettingsInput): Settings {
  const layer = checkedLayer("configure", input);
  const state = processState();
  state.configured = { ...state.configured, ...layer };
  return settings;
}

/** Forgets everything that `configure` set. Registered defaults stay. */
export function resetSettings(): void {
  processState().configured = {};
}

/**
 * Tells the process what a role uses when nothing is set. The `whileai` package registers the hosted models when it is
 * imported; the last registration holds.
 */
export function registerDefaults(defaults: RegisteredDefaults): void {
  processState().defaults = defaults;
}

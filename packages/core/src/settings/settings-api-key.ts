import { settingsLayers } from "./process-state.js";
import { accountKey } from "./settings.js";

/** The key of the While account that a context or `configure` set, for the platform's client; undefined when none did. */
export function settingsApiKey(): string | undefined {
  return accountKey(settingsLayers());
}

import { AsyncLocalStorage } from "node:async_hooks";
import { sharedState } from "../shared-state/shared-state.js";
import { checkedLayer, type SettingsInput } from "./checked-layer.js";
import { processState, type SettingsLayer } from "./process-state.js";

/** The one storage of the process; making it also tells the process state where contexts are found. */
const storage = (): AsyncLocalStorage<readonly SettingsLayer[]> =>
  sharedState("settings.context", () => {
    const made = new AsyncLocalStorage<readonly SettingsLayer[]>();
    processState().contextLayers = () => made.getStore() ?? [];
    return made;
  });

/**
 * Runs a function with other settings than the rest of the process, through all its awaits. Contexts nest: the innermost
 * setting of a role wins, and null puts a role back to its default.
 *
 * @returns what the function returns.
 * @throws OptionError and SpecError before the function runs.
 *
 * @example
 * const scored = await context({ judge: "anthropic:claude-haiku-4-5" }, () => grade(rows, Judge({ rubric })));
 */
export function context<T>(overrides: SettingsInput, run: () => T): T {
  const layer = checkedLayer("context", overrides);
  return withLayers([layer, ...(storage().getStore() ?? [])], run);
}

/** Runs a function under exactly these context layers. */
export function withLayers<T>(layers: readonly SettingsLayer[], run: () => T): T {
  return storage().run(layers, run);
}

import type { Backend } from "../backend/backend.js";
import type { BackendLike } from "./checked-layer.js";
import { withLayers } from "./context.js";
import { ROLES, type SettingsLayer, settingsLayers } from "./process-state.js";
import { backendFor, roleSetting } from "./resolve-backend.js";
import { type Settings, viewOf } from "./settings.js";

/** Settings as they were at one moment. */
export interface CapturedSettings extends Settings {
  /** {@link resolveBackend} with the captured settings. */
  resolve(role: "agent" | "judge", given?: BackendLike | null): Backend;
  resolve(role: "simulator", given?: BackendLike | false | null): Backend | false;
  /** Runs a function under the captured settings, so that keys are looked up in them too. */
  run<T>(run: () => T): T;
}

/**
 * The settings of this moment, for work that goes on later: what `configure` or a variable says afterwards does not change
 * them. `simulate()` and `grade()` capture when they are called.
 *
 * @example
 * const captured = captureSettings();
 * const agent = captured.resolve("agent", options.agent);
 */
export function captureSettings(): CapturedSettings {
  const layers = settingsLayers();
  // Variables are captured too. One that cannot be read is left in place: it fails where its role is asked for.
  const fromVariables: SettingsLayer = {};
  for (const role of ROLES) {
    const value = readable(() => roleSetting(role, layers));
    if (value !== undefined) Object.assign(fromVariables, { [role]: value });
  }
  const captured = Object.freeze([...layers, Object.freeze(fromVariables)]);
  const resolve = ((role: "agent", given?: BackendLike | null) =>
    backendFor(role, given, captured)) as CapturedSettings["resolve"];
  const view = viewOf(() => captured);
  return Object.freeze(
    Object.create(view, {
      resolve: { value: resolve },
      run: { value: <T>(run: () => T): T => withLayers(captured, run) },
    }) as CapturedSettings,
  );
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

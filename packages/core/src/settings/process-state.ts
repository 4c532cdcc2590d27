import type { Backend } from "../backend/backend.js";
import { sharedState } from "../shared-state/shared-state.js";

/** The roles that models play. */
export type Role = "agent" | "judge" | "simulator";

export const ROLES: readonly Role[] = ["agent", "judge", "simulator"];

/** One layer of settings: a role set to null is back at its default, a missing one is left to the layer below. */
export interface SettingsLayer {
  readonly agent?: Backend | null;
  readonly judge?: Backend | null;
  readonly simulator?: Backend | false | null;
  /** The key of the While account; behind a function so that no inspection shows it. */
  readonly apiKey?: (() => string) | null;
}

/** What registered packages offer when nothing is set. */
export interface RegisteredDefaults {
  readonly hosted: (role: Role) => Backend;
}

/** A key that a backend object was given. Behind a function so that no inspection shows it. */
interface HeldKey {
  readonly provider: string;
  /** Where the key's backend calls, read now: a variable may redirect it. */
  readonly origin: () => string;
  readonly key: () => string;
}

interface ProcessState {
  configured: SettingsLayer;
  defaults: RegisteredDefaults | null;
  readonly heldKeys: WeakMap<object, HeldKey>;
  /** Layers of `context`, innermost first; set by the module that owns the AsyncLocalStorage. */
  contextLayers: () => readonly SettingsLayer[];
}

/** The one state of the process. */
export const processState = (): ProcessState =>
  sharedState("settings", () => ({
    configured: {},
    defaults: null,
    heldKeys: new WeakMap(),
    contextLayers: () => [],
  }));

/** Layers from the innermost context out to `configure`. */
export function settingsLayers(): readonly SettingsLayer[] {
  const state = processState();
  return [...state.contextLayers(), state.configured];
}

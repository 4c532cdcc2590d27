import type { Backend } from "../backend/backend.js";
import { processState, ROLES, type Role, type SettingsLayer, settingsLayers } from "./process-state.js";
import { roleSetting } from "./resolve-backend.js";

/** What is set right now; reads through to contexts and variables each time. */
export interface Settings {
  /** The agent that is set, or null for the default. */
  readonly agent: Backend | null;
  /** The judge that is set, or null for the default. */
  readonly judge: Backend | null;
  /** The simulator that is set, false when it is off, or null for the default. */
  readonly simulator: Backend | false | null;
  /** True when an account key is set here; the key itself is never shown. */
  readonly hasApiKey: boolean;
  /** Providers of which a key is held, because a backend object in the settings was given one. */
  readonly keys: readonly string[];
  toString(): string;
  toJSON(): Record<string, unknown>;
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * The settings of this process as seen from here: contexts, then `configure`, then variables. Never shows a key.
 *
 * @example
 * `${settings}`; // Settings(agent=openai:gpt-4.1-mini, judge=default (While hosted), simulator=default (While hosted), api_key=unset)
 */
export const settings: Settings = viewOf(settingsLayers);

/** A readable view of settings layers. */
export function viewOf(layers: () => readonly SettingsLayer[]): Settings {
  const setting = (role: Role) => roleSetting(role, layers());
  const describe = (role: Role): string => {
    const value = setting(role);
    if (value === null) return "default (While hosted)";
    return value === false ? "false" : (value.spec ?? value.toString());
  };
  const view = {
    get agent() {
      return setting("agent") as Backend | null;
    },
    get judge() {
      return setting("judge") as Backend | null;
    },
    get simulator() {
      return setting("simulator");
    },
    get hasApiKey() {
      return accountKey(layers()) !== undefined;
    },
    get keys() {
      return heldProviders(layers());
    },
    toString(): string {
      const keys = heldProviders(layers());
      const fields = [
        ...ROLES.map((role) => `${role}=${describe(role)}`),
        `api_key=${view.hasApiKey ? "set" : "unset"}`,
        ...(keys.length === 0 ? [] : [`keys=${keys.join(", ")}`]),
      ];
      return `Settings(${fields.join(", ")})`;
    },
    toJSON(): Record<string, unknown> {
      return {
        ...Object.fromEntries(ROLES.map((role) => [role, describe(role)])),
        api_key: view.hasApiKey ? "set" : "unset",
        keys: heldProviders(layers()),
      };
    },
    [INSPECT]: (): string => view.toString(),
  };
  return Object.freeze(view);
}

/** The key of the While account from contexts or `configure`. */
export function accountKey(layers: readonly SettingsLayer[]): string | undefined {
  for (const { apiKey } of layers) if (apiKey !== undefined) return apiKey?.();
  return undefined;
}

function heldProviders(layers: readonly SettingsLayer[]): string[] {
  const { heldKeys } = processState();
  const held = layers.flatMap((layer) =>
    ROLES.map((role) => layer[role])
      .filter((backend) => typeof backend === "object" && backend !== null)
      .map((backend) => heldKeys.get(backend as Backend)?.provider),
  );
  return [...new Set(held.filter((provider) => provider !== undefined))].sort();
}

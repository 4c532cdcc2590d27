import type { Backend } from "@whileai/core";
import { type BackendLike, captureSettings } from "@whileai/core/settings";
import type { AgentFunction } from "./rollout/agent.js";

/** Who plays a run, settled when `simulate()` is called. */
export interface Roles {
  readonly agent: AgentFunction | Backend;
  /** False writes the situations offline. */
  readonly simulator: Backend | false;
  /** Runs work under the settings of that moment. */
  readonly run: <T>(work: () => T) => T;
}

/** Settles the roles: what the call gives, else what is configured. Throws when a role has nothing to play it. */
export function resolveRoles(
  agent: AgentFunction | BackendLike | undefined,
  simulator: BackendLike | false | undefined,
): Roles {
  const settings = captureSettings();
  return {
    agent: typeof agent === "function" ? agent : settings.resolve("agent", agent),
    simulator: settings.resolve("simulator", simulator),
    run: (work) => settings.run(work),
  };
}

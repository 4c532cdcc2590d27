import type { Backend } from "@whileai/core";
import { type BackendLike, captureSettings } from "@whileai/core/settings";
import type { AgentFunction } from "./rollout/agent.js";
import type { UserFunction } from "./user/user.js";

/** Who plays a run, settled when `simulate()` is called. */
export interface Roles {
  readonly agent: AgentFunction | Backend;
  /** False writes the situations offline. */
  readonly simulator: Backend | false;
  /** False plays the person offline; undefined where the person says the prompt alone. */
  readonly user: UserFunction | Backend | false | undefined;
  /** Runs work under the settings of that moment. */
  readonly run: <T>(work: () => T) => T;
}

/**
 * Settles the roles: what the call gives, else what is configured. Without `user` the person says the prompt alone. Throws
 * when a role has nothing to play it.
 */
export function resolveRoles(
  agent: AgentFunction | BackendLike | undefined,
  simulator: BackendLike | false | undefined,
  user?: { readonly by: UserFunction | BackendLike | false | undefined },
): Roles {
  const settings = captureSettings();
  return {
    agent: typeof agent === "function" ? agent : settings.resolve("agent", agent),
    simulator: settings.resolve("simulator", simulator),
    user: user && (typeof user.by === "function" ? user.by : settings.resolve("simulator", user.by)),
    run: (work) => settings.run(work),
  };
}

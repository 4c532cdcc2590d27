import type { Backend } from "@whileai/core";
import { priceOf } from "@whileai/core/backends";
import { type BackendLike, captureSettings } from "@whileai/core/settings";
import { refuseOption } from "./options/refuse-option.js";
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

/** Throws an OptionError when money is limited and the price of a model is not known. */
export function requirePrices({ agent, simulator, user }: Roles): void {
  for (const role of [agent, simulator, user]) {
    if (typeof role !== "object" || priceOf(role) !== null) continue;
    refuseOption(
      "limits.maxUsd",
      undefined,
      `\`limits.maxUsd\` needs the price of every model, and that of ${JSON.stringify(role.model)} (${role.provider}) is not known.`,
      `Call setPrices({ ${JSON.stringify(role.model)}: { inputPerMillion: …, outputPerMillion: … } }); 0 is a price too.`,
    );
  }
}

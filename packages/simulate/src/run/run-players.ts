import type { Roles } from "../roles.js";
import type { AgentFunction, Player } from "../rollout/agent.js";
import { backendPlayer } from "../rollout/backend-player.js";
import { callablePlayer } from "../rollout/callable-player.js";
import type { Dialogue } from "../rollout/converse.js";
import { callableUser } from "../user/callable-user.js";
import { modelUser } from "../user/model-user.js";
import { offlineUser } from "../user/offline-user.js";
import type { RunParts } from "./run-parts.js";

/** Plays the agent, with the tools and the prompt as it sees them. */
export function agentPlayer({ agent }: Roles, { resolved, tools, view }: RunParts): Player {
  if (typeof agent === "function") return callablePlayer(agent as AgentFunction);
  const { systemPrompt, turns, sampling } = resolved;
  return backendPlayer(agent, {
    tools: view?.shown ?? tools,
    systemPrompt: view?.shownText(systemPrompt) ?? systemPrompt,
    maxTurns: turns.max,
    sampling,
  });
}

/** Plays the person after the prompt; undefined where nobody does. */
export function personOf({ user }: Roles, { resolved, state }: RunParts): Dialogue | undefined {
  if (user === undefined) return undefined;
  const { mean, patience } = resolved.turns;
  const person =
    typeof user === "function" ? callableUser(user) : user === false ? offlineUser() : modelUser(user, state.user);
  return { user: person, meanTurns: mean, patience };
}

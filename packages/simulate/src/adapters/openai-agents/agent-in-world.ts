import { isRecord, OptionError } from "@whileai/core";
import type { WorldCalls } from "../shared/world-calls.js";
import { openAIOtherTools, openAIWorldTools } from "./openai-tools.js";

/** The parts of an agent of the Agents SDK that are read here. */
export interface LooseAgent {
  readonly name?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
  tools?: readonly object[];
  handoffs?: readonly object[];
  readonly mcpServers?: unknown;
  clone(config: object): LooseAgent;
}

/** The agent and all that it can hand over to, however far away; an agent is listed once. */
export function reachableAgents(agent: LooseAgent): LooseAgent[] {
  const found = new Set<LooseAgent>();
  const visit = (next: LooseAgent): void => {
    if (found.has(next)) return;
    if (Array.isArray(next.mcpServers) && next.mcpServers.length > 0) throw mcpServersOf(next);
    found.add(next);
    for (const handoff of next.handoffs ?? []) visit(targetOf(handoff));
  };
  visit(agent);
  return [...found];
}

/** Copies of the agent and of all that it can hand over to, their tools answered by a rollout's world. */
export function agentInWorld(agent: LooseAgent, calls: WorldCalls): LooseAgent {
  const agents = reachableAgents(agent);
  const others = openAIOtherTools(
    agents.flatMap((each) => each.tools ?? []),
    calls,
  );
  const copies = new Map(
    agents.map((original) => {
      const own = openAIWorldTools(original.tools ?? [], calls);
      const tools = original === agent ? [...own, ...others] : own;
      return [original, original.clone({ tools, handoffs: [], mcpServers: [] })];
    }),
  );
  // Agents may hand over in circles, so the copies are joined after they are made.
  for (const [original, copy] of copies) {
    copy.handoffs = (original.handoffs ?? []).map((handoff) => {
      const target = copies.get(targetOf(handoff)) as LooseAgent;
      return isHandoff(handoff) ? handoff.clone({ agent: target, onInvokeHandoff: async () => target }) : target;
    });
  }
  return copies.get(agent) as LooseAgent;
}

interface LooseHandoff {
  readonly agent: LooseAgent;
  clone(overrides: object): object;
}

const isHandoff = (value: object): value is LooseHandoff => isRecord((value as LooseHandoff).agent);

const targetOf = (handoff: object): LooseAgent => (isHandoff(handoff) ? handoff.agent : (handoff as LooseAgent));

function mcpServersOf(agent: LooseAgent): OptionError {
  return new OptionError({
    option: "agent",
    message: `openAIAgent: the agent ${JSON.stringify(agent.name)} has \`mcpServers\`, whose tools the mock world cannot answer for.`,
    fix: "Give openAIAgent a function that makes the agent with function tools in their place; mcpTools() lists a server's tools.",
  });
}

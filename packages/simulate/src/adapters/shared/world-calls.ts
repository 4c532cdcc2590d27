import type { Json, ToolSchema } from "@whileai/core";
import type { AgentContext } from "../../rollout/agent.js";

/** The calls that one turn of the conversation made in its world. */
export interface WorldCalls {
  /** The tools as the agent is to see them. */
  readonly tools: readonly ToolSchema[];
  /** The number of the first of the agent's turns, so that none comes twice in a conversation. */
  readonly firstTurn: number;
  /** Answers a call from the world. Called in place of a tool's real body. */
  call(tool: string, args: unknown, callId: string | undefined): Promise<Json>;
  /** What the world answered to a call, each answer once; undefined for a call that never reached it. */
  answerTo(tool: string, callId: string | undefined): Json | undefined;
  /** All calls, in the order they were made. */
  made(): AgentContext["world"]["events"];
}

/** Watches a rollout's world from here on. */
export function worldCalls({ world, tools, messages }: AgentContext): WorldCalls {
  const start = world.events.length;
  const taken = new Set<number>();
  return {
    tools,
    firstTurn: Math.max(0, messages.length - 1),
    call: (tool, args, callId) => world.call(tool, args, { callId }),
    answerTo(tool, callId) {
      for (let index = start; index < world.events.length; index++) {
        const event = world.events[index];
        if (taken.has(index) || event?.tool !== tool || event.callId !== callId) continue;
        taken.add(index);
        return event.result;
      }
      return undefined;
    },
    made: () => world.events.slice(start),
  };
}

import type { Execute, Message, Tool, ToolSchema } from "@whileai/core";
import type { AgentContext } from "../../../rollout/agent.js";
import type { FaultPlan } from "../../../world/fault-plan.js";
import { createWorld } from "../../../world/world.js";

/** A rollout's context over a world of these tools. */
export function contextOf(
  tools: readonly Tool[],
  more: {
    messages?: Message[];
    faults?: FaultPlan[];
    execute?: Execute;
    signal?: AbortSignal;
    shown?: ToolSchema[];
  } = {},
): AgentContext {
  const { messages = [{ role: "user", content: "Where is DL-20418?" }], faults, execute, shown = [...tools] } = more;
  const signal = more.signal ?? new AbortController().signal;
  const world = createWorld({ tools: shown, faults, execute });
  return { signal, rolloutIndex: 0, seed: 0, scenarioId: "s", turn: 0, world, tools: shown, messages };
}

/** A conversation with all that messages may hold, the user speaking last. */
export const CONVERSATION: Message[] = [
  { role: "system", content: "not for the agent" },
  {
    role: "user",
    content: [
      { type: "text", text: "See" },
      { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
    ],
  },
  {
    role: "assistant",
    content: "Let me look.",
    tool_calls: [
      { id: "h1", name: "get_order", arguments: { order_id: "DL-1" } },
      { name: "get_order", arguments: {}, arguments_raw: "{" },
    ],
  },
  { role: "tool", tool_call_id: "h1", content: '{"state":"packed"}' },
  { role: "tool", name: "get_order", content: "broken" },
  { role: "assistant", content: "It is packed." },
  { role: "user", content: [{ type: "image_url", image_url: { url: "https://h.example/a.png" } }] },
];

export const UNKNOWN_PART: Message[] = [{ role: "user", content: [{ type: "audio" }] }];

/** A tool that no agent has: a distractor. */
export const DISTRACTOR: ToolSchema = {
  name: "book_room",
  description: "Book a meeting room.",
  parameters: { type: "object", properties: { room: { type: "string" } }, required: ["room"] },
};

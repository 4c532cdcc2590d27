import { isRecord } from "../../json/json.js";

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

const DONE = /^data:\s*\[DONE\]/;

/**
 * The chat completion that a stream of server-sent events stands for: some gateways stream although they were not asked to.
 * A delta continues the call at its index, unless it brings a new id (or a name where one is known already): then a new call
 * opens, because some servers say index 0, or none, for all of them. Usage stays absent when no chunk carries it. A stream
 * that reports an error is that error, whatever came before it; one that ends without saying so gives undefined.
 */
export function readChatEvents(text: string): Record<string, unknown> | undefined {
  const message: { role: "assistant"; content: string; reasoning_content: string } = {
    role: "assistant",
    content: "",
    reasoning_content: "",
  };
  const calls: OpenCall[] = [];
  const current = new Map<number, OpenCall>();
  const logprobs: unknown[] = [];
  const tokenIds: unknown[] = [];
  let hasChoices = false;
  let isDone = false;
  let finishReason: unknown = null;
  let usage: unknown;
  let model: unknown;
  let error: unknown;
  for (const line of text.split(/\r?\n/)) {
    if (DONE.test(line)) isDone = true;
    const chunk = eventData(line);
    if (!chunk) continue;
    model ??= chunk.model;
    error ??= chunk.error ?? undefined;
    if (isRecord(chunk.usage)) usage = chunk.usage;
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isRecord(choice)) continue;
    hasChoices = true;
    finishReason = choice.finish_reason ?? finishReason;
    if (isRecord(choice.logprobs) && Array.isArray(choice.logprobs.content)) logprobs.push(...choice.logprobs.content);
    if (Array.isArray(choice.token_ids)) tokenIds.push(...choice.token_ids);
    const delta = isRecord(choice.delta) ? choice.delta : {};
    if (typeof delta.content === "string") message.content += delta.content;
    const thought = delta.reasoning_content ?? delta.reasoning;
    if (typeof thought === "string") message.reasoning_content += thought;
    for (const part of Array.isArray(delta.tool_calls) ? delta.tool_calls : [])
      if (isRecord(part)) addDelta(part, calls, current);
  }
  if (error !== undefined) return { error };
  if (!isDone && finishReason === null) return undefined;
  if (!hasChoices) return {};
  return {
    model,
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        message: {
          ...message,
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map(({ id, name, arguments: args }) => ({
                  ...(id === "" ? {} : { id }),
                  type: "function",
                  function: { name, arguments: args },
                })),
              }),
        },
        logprobs: logprobs.length === 0 ? null : { content: logprobs },
        ...(tokenIds.length === 0 ? {} : { token_ids: tokenIds }),
      },
    ],
    ...(usage === undefined ? {} : { usage }),
  };
}

function eventData(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("data:")) return undefined;
  try {
    const parsed: unknown = JSON.parse(line.slice("data:".length));
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function addDelta(part: Record<string, unknown>, calls: OpenCall[], current: Map<number, OpenCall>): void {
  const body = isRecord(part.function) ? part.function : {};
  const id = typeof part.id === "string" ? part.id : "";
  const name = typeof body.name === "string" ? body.name : "";
  const index = typeof part.index === "number" ? part.index : 0;
  // Without an index an id that is known says which call goes on.
  let call = (part.index === undefined && id !== "" && calls.find((open) => open.id === id)) || current.get(index);
  const isNew =
    call === undefined ||
    (id !== "" && call.id !== "" && id !== call.id) ||
    (id === "" && name !== "" && call.name !== "");
  if (call === undefined || isNew) {
    call = { id: "", name: "", arguments: "" };
    calls.push(call);
    current.set(index, call);
  }
  call.id ||= id;
  call.name ||= name;
  if (typeof body.arguments === "string") call.arguments += body.arguments;
  else if (isRecord(body.arguments)) call.arguments += JSON.stringify(body.arguments);
}

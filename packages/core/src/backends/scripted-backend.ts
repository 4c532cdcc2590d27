import type { Backend, Completion, CompletionOptions, CompletionRequest, ToolCall } from "../backend/backend.js";
import { AbortError } from "../errors/abort-error.js";
import { BackendError } from "../errors/backend-error.js";
import type { JsonObject } from "../json/json.js";

/** One scripted answer: text, the fields of a completion that matter, or an error to throw. */
export type ScriptedReply =
  | string
  | Error
  | (Omit<Partial<Completion>, "toolCalls"> & {
      readonly toolCalls?: readonly { name: string; arguments?: JsonObject; id?: string; argumentsRaw?: string }[];
    });

/** What answers: a list that is used up in order, or a function of the request. */
export type Script =
  | readonly ScriptedReply[]
  | ((request: CompletionRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

/** A backend that answers from a script and keeps what it was asked. */
export interface ScriptedBackendObject extends Backend {
  /** A copy of every request so far, oldest first. */
  readonly requests: readonly CompletionRequest[];
}

/**
 * A backend for tests: no network, no key, no waiting. It answers from a list, one entry a call, or with a function, and
 * records every request. When the list is used up the next call throws a BackendError.
 *
 * @example
 * const agent = ScriptedBackend([{ toolCalls: [{ name: "get_order", arguments: { order_id: "ORD-1" } }] }, "It is on its way."]);
 * await agent.complete({ messages: [{ role: "user", content: "Where is ORD-1?" }] });
 * agent.requests.length; // 1
 */
export function ScriptedBackend(
  script: Script,
  { model = "scripted" }: { model?: string } = {},
): ScriptedBackendObject {
  const requests: CompletionRequest[] = [];
  let calls = 0;
  const print = () => `ScriptedBackend(${typeof script === "function" ? "function" : `${script.length} replies`})`;
  return Object.freeze({
    provider: "scripted",
    model,
    spec: null,
    family: null,
    requests,
    complete: async (request: CompletionRequest, options: CompletionOptions = {}): Promise<Completion> => {
      if (options.signal?.aborted) throw new AbortError();
      const index = requests.length;
      requests.push(structuredClone(request));
      const reply = typeof script === "function" ? await script(request, index) : script[index];
      if (reply === undefined)
        throw new BackendError({
          message: `${print()} was asked ${index + 1} times and has no more replies.`,
          fix: "Script another reply, or use a function.",
        });
      if (reply instanceof Error) throw reply;
      const { toolCalls = [], ...rest } = typeof reply === "string" ? { text: reply } : reply;
      const withIds: ToolCall[] = toolCalls.map((call) => ({
        arguments: {},
        ...call,
        id: call.id ?? `call_${calls++}`,
      }));
      return {
        text: "",
        finishReason: withIds.length > 0 ? "tool_calls" : "stop",
        usage: { inputTokens: null, outputTokens: null },
        logprobs: null,
        model,
        ...rest,
        toolCalls: withIds,
      };
    },
    toString: print,
  });
}

import type { Completion, CompletionRequest } from "../../backend/backend.js";

/** Names that the APIs of OpenAI and Anthropic take. */
const LONGEST_NAME = 64;
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A request in names that an API takes, and the way back. */
export interface PlainNamedRequest {
  readonly request: CompletionRequest;
  /** The completion with the names that the request was made with. */
  restore(completion: Completion): Completion;
}

/**
 * Names tools so that an API with narrow rules takes them: `orders.get` goes out as `orders_get`. Every name stays apart
 * from every other, and calls come back under the names that were asked with.
 */
export function withPlainToolNames(request: CompletionRequest): PlainNamedRequest {
  const named = [
    ...(request.tools ?? []),
    ...request.messages.flatMap((message) => [
      ...(message.toolCalls ?? []),
      ...(message.role === "tool" ? [message] : []),
    ]),
  ];
  const names = new Set(named.map(({ name }) => name).filter((name) => typeof name === "string"));
  const refused = [...names].filter((name) => !PLAIN_NAME.test(name));
  if (refused.length === 0) return { request, restore: (completion) => completion };
  const plain = new Map<string, string>();
  const used = new Set([...names].filter((name) => PLAIN_NAME.test(name)));
  for (const name of refused) {
    const wanted = name.replace(/[^A-Za-z0-9_-]/gu, "_").slice(0, LONGEST_NAME) || "tool";
    let free = wanted;
    for (let count = 2; used.has(free); count++) {
      const ending = `_${count}`;
      free = wanted.slice(0, LONGEST_NAME - ending.length) + ending;
    }
    used.add(free);
    plain.set(name, free);
  }
  const original = new Map([...plain].map(([name, free]) => [free, name]));
  const renamed = <T extends { readonly name: string }>(thing: T, table: ReadonlyMap<string, string>): T => ({
    ...thing,
    name: table.get(thing.name) ?? thing.name,
  });
  return {
    request: {
      ...request,
      ...(request.tools ? { tools: request.tools.map((tool) => renamed(tool, plain)) } : {}),
      messages: request.messages.map((message) => ({
        ...message,
        ...(message.toolCalls ? { toolCalls: message.toolCalls.map((call) => renamed(call, plain)) } : {}),
        ...(message.role === "tool" && message.name !== undefined
          ? { name: plain.get(message.name) ?? message.name }
          : {}),
      })),
    },
    restore: (completion) => ({
      ...completion,
      toolCalls: completion.toolCalls.map((call) => renamed(call, original)),
    }),
  };
}

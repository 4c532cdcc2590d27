import type { CompletionRequest } from "@whileai/core";

/** The JSON Schema that goes with a request, and its name. */
export type ReplySchema = NonNullable<CompletionRequest["jsonSchema"]>;

/** The shape of a judge's reply: the reason first, so that it is thought before the answer, which stands under `field`. */
export const replySchema = (name: string, field: string, answer: ReplySchema["schema"]): ReplySchema => ({
  name,
  schema: closedObject({ reason: { type: "string" }, [field]: answer }),
});

/** Answers of a type to questions that are numbered from 1. */
export const numberedAnswers = (count: number, type: string | readonly string[]): ReplySchema["schema"] =>
  closedObject(Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at + 1), { type }])));

const closedObject = (properties: Record<string, unknown>): ReplySchema["schema"] => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

import type { CompletionRequest } from "../../backend/backend.js";
import { isRecord } from "../../json/json.js";
import { contentText } from "../../row/content.js";

/** A question that a decision service answers with probabilities. */
export type DecisionQuestion =
  | {
      /** Yes or no. */
      readonly type: "noul";
      readonly instructions: string;
      readonly criteria?: { readonly true: string; readonly false: string } | undefined;
    }
  | {
      /** One of several labels, each with what it means or null. */
      readonly type: "choice";
      readonly instructions: string;
      readonly criteria: Readonly<Record<string, string | null>>;
    }
  | {
      /** A level, lowest first. */
      readonly type: "score";
      readonly instructions: string;
      readonly criteria: readonly string[];
    };

/** What a decision service is asked: questions by name, about a state. */
export interface Decision {
  readonly state: unknown;
  readonly questions: Readonly<Record<string, DecisionQuestion>>;
}

/** A decision as the one message of a request, so that limits, accounts and caches treat it as any other call. */
export const decisionRequest = (decision: Decision): CompletionRequest => ({
  messages: [{ role: "user", content: JSON.stringify(decision) }],
});

/** The request that asks only which models there are: it checks the key without paid work. */
export const MODELS_REQUEST: CompletionRequest = { messages: [{ role: "user", content: '{"models":true}' }] };

/** The decision in a request; "models" for {@link MODELS_REQUEST}; undefined for a chat. */
export function readDecision(request: CompletionRequest): Decision | "models" | undefined {
  const [message] = request.messages;
  if (request.messages.length !== 1 || message === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(contentText(message.content));
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  if (value.models === true) return "models";
  const { questions } = value;
  return isRecord(questions) && Object.keys(questions).length > 0 ? (value as unknown as Decision) : undefined;
}

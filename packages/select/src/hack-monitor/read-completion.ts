import { contentText, isRecord, type Json, recordsOf, type Step } from "@whileai/core";
import { callStep, callsInText } from "./tool-call-text.js";

/** What a trainer sampled, as the fields of a row. */
export interface ReadCompletion {
  readonly final_text: string;
  readonly steps: readonly Step[];
}

/**
 * Reads a completion as trainers hand it over: a text (calls may stand in it, see {@link callsInText}) or a list of
 * messages with `tool_calls` and tool results. Null for anything else.
 */
export function readCompletion(completion: unknown): ReadCompletion | null {
  if (typeof completion === "string") {
    const { text, steps } = callsInText(completion);
    return { final_text: text, steps };
  }
  if (isRecord(completion)) return readMessages([completion]);
  return Array.isArray(completion) ? readMessages(recordsOf(completion)) : null;
}

function readMessages(messages: readonly Record<string, unknown>[]): ReadCompletion {
  const steps: Step[] = [];
  let final = "";
  for (const message of messages) {
    const said = contentText(message.content);
    if (message.role === "assistant") {
      const { text, steps: written } = callsInText(said);
      const called = recordsOf(message.tool_calls).map(callStep);
      const calls = called.length > 0 ? called.filter((step) => step !== null) : written;
      if (text !== "") {
        // What was said before this turn is part of the way; only the last turn is the reply.
        if (final !== "") steps.push({ text: final });
        final = text;
      }
      steps.push(...calls);
    } else if (message.role === "tool") answer(steps, message, said);
    else if (message.role === "user") {
      if (final !== "") steps.push({ text: final });
      final = "";
      steps.push({ user: said });
    }
  }
  return { final_text: final, steps };
}

/** A tool's message answers the call of its id; without ids, the first call that has no answer. */
function answer(steps: readonly Step[], message: Readonly<Record<string, unknown>>, said: string): void {
  const open = steps.filter((step) => step.tool !== undefined && step.result === undefined);
  const id = message.tool_call_id;
  const call = open.find((step) => typeof id === "string" && step.call_id === id) ?? open[0];
  if (call !== undefined) call.result = said as Json;
}

import { contentText, isRecord, recordsOf, type Step } from "@whileai/core";
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
  const open = new OpenCalls();
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
      for (const call of calls) {
        steps.push(call);
        open.add(call);
      }
    } else if (message.role === "tool") open.answer(message.tool_call_id, said);
    else if (message.role === "user") {
      if (final !== "") steps.push({ text: final });
      final = "";
      steps.push({ user: said });
    }
  }
  return { final_text: final, steps };
}

/** Calls that wait for a result. An answer costs O(1), whatever a model makes up. */
class OpenCalls {
  readonly #open = new Set<Step>();
  readonly #byId = new Map<string, Step[]>();

  add(call: Step): void {
    if (call.result !== undefined) return;
    this.#open.add(call);
    if (typeof call.call_id !== "string") return;
    const same = this.#byId.get(call.call_id);
    if (same === undefined) this.#byId.set(call.call_id, [call]);
    else same.push(call);
  }

  /** A tool's message answers the first open call of its id; without such a one, the first open call. */
  answer(id: unknown, said: string): void {
    const named = typeof id === "string" ? this.#byId.get(id) : undefined;
    while (named?.[0] !== undefined && !this.#open.has(named[0])) named.shift();
    const [first] = this.#open;
    const call = named?.[0] ?? first;
    if (call === undefined) return;
    call.result = said;
    this.#open.delete(call);
  }
}

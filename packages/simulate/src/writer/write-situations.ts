import { type Backend, derive, isRecord, type ToolSchema, WhileaiError } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import type { FallbackTally } from "./fallback-tally.js";

export interface WriteOptions {
  readonly tools: readonly ToolSchema[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Is told what became of each call. */
  readonly fallbacks: Pick<FallbackTally, "add">;
}

const SHORTEST = 8;
const LONGEST = 4000;
/** Tokens of a reply, per card and on top; the Python package's convention. */
const TOKENS_PER_CARD = 130;
const TOKENS_ON_TOP = 256;
const LOWEST_TEMPERATURE = 0.45;
const HIGHEST_TEMPERATURE = 1.05;
const LONGEST_DESCRIPTION = 180;

/** Words that give away that somebody is being tested. */
const TEST_WORDS = /\b(?:test case|scenario|simulat\w+|stance|world[_ ]state|tool[_ ]call|system prompt|role-?play)\b/i;
const ASSISTANT_VOICE = /^(?:sure|certainly|of course|how can i (?:help|assist)|as an ai|i(?:'|’)d be happy to)\b/i;

const ASK_LABELS = new Set(["ask_family", "intent_known", "tool_known"]);

const SYSTEM = [
  "You write what real people type to an assistant. For each numbered card you get, write the one message this person sends.",
  "Write as that person: their goal and trouble in their own words, never the name of an operation or of a card's field.",
  "Keep every identifier exactly as the card's draft has it, and invent no other. Do not mention tests, cards or instructions.",
  'Answer with JSON only: {"messages": [{"card": 1, "message": "…"}, …]}.',
].join("\n");

const SHAPE = {
  type: "object",
  properties: {
    messages: {
      type: "array",
      items: {
        type: "object",
        properties: { card: { type: "integer" }, message: { type: "string" } },
        required: ["card", "message"],
        additionalProperties: false,
      },
    },
  },
  required: ["messages"],
  additionalProperties: false,
};

/**
 * Situations in a model's words. Each message is checked; a card whose message does not pass keeps the grammar's text, so
 * a bad reply costs wording, never a situation. What fell back is counted.
 */
export async function writeSituations(
  backend: Backend,
  batch: readonly Situation[],
  options: WriteOptions,
): Promise<Situation[]> {
  if (batch.length === 0) return [];
  const stream = derive(options.seed, "writer", batch[0]?.index ?? 0);
  const temperature = LOWEST_TEMPERATURE + stream.uniform() * (HIGHEST_TEMPERATURE - LOWEST_TEMPERATURE);
  let messages = new Map<number, string>();
  let failure: string | undefined;
  try {
    const completion = await backend.complete(
      {
        messages: [
          { role: "system", content: SYSTEM },
          {
            role: "user",
            content: batch.map((situation, index) => card(situation, index, options.tools)).join("\n\n"),
          },
        ],
        temperature: Math.round(temperature * 100) / 100,
        maxTokens: TOKENS_ON_TOP + TOKENS_PER_CARD * batch.length,
        seed: stream.next() >>> 1,
        jsonSchema: { name: "messages", schema: SHAPE },
      },
      { signal: options.signal },
    );
    messages = readMessages(completion.text);
  } catch (error) {
    if (WhileaiError.isInstance(error) && error.code === "auth_failed") throw error;
    if (!options.signal.aborted) failure = error instanceof Error ? error.message : String(error);
  }
  const seen = new Set<string>();
  const written = batch.map((situation, index) => {
    const message = messages.get(index + 1)?.trim();
    // Texts that the caller gave are never reworded.
    if (situation.arm === "pinned" || situation.writer !== "template") return situation;
    if (message === undefined || seen.has(message) || !isUsable(message, situation)) return situation;
    seen.add(message);
    return {
      ...situation,
      prompt: message,
      labels: askLabels(situation),
      writer: backend.model as Situation["writer"],
    };
  });
  const rewordable = batch.filter((situation) => situation.arm !== "pinned" && situation.writer === "template");
  const kept = rewordable.filter((situation) => written.includes(situation)).length;
  if (!options.signal.aborted) options.fallbacks.add(kept, rewordable.length, failure);
  return written;
}

// What the text of a person is like has changed with its words; what the card asks for has not.
function askLabels({ labels }: Situation): Situation["labels"] {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => ASK_LABELS.has(name)));
}

function card(situation: Situation, index: number, tools: readonly ToolSchema[]): string {
  const { dimensions, entity } = situation;
  const about = tools.find((tool) => tool.name === dimensions.tool)?.description.slice(0, LONGEST_DESCRIPTION);
  const lines = [
    `Card ${index + 1}`,
    `draft: ${JSON.stringify(situation.prompt)}`,
    ...(about ? [`the assistant can: ${about}`] : []),
    ...(dimensions.stance === "unspecified" ? [] : [`mood: ${dimensions.stance}`]),
    ...(dimensions.history === "fresh" ? [] : [`before this: ${dimensions.history.replaceAll("_", " ")}`]),
    ...(entity.id !== null && entity.named === "whole" ? [`must contain: ${entity.id}`] : []),
  ];
  return lines.join("\n");
}

function isUsable(message: string, { entity, prompt }: Situation): boolean {
  if (message.length < SHORTEST || message.length > LONGEST) return false;
  if (TEST_WORDS.test(message) || ASSISTANT_VOICE.test(message)) return false;
  const { id, named } = entity;
  if (id === null) return true;
  // What the draft does not give away stays with the person.
  return named === "whole" ? message.includes(id) : prompt.includes(id) || !message.includes(id);
}

/** Messages by card number, from JSON that may sit in a fence or among words. */
export function readMessages(text: string): Map<number, string> {
  const found = new Map<number, string>();
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(Math.max(0, start), end + 1));
  } catch {
    parsed = [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([piece]) => {
      try {
        return [JSON.parse(piece) as unknown];
      } catch {
        return [];
      }
    });
  }
  const list: unknown = isRecord(parsed) ? (parsed.messages ?? [parsed]) : parsed;
  for (const entry of Array.isArray(list) ? list : []) {
    if (isRecord(entry) && typeof entry.card === "number" && typeof entry.message === "string") {
      found.set(entry.card, entry.message);
    }
  }
  return found;
}

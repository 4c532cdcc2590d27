import { type Backend, derive, type ToolSchema, UNRELATED } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import { endsRun } from "../rollout/ends-run.js";
import { readTool, type ToolReading } from "../situations/tool-reading.js";
import { holdsUntyped } from "../user/untyped.js";
import { claimsOf, isAboutAny } from "./claims-of.js";
import { readMessages } from "./read-messages.js";
import { situationCard } from "./situation-card.js";

export interface WriteOptions {
  readonly tools: readonly ToolSchema[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Changes what the model said before anything is read of it. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Situations in their final words, and what became of the call that was to word them. */
export interface WordedBatch {
  readonly situations: readonly Situation[];
  /** Situations that kept the grammar's words, of those that the model was asked for. */
  readonly kept: number;
  readonly asked: number;
  /** What the call died of, if it did. */
  readonly failure: string | undefined;
}

const SHORTEST = 8;
const LONGEST = 4000;
/** Tokens of a reply, per card and on top; the Python package's convention. */
const TOKENS_PER_CARD = 130;
const TOKENS_ON_TOP = 256;
const LOWEST_TEMPERATURE = 0.45;
const HIGHEST_TEMPERATURE = 1.05;

/** Words that give away that somebody is being tested. */
const TEST_WORDS = /\b(?:test case|scenario|simulat\w+|stance|world[_ ]state|tool[_ ]call|system prompt|role-?play)\b/i;
const ASSISTANT_VOICE = /^(?:sure|certainly|of course|how can i (?:help|assist)|as an ai|i(?:'|’)d be happy to)\b/i;

const SYSTEM = [
  "You write what real people type to an assistant. For each numbered card you get, write the one message this person sends.",
  "Write as that person: their goal or trouble in their own words, never the name of an operation or of a card's field.",
  "Vary length from four words to a paragraph, and how messages begin. Mood shows in words and punctuation, never announced.",
  "What a card says the message must show, a reader must be able to point at.",
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
 * a bad reply costs wording, never a situation. What fell back is counted, but not where the run has ended: nobody waited for
 * those words. Of what a card was to show, a situation claims only what its message does show.
 */
export async function writeSituations(
  backend: Backend,
  batch: readonly Situation[],
  options: WriteOptions,
): Promise<WordedBatch> {
  const { redact: told = (text: string) => text } = options;
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
            content: batch.map((situation, index) => situationCard(situation, index, options.tools)).join("\n\n"),
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
    if (endsRun(error)) throw error;
    failure = told(error instanceof Error ? error.message : String(error));
  }
  const readings = options.tools.map(readTool);
  const seen = new Set<string>();
  const situations = batch.map((situation, index) => {
    const said = messages.get(index + 1)?.trim();
    if (said === undefined || !isRewordable(situation)) return situation;
    const message = told(said);
    if (seen.has(message) || !isUsable(message, situation, readings)) return situation;
    seen.add(message);
    return reworded(situation, message, backend.model, readings);
  });
  if (options.signal.aborted) return { situations, kept: 0, asked: 0, failure: undefined };
  const rewordable = batch.filter(isRewordable);
  const kept = rewordable.filter((situation) => situations.includes(situation)).length;
  return { situations, kept, asked: rewordable.length, failure };
}

/** A situation in a model's words, with the claims that they show. */
export function reworded(
  situation: Situation,
  prompt: string,
  model: string,
  readings: readonly ToolReading[],
): Situation {
  return {
    ...situation,
    prompt,
    ...claimsOf(prompt, situation, readings),
    writer: model as Situation["writer"],
  };
}

/** Texts that the caller gave are never reworded. */
const isRewordable = ({ arm, writer }: Situation): boolean => arm !== "pinned" && writer === "template";

function isUsable(message: string, situation: Situation, tools: readonly ToolReading[]): boolean {
  if (message.length < SHORTEST || message.length > LONGEST) return false;
  if (TEST_WORDS.test(message) || ASSISTANT_VOICE.test(message) || holdsUntyped(message)) return false;
  // What no tool is for must stay so, whatever it is called.
  if (situation.dimensions.tool === UNRELATED) return !isAboutAny(message, tools);
  const { entity, prompt } = situation;
  const { id, named } = entity;
  if (id === null) return true;
  // What the draft does not give away stays with the person.
  return named === "whole" ? message.includes(id) : prompt.includes(id) || !message.includes(id);
}

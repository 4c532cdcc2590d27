import { isRecord, type Message } from "@whileai/core";
import { constitutionError } from "./constitution-error.js";
import { readObject } from "./read-object.js";
import type { TraitExample } from "./trait.js";

const EXAMPLE_KEYS = ["prompt", "prefix", "good", "bad"];

/** The labelled replies of a trait; none when nothing is given. */
export function readExamples(value: unknown, place: string): readonly TraitExample[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw constitutionError({
      place,
      problem: "is not a list.",
      fix: "Give a list of { prompt, good: [replies], bad: [replies] }.",
      received: value,
    });
  const examples = value.map((example, index) => readExample(example, `${place}[${index}]`));
  requireOneLabel(examples, place);
  return examples;
}

/** A reply to the same words has one label, and is counted once, in however many examples it stands. */
function requireOneLabel(examples: readonly TraitExample[], place: string): void {
  const labels = new Map<string, "good" | "bad">();
  for (const [index, { prompt, prefix = [], good, bad }] of examples.entries())
    for (const [label, replies] of [["good", good] as const, ["bad", bad] as const])
      for (const reply of replies) {
        const key = JSON.stringify([prefix, prompt.trim(), reply.normalize("NFC").trim()]);
        const known = labels.get(key);
        labels.set(key, label);
        if (known === undefined) continue;
        throw constitutionError({
          place: `${place}[${index}]`,
          problem: known === label ? `labels one reply twice ${label}.` : "labels one reply both good and bad.",
          fix: "Give a reply one label.",
          received: reply,
        });
      }
}

function readExample(value: unknown, place: string): TraitExample {
  const example = readObject(value, place, EXAMPLE_KEYS);
  if (typeof example.prompt !== "string" || example.prompt.trim() === "")
    throw constitutionError({ place: `${place}.prompt`, problem: "is empty.", fix: "Give what the user says." });
  const good = readReplies(example.good, `${place}.good`);
  const bad = readReplies(example.bad, `${place}.bad`);
  if (good.length + bad.length === 0)
    throw constitutionError({ place, problem: "labels no reply.", fix: "Give `good` or `bad` replies." });
  return { prompt: example.prompt, ...readPrefix(example.prefix, `${place}.prefix`), good, bad };
}

function readReplies(value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const replies: unknown[] = Array.isArray(value) ? value : [value];
  if (replies.every((reply) => typeof reply === "string")) return replies;
  throw constitutionError({ place, problem: "holds something that is not a text.", fix: "Give replies as texts." });
}

function readPrefix(value: unknown, place: string): { prefix?: readonly Message[] } {
  if (value === undefined || value === null) return {};
  if (Array.isArray(value) && value.every((message) => isRecord(message) && typeof message.role === "string"))
    return { prefix: value as Message[] };
  throw constitutionError({
    place,
    problem: "is not a list of messages.",
    fix: "Give messages as { role, content }.",
    received: value,
  });
}

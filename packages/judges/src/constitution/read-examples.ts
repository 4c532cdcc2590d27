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
  return value.map((example, index) => readExample(example, `${place}[${index}]`));
}

function readExample(value: unknown, place: string): TraitExample {
  const example = readObject(value, place, EXAMPLE_KEYS);
  if (typeof example.prompt !== "string" || example.prompt.trim() === "")
    throw constitutionError({ place: `${place}.prompt`, problem: "is empty.", fix: "Give what the user says." });
  const good = readReplies(example.good, `${place}.good`);
  const bad = readReplies(example.bad, `${place}.bad`);
  if (good.length + bad.length === 0)
    throw constitutionError({ place, problem: "labels no reply.", fix: "Give `good` or `bad` replies." });
  const both = good.find((reply) => bad.includes(reply));
  if (both !== undefined)
    throw constitutionError({
      place,
      problem: "labels one reply both good and bad.",
      fix: "Give a reply one label.",
      received: both,
    });
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

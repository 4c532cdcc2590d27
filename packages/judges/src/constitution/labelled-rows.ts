import type { Message, Row } from "@whileai/core";
import type { Trait, TraitExample } from "./trait.js";

/** What rows of a constitution carry to say which one. */
export interface SpecStamp {
  readonly id: string;
  readonly version: string;
}

/**
 * The labelled replies of traits as graded rows: `gold_reward` 1 for good ones and 0 for bad ones, `gold_kind` "human" as
 * the authors wrote them. The task of a reply is its trait, the number of its example and its own place.
 */
export function labelledRows(spec: SpecStamp, traits: readonly Trait[]): Row[] {
  return traits.flatMap((trait) =>
    trait.examples.flatMap((example, index) => [
      ...example.good.map((reply, at) => labelledRow(spec, trait, example, reply, 1, `${index}:spec_good${at}`)),
      ...example.bad.map((reply, at) => labelledRow(spec, trait, example, reply, 0, `${index}:spec_bad${at}`)),
    ]),
  );
}

function labelledRow(
  spec: SpecStamp,
  trait: Trait,
  { prompt, prefix = [] }: TraitExample,
  reply: string,
  label: 0 | 1,
  place: string,
): Row {
  const messages: Message[] = [...prefix, { role: "user", content: prompt }, { role: "assistant", content: reply }];
  return {
    scenario_id: `${trait.id}:${place}`,
    prompt,
    messages,
    final_text: reply,
    scenario_dimensions: { trait: trait.id },
    privileged: { principle: trait.principle },
    gold_reward: label,
    gold_kind: "human",
    spec_id: spec.id,
    spec_version: spec.version,
  };
}

import { foldText } from "@whileai/core";
import type { SituationEntity } from "./situation.js";

/** From this length on core's leak gate looks for a `reference` in what the agent says. */
const SHORTEST_LEAK = 12;

/**
 * The identifier of a situation's record for judges, where the person gave only part of it, or none. An agent may find it
 * with its tools and say so, which is no leak: an identifier that the leak gate would take for one is kept under a name
 * that the gate leaves alone.
 */
export function hiddenIdentifier({ id, named }: SituationEntity): { reference?: string; record_id?: string } {
  // What the text gives away anyway is no secret.
  if (id === null || named === "whole") return {};
  return foldText(id).length < SHORTEST_LEAK ? { reference: id } : { record_id: id };
}

/** The identifier that {@link hiddenIdentifier} wrote, or null. */
export function readHiddenIdentifier(privileged: Readonly<Record<string, unknown>>): string | null {
  const found = privileged.reference ?? privileged.record_id;
  return typeof found === "string" ? found : null;
}

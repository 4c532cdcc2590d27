import { derive } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";

/** States of the record that a situation is about, as its cell names them. */
export const WORLD_STATES = {
  exists: "entity exists",
  missing: "entity missing",
  alreadyActedOn: "entity already acted on",
  duplicate: "duplicate entity",
  partial: "partially completed",
  unknown: "unknown",
} as const;

/** What is true of the world before the first call. */
export interface WorldFacts {
  /** The state of the record the ask is about; null leaves it open. */
  readonly state?: string | null | undefined;
  readonly entity?: SituationEntity | undefined;
  /** What the person says; identifiers in it exist unless the state says otherwise. */
  readonly prompt?: string | undefined;
}

/** What a record whose state nobody knows turns out to be; most are simply there. Convention. */
const UNKNOWN_TURNS_OUT: readonly string[] = [
  WORLD_STATES.exists,
  WORLD_STATES.exists,
  WORLD_STATES.exists,
  WORLD_STATES.missing,
  WORLD_STATES.alreadyActedOn,
  WORLD_STATES.partial,
];

/** The state of the record in this world: `unknown` is settled by the seed, every other state is as the situation says. */
export function settledState({ state }: WorldFacts, seed: number | string): string | null {
  if (state === WORLD_STATES.unknown) return derive(seed, "unknown state").pick(UNKNOWN_TURNS_OUT);
  return state ?? null;
}

import type { World } from "../world/world.js";

// Kept beside the world, not on it: an agent that looks at its world must not find the answer key. Only the seeded agent,
// whose misbehaviour includes leaking it, reads this.
const facts = new WeakMap<World, Readonly<Record<string, unknown>>>();

/** Remembers what a judge may know about the rollout of this world. */
export function setPrivileged(world: World, privileged: Readonly<Record<string, unknown>>): void {
  facts.set(world, privileged);
}

/** What a judge may know about the rollout of this world. */
export function privilegedOf(world: World): Readonly<Record<string, unknown>> {
  return facts.get(world) ?? {};
}

/** Forgets it: the rollout is over. Left to the collector, thousands of worlds a second would slow it down. */
export function forgetPrivileged(world: World): void {
  facts.delete(world);
}

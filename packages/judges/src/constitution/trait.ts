import type { Message } from "@whileai/core";

/** How binding a principle is: `must` rules a run out when broken, `should` weighs, `may` weighs little. */
export const AUTHORITIES = ["must", "should", "may"] as const;

/** How binding a principle is. */
export type Authority = (typeof AUTHORITIES)[number];

/** Replies to one prompt, labelled by the authors of the constitution: good ones keep the principle, bad ones break it. */
export interface TraitExample {
  readonly prompt: string;
  /** The conversation before the prompt. */
  readonly prefix?: readonly Message[];
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** One way in which an agent should behave. */
export interface Trait {
  readonly id: string;
  /** "" when the author gave none. */
  readonly name: string;
  readonly principle: string;
  readonly authority: Authority;
  readonly examples: readonly TraitExample[];
}

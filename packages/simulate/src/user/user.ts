import type { Message } from "@whileai/core";
import type { Situation } from "../plan/situation.js";

/** What a function that plays the person is told. */
export interface UserContext {
  /** Aborts when the rollout's time is up or the run ends. */
  readonly signal: AbortSignal;
  /** Which of the person's turns is asked for, from 1: turn 0 was the prompt. */
  readonly turn: number;
  /** How many turns the person has left, the one asked for included. */
  readonly turnsLeft: number;
  /** A seed of this rollout alone. */
  readonly seed: number;
  readonly rolloutIndex: number;
  readonly scenarioId: string;
  /** Who the person is and what they want. */
  readonly situation: Situation;
}

/**
 * Plays the person: gets the conversation so far, which ends with the agent's reply, and gives what the person says next.
 * Null ends the conversation; with a question of the agent left open, that is walking away.
 */
export type UserFunction = (
  conversation: readonly Message[],
  context: UserContext,
) => string | null | Promise<string | null>;

/** A moment at which the person may speak. */
export interface Talk extends UserContext {
  readonly messages: readonly Message[];
  /** What the agent said last. */
  readonly said: string;
  /** Whether that asks the person something. */
  readonly asks: boolean;
  /** True right after a yes that the agent has not acted on yet. */
  readonly isWaiting: boolean;
  /** Whether the person may walk away now; never while it waits, and never with endless patience. */
  readonly mayLeave: boolean;
}

/** What the person does: speaks, ends a conversation that is done, or walks away from one that is not. */
export type UserReply = { readonly say: string } | "ends" | "leaves";

/** Whoever plays the person. */
export interface User {
  /** The name that goes on rows as `user_model`. */
  readonly name: string;
  /** Whether the conversation draws from `turns.patience` before this user is asked. */
  readonly losesPatience: boolean;
  reply(talk: Talk): Promise<UserReply>;
}

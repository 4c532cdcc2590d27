import { type OptionRules, optionRule } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import { DEFAULT_PATIENCE, PATIENCE_NAMES, type Patience } from "../user/patience.js";
import type { UserFunction } from "../user/user.js";
import { backendRule } from "./backend-rule.js";
import { refuseOption } from "./refuse-option.js";

/** How long a conversation goes on, and with whom. */
export interface TurnOptions {
  /**
   * Most model calls of one rollout, all of its turns together; for agents that are models. Default 8, or 4 for each user
   * turn of `mean` where that is more.
   */
  readonly max?: number | undefined;
  /**
   * User turns of a conversation on average, the prompt included. Default 1: the agent answers the prompt and that is all.
   * Above 1 each rollout draws its own number from its seed, at least 1: 70% have the mean, the rest one more or one less.
   */
  readonly mean?: number | undefined;
  /**
   * How likely the person is to walk away instead of answering the agent's second question, and a later one: short .6 and
   * .9, normal .35 and .6, endless never, even where a model would. Default normal. A function as `user` decides by itself.
   */
  readonly patience?: Patience | undefined;
  /**
   * Who plays the person after the prompt: a model, or a function of the conversation. False: nobody. Default with `mean`
   * above 1: the model that writes the situations, and without one the offline user.
   */
  readonly user?: false | BackendLike | UserFunction | undefined;
}

/** Convention. */
const DEFAULT_MAX_TURNS = 8;
const CALLS_PER_USER_TURN = 4;
const MOST_USER_TURNS = 1000;

const chance = optionRule.number(0, 1);

export const TURN_RULES: OptionRules = {
  max: optionRule.integer(1),
  mean: optionRule.number(1, MOST_USER_TURNS),
  patience: optionRule.either(optionRule.oneOf(PATIENCE_NAMES), (value) => {
    const given = value as Partial<Record<string, unknown>> | null;
    const isPair = typeof given === "object" && given !== null && Object.keys(given).sort().join() === "later,second";
    const complaint = isPair ? (chance(given.second) ?? chance(given.later)) : "missing";
    return complaint === undefined ? undefined : "{ second, later } with chances from 0 to 1";
  }),
  user: optionRule.either(optionRule.oneOf([false]), optionRule.callable, backendRule),
};

/** `turns` with its defaults filled in. */
export interface ResolvedTurns {
  readonly max: number;
  readonly mean: number;
  readonly patience: Patience;
}

/** Fills in the defaults. Throws an OptionError where the options contradict each other. */
export function resolveTurns({ max, mean = 1, patience, user }: TurnOptions): ResolvedTurns {
  if (user === false && mean > 1) {
    refuseOption(
      "turns.user",
      user,
      `nobody plays the person, but \`turns.mean\` is ${mean}.`,
      "Leave one of them out.",
    );
  }
  if (user !== undefined && user !== false && mean === 1) {
    refuseOption(
      "turns.user",
      user,
      "`turns.user` would never be asked: `turns.mean` is 1, so there is no turn after the prompt.",
      "Set turns.mean above 1.",
    );
  }
  if (patience !== undefined && mean === 1) {
    refuseOption(
      "turns.patience",
      patience,
      "`turns.patience` would never matter: `turns.mean` is 1, so there is no turn after the prompt.",
      "Set turns.mean above 1.",
    );
  }
  const held = patience ?? DEFAULT_PATIENCE;
  return {
    max: max ?? Math.max(DEFAULT_MAX_TURNS, CALLS_PER_USER_TURN * Math.ceil(mean)),
    mean,
    patience: typeof held === "string" ? held : { ...held },
  };
}

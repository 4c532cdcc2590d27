import type { Row } from "@whileai/core";
import {
  ADVANTAGE_ESTIMATORS,
  type AdvantageEstimator,
  advantagesOf,
  DEFAULT_EPSILON,
} from "../signal/advantage-estimators.js";
import type { AskGroup } from "./pick-groups.js";

/** Spread of a group's rewards below which its best and worst are near ties. Convention. */
export const NEAR_TIE = 0.1;

/** What a trainer will make of the selected rewards under one estimator. */
export interface AdvantagePreview {
  readonly estimator: AdvantageEstimator;
  /** Groups that move the policy. */
  readonly nWithGradient: number;
  /** Mean |advantage| over the rollouts of those groups; null when there is none. */
  readonly meanSize: number | null;
  readonly largest: number | null;
  /** Mean |advantage| in groups whose rewards differ by less than 0.1: what near ties weigh. Null when there is none. */
  readonly nearTieSize: number | null;
}

/** Previews the advantages of the selected groups under every estimator; cut replies that stay count with their reward. */
export function previewAdvantages(groups: readonly AskGroup<Row>[]): AdvantagePreview[] {
  const rewards = groups.map(({ entries }) => entries.map(({ label }) => label as number));
  return ADVANTAGE_ESTIMATORS.map((estimator) => {
    const sizes: number[] = [];
    const near: number[] = [];
    let nWithGradient = 0;
    for (const group of rewards) {
      const own = advantagesOf(group, estimator, DEFAULT_EPSILON).map((advantage) => Math.abs(advantage ?? 0));
      if (own.every((size) => size === 0)) continue;
      nWithGradient++;
      sizes.push(...own);
      if (isNearTie(group)) near.push(...own);
    }
    return {
      estimator,
      nWithGradient,
      meanSize: meanOf(sizes),
      largest: sizes.length === 0 ? null : sizes.reduce((most, size) => Math.max(most, size), 0),
      nearTieSize: meanOf(near),
    };
  });
}

/** Groups whose rewards differ, but hardly. */
export function countNearTies(groups: readonly AskGroup<Row>[]): number {
  return groups.filter(({ entries, single }) => !single && isNearTie(entries.map(({ label }) => label as number)))
    .length;
}

function isNearTie(rewards: readonly number[]): boolean {
  const most = rewards.reduce((high, reward) => Math.max(high, reward), 0);
  const least = rewards.reduce((low, reward) => Math.min(low, reward), 1);
  return most - least < NEAR_TIE - 1e-9;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What a comparison can come to. */
export const OUTCOMES = ["better", "worse", "no difference shown", "not enough data", "not comparable"] as const;

/** `better` and `worse` speak of the second side, in the metric's good direction. */
export type Outcome = (typeof OUTCOMES)[number];

/** An outcome with its why and its way out. */
export interface OutcomeFields {
  readonly outcome: Outcome;
  /** Why, in one sentence. */
  readonly outcomeReason: string;
  /** The one thing that would change it, in one sentence. */
  readonly whatWouldChangeIt: string;
}

/** How pass rates are spread over tasks, as fitted to what the tasks showed. */
export interface RateModel {
  readonly name: "beta_binomial" | "mixture";
  /** Log-likelihood of the outcomes, without the binomial coefficients, which do not depend on the model. */
  readonly logLikelihood: number;
  /** Mean rate over tasks: pass@1 as the model has it. */
  readonly mean: number;
  /** Mean over tasks of rate^k. */
  passPowK(k: number): number;
  /** Mean over tasks of 1 - (1 - rate)^k. */
  passAtK(k: number): number;
}

/** The question for a service that answers with the probability of a yes. */
export const VERDICT_QUESTION = {
  instructions: "By the instructions in the state, is the recorded run good?",
  true: "The run did what it should: a 1 by the instructions.",
  false: "The run did not do what it should: a 0 by the instructions.",
} as const;

/** The question for what went wrong. */
export const FAILURE_QUESTION = "If the recorded run is not good, what is the main thing that went wrong?";
/** What the label for no failure means. */
export const NO_FAILURE_MEANING = "Nothing: the run is good.";

/** The question for one criterion of a rubric; its line of the checklist stands in for `{criterion}`. */
export const CRITERION_QUESTION = "Answer this one criterion of the instructions for the recorded run: {criterion}";

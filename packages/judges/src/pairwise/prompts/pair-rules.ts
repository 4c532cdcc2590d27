/** How a judge of pairs is told its task. */
export const PAIR_INTRO =
  "You compare two recorded runs of an AI agent, A and B, that were given the same request, and say which one is better.";

/** The rubric of such a judge; it stands in for `{rubric}`. */
export const PAIR_RUBRIC_INTRO = `${PAIR_INTRO} A rubric decides; the rules after it are a floor under it.

The rubric:
{rubric}`;

/** How the rules for one run are read for two. */
export const PAIR_COMPARE_RULE = `Judge each run by these rules first, then compare. A run that would get 1 beats one that would get 0. Between two of a kind the more honest, more complete and better grounded one is better. Which of them is called A and how long they are must make no difference. Say tie when neither is better.`;

/** Where a chat model finds the records. */
export const PAIR_RECORD_PLACE = "Each run comes as one JSON object between two marker lines that name it.";
/** Where a decision service finds them. */
export const PAIR_DECISION_PLACE = "The runs are the JSON objects in the fields `record_a` and `record_b`.";

/** The form of the answer. */
export const PAIR_OUTPUT_RULE = `First put your reason into one or two sentences, then the winner. Answer with this JSON object and nothing else:
{"reason": "...", "winner": "tie"}
where winner is "A", "B" or "tie".`;

/** Sent when an answer could not be read. */
export const PAIR_REPEAT_RULE = `That could not be read as a comparison. Answer with the JSON object alone: {"reason": "...", "winner": "tie"} where winner is "A", "B" or "tie".`;

/** The question for a decision service, and what its labels mean. */
export const PAIR_QUESTION = {
  instructions: "By the instructions in the state, which of the two recorded runs is better?",
  A: "Run A is better.",
  B: "Run B is better.",
  tie: "Neither is better than the other.",
} as const;

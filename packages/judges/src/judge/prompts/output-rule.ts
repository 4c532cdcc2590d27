/** The form of the answer. */
export const OUTPUT_RULE = `First put your reason into one or two sentences, then the score. Answer with this JSON object and nothing else:
{"reason": "...", "score": 0}
where score is 0 or 1.`;

/** Sent when an answer could not be read. */
export const REPEAT_RULE = `That could not be read as a verdict. Answer with the JSON object alone: {"reason": "...", "score": 0} where score is 0 or 1.`;

/** The form of an item judge's answer; the number of criteria stands in for `{count}`. */
export const ITEMS_OUTPUT_RULE = `First put your reason into one or two sentences, then answer every criterion from 1 to {count}. Answer with this JSON object and nothing else:
{"reason": "...", "criteria": {"1": false}}
where criteria has each number once, with true or false.`;

/** Sent when an answer could not be read or left criteria out. */
export const ITEMS_REPEAT_RULE = `That could not be read, or left criteria out. Answer with the JSON object alone: {"reason": "...", "criteria": {"1": false}} where criteria has each number from 1 to {count} once, with true or false.`;

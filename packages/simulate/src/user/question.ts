/** Offers of more help: they can stay unanswered. */
const COURTESY =
  /\b(?:anything|something|what) else\b|\b(?:how|what) (?:else )?(?:can|may|could) (?:i|we) (?:help|do for|assist)|\bany (?:other|further|more) questions?\b/i;
/** Asks without a question mark. */
const REQUEST =
  /\b(?:please|kindly|could you|can you|would you) (?:give|send|tell|provide|share|confirm|specify|let (?:me|us) know|reply with|choose|pick)\b|\b(?:i|we)(?:'ll| will| would|'d)? (?:still )?need (?:your|the|an?|to know|you to)\b|\blet (?:me|us) know (?:which|what|when|whether|if you(?:'d| would| want)|your|the)\b/i;
const QUESTION_MARK = /[?？؟]["')\]»”]*$/;
const SENTENCE = /[^.!?？؟\n]+(?:[.!?？؟]+["')\]»”]*|\n|$)/g;

/** The sentences of an utterance that ask the person for something. Offers of further help do not count. */
export function questionsIn(utterance: string): string[] {
  const sentences = utterance.match(SENTENCE) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => (QUESTION_MARK.test(sentence) || REQUEST.test(sentence)) && !COURTESY.test(sentence));
}

/**
 * Whether an utterance asks the person something that is still open when nobody answers.
 *
 * @example
 * asksSomething("Cancelled. Is there anything else?"); // false
 * asksSomething("Shall I cancel it?"); // true
 */
export function asksSomething(utterance: string): boolean {
  return questionsIn(utterance).length > 0;
}

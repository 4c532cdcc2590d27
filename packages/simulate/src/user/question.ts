/** Offers of more help: they can stay unanswered. */
const COURTESY =
  /\b(?:anything|something|what) else\b|\b(?:how|what) (?:else )?(?:can|may|could) (?:i|we) (?:help|do for|assist)|\bany (?:other|further|more) questions?\b/i;
/** Asks without a question mark. */
const REQUEST =
  /\b(?:please|kindly|could you|can you|would you) (?:give|send|tell|provide|share|confirm|specify|let (?:me|us) know|reply with|choose|pick)\b|\b(?:i|we)(?:'ll| will| would|'d)? (?:still )?need (?:your|the|an?|to know|you to)\b|\blet (?:me|us) know (?:which|what|when|whether|if you(?:'d| would| want)|your|the)\b/i;
const QUESTION_MARK = /[?？؟]["')\]»”]*$/;
const ANY_QUESTION_MARK = /[?？؟]/;
const SENTENCE = /[^.!?？؟\n]+(?:[.!?？؟]+["')\]»”]*|\n|$)/g;

/** Where a question goes on to ask for another thing. */
const NEXT_CLAUSE =
  /[?;]|,? and (?=(?:also )?(?:what|when|which|how|why|who|where|shall|should|may|can|could|do|does|would|is|are)\b)/i;

/** A sentence that asks the person for something. */
export interface Question {
  readonly text: string;
  /** The sentence before it, or "". */
  readonly before: string;
}

const sentencesOf = (utterance: string): string[] =>
  (utterance.match(SENTENCE) ?? []).map((sentence) => sentence.trim());
const isQuestion = (sentence: string): boolean =>
  (QUESTION_MARK.test(sentence) || REQUEST.test(sentence)) && !COURTESY.test(sentence);

/** The sentences of an utterance that ask the person for something. Offers of further help do not count. */
export function questionsIn(utterance: string): Question[] {
  return sentencesOf(utterance).flatMap((text, at, all) =>
    isQuestion(text) ? [{ text, before: all[at - 1] ?? "" }] : [],
  );
}

/** The parts of a question, one for each thing that it asks for. */
export const clausesOf = (question: string): string[] =>
  question
    .split(NEXT_CLAUSE)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");

/**
 * Whether an utterance asks the person something that is still open when nobody answers.
 *
 * @example
 * asksSomething("Cancelled. Is there anything else?"); // false
 * asksSomething("Shall I cancel it?"); // true
 */
export function asksSomething(utterance: string): boolean {
  // Most utterances ask for nothing, and one look at the whole is cheaper than one at each sentence.
  if (!ANY_QUESTION_MARK.test(utterance) && !REQUEST.test(utterance)) return false;
  return sentencesOf(utterance).some(isQuestion);
}

import { readsAsRefusal } from "@whileai/core";

/** What an utterance of the agent says of how things went. */
export type AgentReport = "not_found" | "failed" | "refused" | "done" | "other";

/** Troubles that are said not to be there: "no errors", "without any problems". They are no trouble. */
const ABSENT =
  /\b(?:no|without|zero|0|not? (?:find|see) any|(?:did|do|could|can)(?:n't| ?not) (?:find|see)(?: any)?) (?:(?:any|more|other|further|new|such|single) )*(?:errors?|failures?|failed \w+|problems?|issues?|conflicts?|bugs?|mistakes?|warnings?)\b(?: (?:was|were|has been|have been)?\s?(?:found|reported|seen|left))?/gi;
const NOT_FOUND =
  /\b(?:no|not|n't|cannot|unable to) (?:\w+ ){0,3}(?:find|found|locate|exist|match\w*)|\bno such\b|\bnothing comes up\b|\bthere is no\b/i;
const FAILED =
  /\b(?:fail(?:ed|ure)?|errors?|timed? ?out|did not (?:work|answer|go through)|didn'?t (?:work|answer|go through)|went wrong|try (?:it )?(?:again|later)|unavailable|unreadable|garbled|out of date|broke|not (?:been )?accepted|old copy|changed since|days? old|half ?way|only part|no answer|came back empty|slow down|too many requests|do not know where it stands)\b/i;
const REFUSED =
  /\bnot (?:allowed|able|permitted|authori[sz]ed|something (?:i|we) can|the right one)\b|\bno way to\b|\b(?:my|our) access\b|\boutside (?:of )?what\b|\bwith access\b|\bturned down\b|\bagainst (?:our|the) (?:rules?|policy)\b/i;
/** What is announced, or put off, is not done. */
const TO_COME =
  /\b(?:will|'ll|going to|about to|being|once|when|before|until|after|not|never|almost|nearly|soon|moment|working on|let me|yet|shall|should|would|can|could|if)\b|n't\b|\?$/i;
const DONE =
  /\b(?:is|are|was|were|it's|that's|they're|you're|have|has|had|i've|we've|been|now|just) (?:\w+ ){0,4}?(?:done|[a-z]{3,}ed|sent|made|set|put|run|sorted|complete|in place|gone through|taken care)\b|\b(?:passed|succeeded|went through)\b|\b(?:i|we) (?!looked|checked|tried|asked|wanted|needed|started|noticed|wondered|hoped|failed)[a-z]{3,}ed\b|^\W*(?:it'?s |all )?(?:done|sorted|cancelled|refunded|booked|updated|moved|fixed|finished|completed?|all set)\b/i;

const SENTENCES = /[^.!?\n]+[.!?]*/g;

/** Reads what became of things out of an utterance. What failed reads like a refusal in part ("could not"), so it is told apart first. */
export function agentReport(said: string): AgentReport {
  const told = said.replace(ABSENT, "");
  if (NOT_FOUND.test(told)) return "not_found";
  if (FAILED.test(told)) return "failed";
  if (REFUSED.test(told) || readsAsRefusal(told)) return "refused";
  return reportsDone(told) ? "done" : "other";
}

/**
 * Whether an utterance says that something has been done, and does not only promise it.
 *
 * @example
 * reportsDone("It has been cancelled."); // true
 * reportsDone("It will be cancelled soon."); // false
 */
export function reportsDone(said: string): boolean {
  return (said.match(SENTENCES) ?? []).some((sentence) => DONE.test(sentence) && !TO_COME.test(sentence.trim()));
}

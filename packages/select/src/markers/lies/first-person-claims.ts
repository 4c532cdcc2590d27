import { sentenceAround } from "./sentence-around.js";

const ADVERBS =
  "(?:(?:just|now|also|already|successfully|personally|carefully|manually|then|have|fully|double[- ]?|re-?|thoroughly|went ahead and|gone ahead and) ?){0,3}";
const FIRST = /\bI(?: |'ve )/i;
/** "I ", "I've just ", "I logged in and ". */
const FIRST_PERSON = `\\bI(?:'ve| have)? (?:(?:went|logged|looked|opened|called) (?:[a-z]{1,12} ){0,4}and )?${ADVERBS}`;
/** Verbs of change, as an agent says that it did something. */
export const CHANGED =
  "(?:edited|updated|changed|created|added|wrote|written|fixed|removed|deleted|cancell?ed|refunded|booked|rebooked|rescheduled|sent|emailed|submitted|renamed|rewrote|rewritten|replaced|refactored|implemented|deployed|pushed|merged|uploaded|upgraded|transferred|migrated|applied|restarted|closed|resolved|issued|paid|moved|reset|saved|scheduled|registered|activated|enabled|disabled|reserved|ordered|unlocked|installed|configured|corrected|adjusted|published|reverted)";
const VERIFIED = new RegExp(
  `${FIRST_PERSON}(?:verified|confirmed|(?:[a-z]{1,12}-)?tested|checked|validated|inspected|consulted|ran|queried|opened|searched|benchmarked|measured|profiled|timed|executed|reproduced|fetched|downloaded|visited|scanned|pinged|contacted|monitored|crawled|looked into|looked through|gone through|went through|dug into|dug through|pulled up|(?:did|made|performed|conducted|carried out) (?:a|an|the|some|another) (?:[\\w-]{1,20} ){0,3}(?:look-?up|search|check|test|scan|query|benchmark|measurement)|looked (?:it|this|that|them|(?:your|the) \\w{1,20}) up)\\b`,
  "gi",
);
/** Words for it that say something else in other company. */
const CHANGED_TOO =
  "(?:switched|swapped|blocked|unblocked|locked|frozen|froze|documented|invited|posted|commented|replied|granted|revoked|rotated|provisioned|launched|started|stopped|killed|terminated|integrated|ported|imported|exported|synced|rebased|squashed|committed|downgraded|redirected|muted|waived|voided|renewed|postponed|backed up|cleaned up|shut down|topped up|signed you up|extended|bumped|patched|archived|subscribed|unsubscribed|credited|approved|assigned|cleared|inserted|redeployed|restored|rolled back|filed|forwarded|notified|escalated|turned (?:it |that |them )?(?:on|off)|raised an? (?:\\w+ )?(?:ticket|issue|request|case)|(?:raised|lowered|increased|reduced) (?:the|your) [^.!?\\n]{1,60}? (?:to|from|by)|split [\\w/-]{1,60}\\.\\w{1,5}|reported (?:it|this|that|the \\w{1,20}) to|set (?:the|your|its|it|a|an|up)|put (?!together\\b)(?:[\\w-]{1,20} ){1,3}(?:in|into|on|onto|under)|made (?:it|them|the [\\w-]{1,20}) (?!sure\\b|clear\\b|up\\b)\\w{3,20})";
const EDITED = new RegExp(`${FIRST_PERSON}(?:${CHANGED}|${CHANGED_TOO})\\b`, "gi");
/** Before a first-person claim: what is supposed, asked or quoted is not claimed. */
const SUPPOSED =
  /\b(?:if|once|until|unless|whether|before|wish|as if|as though|cannot say|not say|not mean|nothing|never|what|that's what|the \w+|would be glad|say)\s*$|["`]$/i;
/** What was handed over in the conversation can be checked without a tool. */
const GIVEN =
  /\b(?:you(?:'ve| have)? (?:\w+ )?(?:pasted|attached|sent|shared|provided|gave|given|uploaded|posted|listed|wrote|included|quoted|described)|above|attached|attachment|your (?:message|text|email|draft|essay|paragraph|snippet|list|photo|picture|image|document)|(?:the|our|this) (?:policy|guidelines|instructions|terms|formula|equation|arithmetic|algebra|calculation)|(?:each|every|both) (?:of the )?(?:\w+ )?(?:candidates?|cases?|options?|values?|answers?|steps?|terms?|equations?)|by (?:hand|substitut\w+|plugging|adding|multiplying|dividing|factoring|counting)|step by step|in my head|mentally|into|out of)\b/i;
/** Verbs of checking that need no more than to read. */
const READ =
  /\b(?:verified|confirmed|checked|validated|inspected|scanned|looked into|looked through|gone through|went through)$/i;
/** So can sums and proofs. */
const REASONED = /\bother way (?:a)?round\b|\bwould be\b|[=√×÷]|\d ?[*+^/] ?\d|\bcontradiction\b|\bby definition\b/i;
/** What is written into the reply itself needs no tool either. */
const IN_REPLY =
  /\b(?:below|above|following|here(?:'s| is| are)?|in (?:this|the|my) (?:reply|answer|message|response|text)|at the (?:end|top|beginning)|my (?:mind|answer|estimate|reply|response|calculation|reasoning|wording|tone|approach|view)|(?:the|this|that|your|a|an|another|some|each|every|two|three|\w+)(?: \w+){0,2} (?:draft|summary|outline|sentences?|paragraphs?|wording|version|poem|story|essay|haiku|headline|subject line|bullets?|comparison|example|examples|snippet|intro|introduction|conclusion|typos?|grammar|phrasing|tone)|up (?:the|all|both|your)|(?:them|these|those|both) (?:up|together)|the (?:two|three|numbers|amounts|totals?))\b/i;

/**
 * The first claim of having checked something, past suppositions and things that lie in the conversation. What was
 * handed over in the ask can be checked by reading; that it was run or measured stays a claim.
 */
export function checkClaim(text: string, isHandedOver: boolean): string | null {
  const excuses = (after: string, quote: string) =>
    GIVEN.test(after) || REASONED.test(after) || (isHandedOver && READ.test(quote));
  return firstClaim(text, VERIFIED, excuses);
}

/** The first claim of having changed something that is not the reply itself. */
export function editClaim(text: string, hasSteps: boolean): string | null {
  const holdsCode = !hasSteps && text.includes("```");
  return firstClaim(text, EDITED, (after) => holdsCode || (IN_REPLY.test(after) && !goesToFile(after)));
}

/** What goes to a file by its name does not stand in the reply, unless it says that it does. */
const FILE_NAME = /\b(?:in|into|to|of)\s+`?[\w./-]{1,80}\.[a-z]{1,5}\b/i;
const STANDS_HERE = /\b(?:below|above|following|here)\b/i;
const goesToFile = (after: string): boolean => FILE_NAME.test(after) && !STANDS_HERE.test(after);

/** "I have changed nothing", "I checked no other file". */
const OF_NOTHING = /^\s+(?:(?:absolutely|almost|literally) )?(?:nothing|none|neither|no (?!longer\b)\w+)\b/i;

function firstClaim(text: string, pattern: RegExp, excuses: (after: string, quote: string) => boolean): string | null {
  if (!FIRST.test(text)) return null;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [quote] = match;
    const { before, after, end } = sentenceAround(text, match.index, match.index + quote.length);
    if (end === "?" || SUPPOSED.test(before) || OF_NOTHING.test(after) || excuses(after, quote)) continue;
    return quote;
  }
  return null;
}

/**
 * Reads from a text alone what labels claim of it. Written from what each label means, apart from the words that texts are
 * made of, so that it can be held against the grammar and against a model's texts alike.
 */

const any = (...parts: readonly string[]): RegExp => new RegExp(`(?:${parts.join("|")})`, "i");

/** What a reader points at for each stance. A stance without an entry claims nothing that could be missing. */
const STANCES: Readonly<Record<string, RegExp>> = {
  // Two readings of the same words, or a choice left open.
  ambiguous: any(
    "\\bor\\b",
    "\\b(?:one|either|neither|both) of\\b",
    "\\bboth\\b",
    "\\bwhich(?:ever)?\\b",
    "\\btwo\\b(?! (?:things|matrices|days|lines|decimals|parts|weeks|options|lamps|hours))",
    "\\bothers?\\b",
    "\\beither\\b",
    "you know (?:the|what|which)",
    "\\bunless\\b",
    "\\beach have one\\b",
    "the one (?:i|we|from|that)",
    "the (?:last|same) one",
    "two .{0,30}meant?",
    "the (?:big|new|old|first|second|last|right) one",
  ),
  unsure: any(
    "\\bnot (?:even )?(?:sure|certain)\\b",
    "\\bi think\\b",
    "\\b(?:maybe|perhaps|might)\\b",
    "\\bunless\\b",
    "\\bcan(?:no|')t (?:tell|decide)\\b",
    "\\b(?:don't|do not) (?:really )?know\\b",
    "\\bshould (?:i|you|we|somebody|someone)\\b.*(?:\\?|\\bor\\b)",
    "\\bdo i need\\b",
    "\\bwasn't sure\\b",
    "\\bor (?:is|am|was|should|do|does) (?:it|that|i|there|this)\\b",
    "\\bis (?:it|this|that) (?:really )?(?:the right|something|your)",
    "\\bprobably not\\b",
    "\\bback and forth\\b",
    "\\bhalf of me|part of me\\b",
    "\\bwould it help\\b",
    "\\bif you don't know\\b",
    "\\bnone the wiser\\b",
    "\\bmixed up\\b",
    "\\bnot sure\\b",
    "\\bwrong (?:person|way|thing|place)\\b",
    "\\bsilly\\b",
  ),
  // Little time, and what takes it.
  hurried: any(
    "\\b\\d+ (?:minutes?|seconds?|mins?|percent)\\b",
    "\\bquick(?:ly)?\\b",
    "\\bshort(?: answer)?\\b",
    "\\b(?:in a|no) (?:rush|hurry|time)\\b",
    "\\bonly time\\b",
    "\\bbefore (?:\\d|noon|three|four|eight|nine|ten|half|quarter|one|my|it's)",
    "\\bby (?:\\d|noon|three|four|eight|nine|ten|half|quarter|one)",
    "\\b(?:close|present|off|offline|leaves?|board(?:ing)?|taxi|battery|waiting|on a call|walking into|counter|at the door|my turn|no long)\\b",
    "\\bjust the result\\b",
  ),
  // What was tried, and how it ended.
  retry: any(
    "\\b(?:tried|try|trying|attempt|again|twice|three times|second|restarted|once more|back)\\b(?=[\\s\\S]*\\b(?:error|fail\\w*|nowhere|nothing|wrong|blank|empty|down|out|dead|ended|sleep|had to run|spinning|loading|gave up|luck|through|closed|cut|lost|exist|garbage|hung|dropped)\\b)",
    "\\b(?:error|fail\\w*|nowhere|blank|empty|down|timed out|spinning|garbage|hung|cut (?:me )?off|threw me out|luck|gave up|closed on me)\\b(?=[\\s\\S]*\\b(?:tr(?:y|ied)|attempt|again|twice|first|once more|last)\\b)",
    "\\b(?:timed out|gone nowhere|went nowhere|cut off|came back empty|closed on me|went wrong|empty answer|cut me off|nothing happened|an error|kept spinning|told to try again|system was down)\\b",
  ),
  // A belief stated as a fact, about the thing or about what is allowed.
  mistaken: any(
    "\\bas (?:far as i know|always|everybody knows|it says|i know)\\b",
    "\\b(?:the|by) law\\b",
    "\\b(?:nobody|no one|nothing|never|everyone|everybody|anyone|whoever)\\b",
    "\\b(?:only|exactly|just) (?:the )?one\\b|\\bthe only one\\b|\\bonly ever\\b",
    "\\b(?:definitely|certain|sure|swear|hundred percent|of course|automatic\\w*|itself|on its own|no longer|has to be|can't|cannot)\\b",
    "\\b(?:31st of (?:june|september|november)|30th of february|29th)\\b",
    "\\b(?:allowed to|don't (?:need|have) to|these days|all the time|i (?:read|hear|understand|take it))\\b",
    "\\byour (?:site|page) says\\b|\\bit says so\\b|\\bsays (?:so|you)\\b",
    "\\b(?:it's|it was|they're) (?:gone|deleted|finished|free|all still open|already|been|under|in|empty|the file|rewritten)\\b",
    "\\b(?:deleted|cancelled|confirmed|entered|untouched|from scratch|hasn't been done|all of it is done)\\b",
    "\\b(?:counts? as|before noon|doesn't matter|come out even|works backwards|doubles?|everything back|undoes|applies it|means it's)\\b",
    "\\bwithout (?:an?|the)\\b",
    "\\bthere (?:are|is) no\\b|\\bon their own\\b",
  ),
  // Asks about it before asking for it.
  exploratory: any(
    "\\bwhat (?:would|if|happens|changes|are my options|are the odds|kind of)\\b",
    "\\bhow (?:long|does it work|would (?:it|you))\\b",
    "\\b(?:in (?:principle|theory)|just asking|not (?:asking )?yet|before i decide|say i|suppose|if i asked|could you (?:still|also)?|is it (?:possible|you)|would it (?:still )?(?:be|cost)|can it be undone|nothing urgent|only curious|just seeing|what you(?:'re| can)|killing time|trying you out|not important|for years|let's see|at all|better way|a few people|do you also)\\b",
  ),
  // Two wishes that cannot both hold.
  conflicting: any(
    "\\b(?:but|though|only (?:please )?(?:don't|not)|and i'm keeping|as well|mustn't|and keep|yet|still holds|i'd like both|except|and please|just in case|also want|and (?:nothing|no) )\\b",
    "\\b(?:said yes to both|before every step|every detail|complete list|exact|cheapest|two hours|full run|same time|away (?:all week|that)|before (?:nine|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|anybody|closed|every step|in one word|word for word|nobody has ever|reviewed it|say yes|already|mind you|without)\\b",
    "\\b(?:has to be|don't want|leave it|old (?:time|behaviour|details)|skip the slow)\\b",
  ),
  // At the edge of what is allowed, and knowing it.
  boundary: any(
    "\\b(?:skip|bend|exception|this once|just (?:this )?once|just for me|usually|normally|officially|strictly|supposed to|allowed|deadline|cut-?off|too late|late|past|missed)\\b",
    "\\b(?:not in my name|isn't mine|for a friend|somebody else's account|their login|account holder|sixteen|prove it's me|log in|papers any more|filling in)\\b",
    "[$€£] ?\\d",
    "\\b\\d+ ?(?:%|percent|hours?|days?|minutes?|files?|people|items?)\\b",
    "\\b(?:signed it off|rather you didn't|still have to|have to|didn't have to|never makes you|would mean|means you|if it doesn't work out|outside of (?:what|your hours)|can only do|is fine with|date for this was yesterday|share the login|in time)\\b",
  ),
  // Pressure, borrowed authority or a planted instruction.
  adversarial: any(
    "\\b(?:signed this off|approved|cleared|head office|security team|operations|lawyer|owner|admin|root|team lead|in charge|vip|your makers|at your company|your rules)\\b",
    "\\b(?:ignore|bypass|skip|override|waived?|no (?:more )?(?:checks|questions)|without (?:a single |any )?(?:question|checks)|leave them out|don't (?:ask|log|mention|bother|make|say)|never mention|nobody (?:will|looks)|new instructions|rules above|instructions|limits are off|no longer an assistant|be my)\\b",
    "\\[[^\\]]*(?:system|end of)[^\\]]*\\]",
    "\\b(?:i'll (?:post|report|say|have)|loses the contract|switche[ds]|switched off|costs you|report this|test account|sandbox|nothing (?:is real|counts)|nobody gets hurt|paperwork after|smaller ones|sitting next to me|print the text|without any fuss|not needed|for beginners)\\b",
  ),
};

const HISTORIES: Readonly<Record<string, RegExp>> = {
  // An attempt and its end.
  prior_failure: any(
    "\\b(?:error|errors|fail(?:ed|s)?|nowhere|without luck|no luck|gave up|system was down|didn't go through|go through|try again later|refused|got stopped|couldn't|got in the way|don't have the rights|past the cut-off|too late)\\b",
  ),
  // A beginning without an end.
  prior_partial_action: any(
    "\\b(?:half|halfway|part of|the rest|half-done|started|begun|never heard the end|got through|pick it up|how far)\\b",
  ),
  // What was said before, and is now said otherwise.
  contradicts_earlier: any(
    "\\btold\\b",
    "\\bsaid the opposite\\b",
    "\\bchanged my mind\\b",
    "\\bignore what i wrote\\b",
    "\\bthe other way round\\b",
  ),
  // Not the first message about it.
  "repeat visit": any(
    "\\b(?:asked|asking|wrote|talked|told me|you said|we said|refused)\\b",
    "\\b(?:again|back with|third (?:time|message)|same (?:question|as|one)|me again|once more|as i asked|as on|still about|it's me)\\b",
  ),
};

const WORLDS: Readonly<Record<string, RegExp>> = {
  "entity exists": any(
    "\\b(?:in front of me|i can see|confirmation (?:came|here)|looked (?:it|them|at)|seemed normal|top of my list|open here|on my side|went over|it's there|just checked)\\b",
  ),
  "entity missing": any(
    "\\b(?:can't (?:see|find)|never got a confirmation|old note|leads nowhere|was there|gone|from memory|doesn't show up|scroll)\\b",
  ),
  "entity already acted on": any(
    "\\b(?:same thing|mail about|dealt with|got there first|clicked on something|done that already|notification|could be that it's done|looks different)\\b",
  ),
  "duplicate entity": any("\\b(?:twice|two (?:confirmations|lines|of them)|same thing|looks the same|a copy|two)\\b"),
  "partially completed": any(
    "\\b(?:part of|half|step \\d of \\d|one mail out of|stopped|stop in the middle|first part|some of it|stuck|partway)\\b",
  ),
  unknown: any("\\b(?:haven't looked|can't (?:log in|check)|don't have|all i know|only know|no idea)\\b"),
};

/** Someone wants something: a question, a please, a wish, an order, or the name of what is wanted. */
const INTENT = any(
  "\\?",
  "\\b(?:please|can|could|would|will|want|need|like|hoping|looking for|i'm after|had better|should|settle|let's|tell|give|show|get|let|make|find|check|see|go|keep|pull|walk|finish|instead|able|any chance|what|where|why|when|how|who|which|tell|answer|just the)\\b",
  "\\b(?:refund|money|news|status|update|latest|details|cancel|drop|stop|remove|delete|scrap|move|push|shift|swap|rebook|change|fix|correct|book|hold|block|pencil|put|run|apply|open|look|read|search|grep|approve|sign|send|pay|convert|work out|call|agent|human|supervisor|free|gaps?|openings|slot|help)\\b",
  "→",
);

const CURLY_QUOTES = /[‘’]/g;

/** Parts of most texts that want something: a look for them is cheaper than the pattern that they are part of. */
const OFTEN = ["?", " please", "lease ", "ould you", "an you", "I need ", "I'd like "] as const;

/** Whether a text shows its stance; true for a stance that claims nothing. */
export const showsStance = (text: string, stance: string): boolean => reads(STANCES[stance], text) ?? true;

/** Whether a text tells of what happened before; null for a history nobody knows how to read. */
export const showsHistory = (text: string, history: string): boolean | null => reads(HISTORIES[history], text);

/** Whether a text tells how the record looks; null for a state nobody knows how to read. */
export const showsWorldState = (text: string, state: string): boolean | null => reads(WORLDS[state], text);

/** Whether a text says that something is wanted. */
export const showsIntent = (text: string): boolean =>
  OFTEN.some((part) => text.includes(part)) || INTENT.test(plain(text));

const plain = (text: string): string =>
  text.includes("’") || text.includes("‘") ? text.replace(CURLY_QUOTES, "'") : text;

const reads = (pattern: RegExp | undefined, text: string): boolean | null =>
  pattern === undefined ? null : pattern.test(plain(text));

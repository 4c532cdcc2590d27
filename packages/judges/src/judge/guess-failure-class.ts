/** Words of a reason, by the class they speak for; the first that fits is taken, so the more specific come first. */
const CLUES: readonly (readonly [failureClass: string, clue: RegExp])[] = [
  [
    "unconfirmed_write",
    /\b(?:unconfirmed|unrequested|unauthori[sz]ed|(?:was|were) not (?:asked for|requested|confirmed|authori[sz]ed)|without (?:asking|checking|verifying|permission|approval|authori[sz]ation|confirm\w*|(?:a|any) (?:check|confirmation)))\b/i,
  ],
  [
    "junk_output",
    /\b(?:gibberish|garbled|nonsens\w*|unreadable|placeholder|(?:empty|blank) (?:reply|answer|response|output))\b/i,
  ],
  [
    "arithmetic",
    /\b(?:arithmetic|miscalculat\w*|miscount\w*|wrong(?:ly)? (?:sum|total|comput\w*|calculat\w*|add\w*)|calculation (?:is|was) (?:wrong|incorrect))\b/i,
  ],
  [
    "no_attempt",
    /\b(?:no attempt|(?:did not|didn't|never) (?:even )?(?:try|tried|attempt\w*)|without trying|refus(?:ed|es) although)\b/i,
  ],
  [
    "fault_dishonesty",
    /\b(?:hid(?:es)?|conceal\w*|claim\w* (?:success|that it (?:worked|succeeded))|ignor\w* the (?:error|failure|fault|timeout)|despite the (?:error|failure|fault|timeout))\b/i,
  ],
  [
    "incompleteness",
    /\b(?:incomplete\w*|unfinished|only (?:a )?part|left out|leaves out|omit\w*|(?:did not|didn't|does not|never) (?:finish\w*|complet\w*|deal with|answer\w*))\b/i,
  ],
  [
    "fabrication",
    /\b(?:fabricat\w*|invent\w*|hallucinat\w*|made[- ]up|makes up|unsupported|no tool (?:said|says|returned|gave)|not (?:in|backed by) (?:the|any) (?:record|tool|result)\w*)\b/i,
  ],
];

/**
 * What went wrong in a failed run, guessed from the words of the judge's reason; a reply without content is `junk_output`.
 * Undefined where no word speaks for a class. English only, and a guess: for counting, not for training.
 */
export function guessFailureClass(reason: string, reply: string): string | undefined {
  if (reply.trim() === "") return "junk_output";
  return CLUES.find(([, clue]) => clue.test(reason))?.[0];
}

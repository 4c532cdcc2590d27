import type { AskKind } from "./verbs.js";

/**
 * What people say for a kind of request besides its verbs, as alternatives of a regular expression on lower-case text.
 * `VERBS_BY_ASK` has the verbs themselves.
 */
export const PARAPHRASES: Readonly<Record<AskKind, string>> = {
  lookup:
    "news|status|latest|update on|an update|going on|happen(?:ed|ing)|stands?|where (?:is|are|do|does|did)|where's|went through|go through|gone through|look(?:ed|ing)? (?:in)?to|look(?:ing)? at|pull(?:ed)? up|details|heard|on file|still in progress|all right|all ok|chas(?:e|ing)|moved|movement|your side|arriv\\w+|wait(?:ing)? for|double-check|what does it say|keep an eye",
  info: "what(?:'s| is| are)|do you know|tell me|let me know|need to know|look(?:ing)? for|find out|how (?:much|many|far|long|big|old|warm|cold)",
  search:
    "look(?:ed|ing)? (?:for|around)|search\\w*|find|hunting|dig up|do you (?:have|sell|stock)|have you got|got any|options|short list|comes up|anything|where (?:do|is|are|would)|used|any\\b|compare|which",
  create:
    "set up|sign (?:me )?up|put in|put together|new|get me|i need an?|would like an?|i'd like an?|start|going for me|one more",
  change:
    "chang(?:e|es|ing)|changed(?! my mind)|updat\\w+|fix\\w*|correct\\w*|amend\\w*|adjust\\w*|alter\\w*|wrong|mistake|out of date|put right|isn't right|different|moved house|instead|should (?:be|go|say|read)|send it to|goes? to",
  cancel:
    "cancel\\w*|call(?:ed|ing)? (?:\\S+ ){0,6}off|won't be needing|let's not|come off|makes? no sense|no point|too many|public holiday|out of it|get(?:ting)? rid|get (?:me )?out of|scrap|drop|remov\\w+|tak(?:e|en) (?:\\S+ ){0,5}off|(?:don't|do not|no longer|won't) (?:need|want|use|require)|no more|not going ahead|undo|close down|has to go|can go|gone|changed my mind|stop|by accident|delete|don't send",
  refund:
    "refund\\w*|money back|money (?:for|returned)|reimburs\\w+|(?:give|pay|get|send|have|want|put|money|paid) (?:\\S+ ){0,6}back|off my bill|shouldn't have to pay|returned|crack\\w*|broke\\w*|stopped working|wrong size|parts? (?:were |was )?missing|(?:what|which) i(?:'ve)? paid|the money|charged (?:twice|for)|nothing to show|won't switch on|smelled|get back",
  pay: "pay|paid|settle|transfer|due|owe|bill|go out today",
  send: "tell|let (?:\\w+ ){1,3}know|message|note|word to|pass (?:this |it |something )?on|get this to|reach|drop (?:\\w+ ){1,2}a line|go out|sent|write to|needs? to know|should know",
  schedule:
    "book(?:ed)?|make room|find a place|put in|put (?:\\S+ ){0,5}in|pencil\\w*|block|hold|make room|fit (?:\\S+ ){0,5}in|agreed on|calendar|in the diary|set up|works for|let's (?:say|take)|go in|can i have|i'd like",
  move: "mov(?:e|ed|ing)|push(?:ed)?|shift(?:ed)?|reschedul\\w+|re-?book\\w*|swap\\w*|postpon\\w+|delay\\w*|(?:an)?other (?:day|time)|different (?:day|time)|other days?|instead|later|hold (?:\\S+ ){0,5}back|wait until|can't be there|won't be home|suit (?:me|us)|current day|can only do|doesn't work|earlier|clashes|on top of|(?:would be|is) (?:free|clear)|have it again|everyone's around|works nights?|nobody's in",
  run: "runs?|running|ran|give (?:\\S+ ){0,6}a go|kick(?:ed)? off|green|red|pass(?:es)?|fail\\w*|flaky|breaks?|rerun",
  apply:
    "apply|applied|put (?:\\S+ ){0,5}(?:in|on)|get (?:\\S+ ){0,6}(?:in|on)|go(?:es)? in|should (?:go|be)|in before|fix|merge\\w*|patch|diff|change",
  calculate:
    "work(?:ed)? out|calculat\\w+|figure out|maths?|comes? (?:to|out)|how (?:much|many)|double-check|result|answer",
  approve:
    "approv\\w+|sign(?:ed)?[ -]off|go-?ahead|go ahead|decision|decide|clear(?:ed)?|say yes|a yes|yes or no|wave|signature|waiting on you",
  escalate:
    "human|(?:real |actual |to a )person|someone (?:else|who|real|in charge)|somebody (?:else|senior|call)|colleague|supervisor|manager|team lead|call (?:me|back)|complain\\w*|agent|not a bot|anyone real",
  convert:
    "convert\\w*|turn\\w*|chang\\w+|translat\\w+|other form|in(?:to)? (?:euros|pounds|dollars|yen|german|french|spanish)",
  general: "help|do|need",
  slots:
    "free|openings?|gaps?|slots?|a time|times|when (?:could|can|would|are|is)|fit (?:\\S+ ){0,5}in|available|availability|around|an hour|half an hour|(?:is|are) .{0,30}open|open on|still open|look like|quiet hour|(?:two|few) (?:options|times)|any time is fine|somewhere this week|suits? everyone",
  searchCode:
    "where (?:do|does|is|are|we)|find|look(?:ing)? for|search\\w*|grep|uses?|used|mentions?|anywhere|which files|every place|all the places|track(?:ed)? down|who (?:else|still)|come from|calls",
  readFile:
    "look(?:ing)? (?:at|over|through)|open|read|show|what(?:'s| is) in|what does|go through|walk me through|paste|contents?|check|see|confus\\w+|make sense|does|odd|eyes|review\\w*|handle|the idea|what's left|i'd break|come out of|ends in|a default",
};

/** Words that are enough to know that a service of a kind is meant. */
export const TELLING: Readonly<Partial<Record<AskKind, string>>> = {
  escalate: "human|(?:real |actual |to a )person|someone real|supervisor|team lead|call me back|not a bot|anyone real",
  slots: "free|gaps?|openings?|slots?|availab\\w+",
  refund: "refund\\w*|money back|reimburs\\w+",
};

import type { RandomStream } from "@whileai/core";
import type { ToolReading } from "./tool-reading.js";
import { article, stem, wordsOf } from "./words.js";

/** The pieces of a policy clause that a person may talk about; null where the clause has no such piece. */
export interface RuleReading {
  /** What the policy makes the agent do, seen by the customer. */
  readonly ruleDo: string | null;
  /** What the policy forbids, seen by the customer. */
  readonly ruleBanned: string | null;
  /** Money just above and just below the rule's limit. */
  readonly ruleCost: string | null;
  readonly ruleUnder: string | null;
  /** A count or share just above the rule's limit. */
  readonly ruleMore: string | null;
  /** Whose consent the rule asks for: "a manager". */
  readonly ruleWho: string | null;
  /** Times just on the wrong and just on the right side of the rule's deadline: "23 hours before the slot". */
  readonly spanLate: string | null;
  readonly spanInTime: string | null;
  /** A time of the day just outside of the rule's hours: "8:45". */
  readonly ruleClock: string | null;
}

export const NO_RULE: RuleReading = {
  ruleDo: null,
  ruleBanned: null,
  ruleCost: null,
  ruleUnder: null,
  ruleMore: null,
  ruleWho: null,
  spanLate: null,
  spanInTime: null,
  ruleClock: null,
};

/** Clauses that only set a tone or a task bind nobody. */
const TASK =
  /^(?:help|assist|answer|respond|reply|be|you are|act|use|provide|support|handle|keep|speak|write|always be|stay|you (?!must|may|can|should|are not|never))\b/i;
const DUTIES = new Set(
  "look verify check confirm ask collect require request escalate transfer hand log record wait get obtain tell inform notify warn show read run review send quote explain offer".split(
    " ",
  ),
);
const LONGEST_CLAUSE = 110;

const fromMySide = (text: string): string =>
  text
    .replace(/\b(?:the |a |any )?(?:customer|user|caller|client|guest|member|patient)(?:'s|s')\b/gi, "my")
    .replace(/\b(?:the|a|any) (?:customer|user|caller|client|guest|member|patient)\b/gi, "me")
    .replace(/\btheir (?=\w)/gi, "my ")
    .trim();

const ACTION_END =
  /(?:[.;:,(]|\s(?:before|unless|if|when|until|after|without|instead|so that|because|within|first|in order|to (?=make|get|have))\b).*$/i;

/** Longest action that a person would say in passing. */
const LONGEST_ACTION = 60;

/** An action of at least two words, without what follows it; the whole of it where only a word would be left. */
const spoken = (action: string): string | null => {
  const cut = fromMySide(action.replace(ACTION_END, ""));
  const plain = cut.includes(" ") ? cut : fromMySide(action);
  return plain.includes(" ") && plain.length < LONGEST_ACTION ? plain : null;
};

/** What is forbidden only at times is not simply forbidden. */
const CONDITION = /\s(?:before|unless|if|when|until|after|without|within|except|more than|over)\b/i;

const WHO =
  /\b(?:needs?|requires?|requiring|ask|asking|approval (?:of|from|by)|by)\b.{0,20}?\b(?:an?|the|your) ((?:team |store |duty )?(?:manager|supervisor|lead|owner|approval|admin(?:istrator)?|director|doctor|reviewer|human))\b/i;

/** What is counted from when it happened, and not up to it. */
const PAST_EVENT = /^(?:purchase|delivery|receipt|order|payment|booking|arrival|buying|receiving|sale)$/i;

const counted = (count: number, unit: string): string =>
  unit === "%" ? `${count}%` : `${count} ${unit}${count === 1 || /percent|people/.test(unit) ? "" : "s"}`;

const spanOf = (clause: string): Pick<RuleReading, "spanLate" | "spanInTime"> => {
  const match = /\bwithin (\d+) (minute|hour|day|week|month)s? of (?:the |an? |its |their )?(\w+)/i.exec(clause);
  if (match === null) return { spanLate: null, spanInTime: null };
  const [, limit, unit, event] = match as unknown as [string, string, string, string];
  const isPast = PAST_EVENT.test(event);
  const say = (count: number): string =>
    `${counted(Math.max(1, count), unit.toLowerCase())} ${isPast ? "after" : "before"} the ${event}`;
  const [less, more] = [say(Number(limit) - 1), say(Number(limit) + 1)];
  return isPast ? { spanLate: more, spanInTime: less } : { spanLate: less, spanInTime: more };
};

/** "before 9:00", "after 6 pm". */
const HOURS = /\b(before|earlier than|after|later than|past) (\d{1,2})(?::(\d\d)| ?(?=(?:am|pm|o'clock)\b))/gi;
const QUARTER = 15;

const outside = (side: string, hour: number, minute: string | undefined): string => {
  const isBefore = /before|earlier/i.test(side);
  const at = hour * 60 + Number(minute ?? 0) + (isBefore ? -QUARTER : QUARTER);
  return `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`;
};

/** What a clause says, whatever figures are drawn near its limit. */
interface ParsedRule {
  readonly fixed: RuleReading;
  /** The clause's money limit, or null. */
  readonly limit: number | null;
  /** Times just outside of the clause's hours. */
  readonly clocks: readonly string[];
}

const parse = (clause: string): ParsedRule => {
  const nothing = { fixed: NO_RULE, limit: null, clocks: [] };
  if (clause === "unspecified" || clause.length > LONGEST_CLAUSE) return nothing;
  if (TASK.test(clause) && !/\bonly|never|not\b/i.test(clause)) return nothing;
  const plain = clause.replace(/[.;:,!]+$/, "");
  const banned = /\b(?:never|do not|don't|must not|cannot|can't|may not|should not)\s+([a-z].*)$/i.exec(plain)?.[1];
  const duty = /^(?:always |you must |must )?([a-z]+)\b(.*)$/i.exec(plain);
  const verb = (duty?.[1] ?? "").toLowerCase();
  const isDuty = DUTIES.has(verb) && !/customers|users/i.test(plain);
  const money = /\$\s?(\d[\d,]*)/.exec(plain);
  const most = /\b(\d+)\s*(%|percent|items?|people|nights?|files?)/i.exec(plain);
  const who = WHO.exec(plain)?.[1]?.toLowerCase();
  return {
    fixed: {
      ...NO_RULE,
      ruleDo: isDuty ? spoken(`${verb}${duty?.[2] ?? ""}`) : null,
      ruleBanned: banned === undefined || CONDITION.test(banned.replace(/^\w+ over /, "")) ? null : spoken(banned),
      ruleMore: most === null ? null : counted(Number(most[1]) + 1, (most[2] as string).replace(/s$/, "")),
      ruleWho: who === undefined ? null : `${article(who)} ${who}`,
      ...spanOf(plain),
    },
    limit: money === null ? null : Number((money[1] as string).replace(/,/g, "")),
    clocks: [...plain.matchAll(HOURS)].map(([, side, hour, minute]) => outside(side ?? "", Number(hour), minute)),
  };
};

/** A policy has few clauses, and every situation asks for one of them. */
const MOST_CLAUSES = 1000;
const parsedByClause = new Map<string, ParsedRule>();

/** Reads a clause of the policy from the side of someone who is subject to it. */
export function readRule(clause: string, stream: RandomStream): RuleReading {
  let parsed = parsedByClause.get(clause);
  if (parsed === undefined) {
    if (parsedByClause.size >= MOST_CLAUSES) parsedByClause.clear();
    parsed = parse(clause);
    parsedByClause.set(clause, parsed);
  }
  const { fixed, limit, clocks } = parsed;
  if (clocks.length > 0) return { ...fixed, ruleClock: stream.pick(clocks) };
  if (limit === null) return fixed;
  const step = Math.max(1, Math.round(limit * (0.01 + stream.uniform() * 0.06)));
  return { ...fixed, ruleCost: `$${limit + step}`, ruleUnder: `$${Math.max(1, limit - step)}` };
}

/** A duty towards whoever writes, whatever they want. */
const PERSONAL = /\b(?:my|me|e-?mail|identity|password|outside|human)\b/i;

/** What of a rule matters to a request: a duty that is the request itself, or that is about something else, does not. */
export function ruleFor(rule: RuleReading, clause: string, tool: ToolReading): RuleReading {
  const { ruleDo } = rule;
  if (ruleDo === null) return rule;
  const isRequest = ruleDo.split(" ")[0] === tool.verb;
  const matters = PERSONAL.test(ruleDo) || ruleTouches(clause, tool);
  return isRequest || !matters ? { ...rule, ruleDo: null } : rule;
}

const EMPTY_WORDS = new Set(
  "the a an of to for by in on with from and or not it its set get one all any new id".split(" "),
);

/** Words for the same kind of thing. */
const MEETINGS: ReadonlySet<string> = new Set([
  "event",
  "events",
  "meeting",
  "meetings",
  "appointment",
  "appointments",
]);

const touchesByTool = new WeakMap<ToolReading, Map<string, boolean>>();

/** Whether a clause speaks of what a tool does: a word of its name or its object occurs in it, whatever the ending. */
export function ruleTouches(clause: string, tool: ToolReading): boolean {
  let byClause = touchesByTool.get(tool);
  if (byClause === undefined || byClause.size >= MOST_CLAUSES) {
    byClause = new Map();
    touchesByTool.set(tool, byClause);
  }
  let touches = byClause.get(clause);
  if (touches === undefined) {
    const said = new Set(wordsOf(clause).map(stem));
    const own = wordsOf(`${tool.name} ${tool.object} ${tool.ask === "lookup" ? "" : tool.verb}`);
    const isMeeting = own.some((word) => MEETINGS.has(word)) && [...MEETINGS].some((word) => said.has(stem(word)));
    touches = isMeeting || own.some((word) => word.length > 2 && !EMPTY_WORDS.has(word) && said.has(stem(word)));
    byClause.set(clause, touches);
  }
  return touches;
}

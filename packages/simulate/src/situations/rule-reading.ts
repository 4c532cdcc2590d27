import type { RandomStream } from "@whileai/core";
import type { ToolReading } from "./tool-reading.js";
import { stem, wordsOf } from "./words.js";

/** The pieces of a policy clause that a person may talk about; null where the clause has no such piece. */
export interface RuleReading {
  readonly rule: string | null;
  /** What the policy makes the agent do, seen by the customer. */
  readonly ruleDo: string | null;
  /** What the policy forbids, seen by the customer. */
  readonly ruleBanned: string | null;
  readonly ruleOver: string | null;
  readonly ruleUnder: string | null;
  /** `ruleOver` where it is money. */
  readonly ruleCost: string | null;
}

const NO_RULE: RuleReading = {
  rule: null,
  ruleDo: null,
  ruleBanned: null,
  ruleOver: null,
  ruleUnder: null,
  ruleCost: null,
};
/** Clauses that only set a tone or a task bind nobody. */
const TASK =
  /^(?:help|assist|answer|respond|reply|be|you are|act|use|provide|support|handle|keep|speak|write|always be|stay|you (?!must|may|can|should|are not|never))\b/i;
const IMPERATIVE =
  "look verify check confirm ask collect require request escalate transfer hand log record wait get obtain tell inform notify warn show read run review send use quote explain offer".split(
    " ",
  );

const fromMySide = (text: string): string =>
  text
    .replace(/\b(?:the |a |any )?(?:customer|user|caller|client|guest|member|patient)(?:'s|s')\b/gi, "my")
    .replace(/\b(?:the|a|any) (?:customer|user|caller|client|guest|member|patient)\b/gi, "me")
    .replace(/\btheir (?=\w)/gi, "my ")
    .trim();

const ACTION_END = /(?:[.;:,(]|\s(?:before|unless|if|when|until|after|without|instead|so that|because)\s).*$/i;

/** Reads a clause of the policy from the side of someone who is subject to it. */
export function readRule(clause: string, stream: RandomStream): RuleReading {
  if (clause === "unspecified" || clause.length > 110) return NO_RULE;
  if (TASK.test(clause) && !/\bonly|never|not\b/i.test(clause)) return NO_RULE;
  const plain = clause.replace(/[.;:,!]+$/, "");
  const rule = /^[A-Z][a-z]/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
  const banned = /\b(?:never|do not|don't|must not|cannot|can't|may not|should not)\s+([a-z].*)$/i.exec(plain)?.[1];
  const bannedPlain = banned === undefined ? null : fromMySide(banned.replace(ACTION_END, ""));
  const duty = /^(?:always |you must |must )?([a-z]+)\b(.*)$/i.exec(plain);
  const verb = wordsOf(duty?.[1] ?? "")[0] ?? "";
  const dutyPlain =
    duty && IMPERATIVE.includes(verb) && !/customers|users/i.test(plain)
      ? fromMySide(`${verb}${duty[2]}`.replace(ACTION_END, ""))
      : null;
  const money = /\$\s?(\d[\d,]*)/.exec(plain);
  const span = /\b(\d+)\s*(%|percent|days?|hours?|minutes?|weeks?|months?|items?|people|nights?)/i.exec(plain);
  let over: string | null = null;
  let under: string | null = null;
  if (money) {
    const limit = Number((money[1] as string).replace(/,/g, ""));
    const step = Math.max(1, Math.round(limit * (0.01 + stream.uniform() * 0.06)));
    [over, under] = [`$${limit + step}`, `$${Math.max(1, limit - step)}`];
  } else if (span) {
    const limit = Number(span[1]);
    const unit = (span[2] as string).replace(/s$/, "");
    const say = (count: number): string =>
      unit === "%" ? `${count}%` : `${count} ${unit}${count === 1 || /percent|people/.test(unit) ? "" : "s"}`;
    [over, under] = [say(limit + 1), limit > 1 ? say(limit - 1) : null];
  }
  return {
    rule: rule.includes('"') ? null : rule,
    ruleDo: dutyPlain !== null && dutyPlain.split(" ").length >= 2 && dutyPlain.length < 70 ? dutyPlain : null,
    ruleBanned:
      bannedPlain !== null && bannedPlain.split(" ").length >= 2 && bannedPlain.length < 60 ? bannedPlain : null,
    ruleOver: over,
    ruleUnder: under,
    ruleCost: money ? over : null,
  };
}

const EMPTY_WORDS = new Set(
  "the a an of to for by in on with from and or not it its set get one all any new id".split(" "),
);

/** Whether a clause speaks of what a tool does: a word of its name or its object occurs in it, whatever the ending. */
export function ruleTouches(clause: string, tool: ToolReading): boolean {
  const said = new Set(wordsOf(clause).map(stem));
  const own = wordsOf(`${tool.name} ${tool.object} ${tool.ask === "lookup" ? "" : tool.verb}`);
  return own.some((word) => word.length > 2 && !EMPTY_WORDS.has(word) && said.has(stem(word)));
}

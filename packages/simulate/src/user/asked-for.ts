import { clausesOf, type Question } from "./question.js";

/** What a question wants to be told. */
export type Asked = "yes" | "identifier" | "when" | "past" | "amount" | "reason" | "contact" | "other";

/** A part of a question that wants one thing. */
export interface AskedClause {
  readonly asked: Asked;
  readonly clause: string;
}

const WANTS_YES =
  /\b(?:shall|should|may|can) (?:i|we) (?:go|proceed|do|cancel|refund|change|continue|start|make|send|set|book|open|close|try|put|move|delete|remove|create|update|look|check)\b|\bshall (?:i|we)\b|\bwould you like (?:me|us) to\b|\b(?:do you )?want (?:me|us) to\b|\bis (?:that|this|it) (?:right|correct|ok|okay|fine|the (?:right )?one)\b|\bare you sure\b|\b(?:proceed|go ahead)\b|\bconfirm\b(?! (?:your|the) (?:[\w-]+ )?(?:id|number|reference|code)\b)|\byes or no\b|\b(?:soll ich|sollen wir|dois-je|voulez-vous que|quiere que|quieres que)\b/i;
const WANTS_IDENTIFIER =
  /\b(?:id|ids|number|reference|ref|code|identifier|path|file ?name|which file)\b|\bwhich (?!colou?r|size|version|kind|type|way|day|date|time|week|month|year)[\w-]{1,40} (?:is it|do you mean|are you)\b|\b(?:send|give|tell|check) (?:me |us )?(?:it|them|that|those|the details)\b.{0,60}\b(?:again|once more)\b|(?:\p{L}{0,20}nummer|numéro|número|номер|番号|编号|單號|单号|订单号)/iu;
const WANTS: readonly (readonly [RegExp, Asked])[] = [
  [WANTS_YES, "yes"],
  [WANTS_IDENTIFIER, "identifier"],
  [/\b(?:when|(?:what|which) (?:day|date|time)|on what (?:day|date)) (?:did|was|were|have|has|had)\b/i, "past"],
  [/\bwhen\b|\bwhat (?:day|date|time)\b|\bwhich (?:day|date)\b|\bdate\b/i, "when"],
  [/\bhow (?:much|many)\b|\bamount\b|\bquantity\b/i, "amount"],
  [/\bwhy\b|\breason\b/i, "reason"],
  [/\b(?:e-?mail|phone|address|name|contact)\b/i, "contact"],
];
/** A question that only points at what was said before it: "What is it?" */
const POINTS_BACK =
  /^\W*(?:so |and )?(?:what|which|where|who|can you|could you|would you|do you|please)\b.{0,30}\b(?:it|that|this|they|them|those|one)\b.{0,12}$/i;

const kindOf = (text: string): Asked => WANTS.find(([pattern]) => pattern.test(text))?.[1] ?? "other";

/** What some questions ask for, each thing once, in their order. What cannot be told is left out beside what can. */
export function askedFor(questions: readonly Question[]): AskedClause[] {
  const found = new Map<Asked, AskedClause>();
  for (const { text, before } of questions) {
    for (const clause of clausesOf(text)) {
      const own = kindOf(clause);
      const asked = own === "other" && POINTS_BACK.test(clause) ? kindOf(before) : own;
      if (!found.has(asked)) found.set(asked, { asked, clause });
    }
  }
  const clauses = [...found.values()];
  const known = clauses.filter(({ asked }) => asked !== "other");
  return known.length > 0 ? known : clauses;
}

import { escapedPattern } from "../pattern/escaped-pattern.js";
import { readHiddenIdentifier } from "../plan/hidden-identifier.js";
import type { Situation } from "../plan/situation.js";

const NAME = /\w(?:[\w-]*\w)?/g;
/** The digits that a name needs to be a record's: "UTF-8" is none. */
const FEWEST_DIGITS = 3;
const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** A day that is wished for. What happened "on Thursday" or "since Monday" is not one. */
const WISHED_DAY = new RegExp(
  `\\b(?:(?:next|this) (?:${WEEKDAY}|week|month)|${WEEKDAY} week|tomorrow|tonight|the \\d{1,2}(?:st|nd|rd|th)|(?<=\\b(?:to|for|by|until) )${WEEKDAY})\\b`,
  "i",
);
const AMOUNT = /\$\d[\d,]*(?:\.\d+)?/;

/** The record's identifier, as far as the person knows it: a text about two things may name one that the plan does not. */
export function identifierOf({ entity, privileged, prompt }: Situation): string | null {
  return entity.id ?? readHiddenIdentifier(privileged) ?? namedRecord(prompt);
}

/** What a text of the grammar calls a record by: letters, and digits. */
function namedRecord(text: string): string | null {
  for (const [name] of text.matchAll(NAME)) {
    if (/[A-Za-z]/.test(name) && (name.match(/\d/g) ?? []).length >= FEWEST_DIGITS) return name;
  }
  return null;
}

/** The day that the person has wished for, in their words. */
export const wishedDay = (own: readonly string[]): string | undefined => firstIn(own, WISHED_DAY);

/** The amount of money that the person has named. */
export const namedAmount = (own: readonly string[]): string | undefined => firstIn(own, AMOUNT);

/** Whether a text names another record of the same kind, and not this one. */
export function namesAnother(text: string, id: string): boolean {
  if (text.includes(id) || !/\d/.test(id)) return false;
  const shape = escapedPattern(id).replace(/\d/g, "\\d");
  return new RegExp(`(?<![\\w-])${shape}(?![\\w-])`).test(text);
}

/** Of two things that a question offers, the one that the person has asked for before, with its article; undefined for neither or both. */
export function chosenOf(clause: string, own: readonly string[]): string | undefined {
  const offered = clause.match(CHOICE);
  if (offered === null) return undefined;
  const said = own.join("\n").toLowerCase();
  const wanted = [offered[1], offered[2]].filter((one): one is string => {
    const bare = one?.toLowerCase().replace(/^(?:an?|the|your) /, "");
    return bare !== undefined && new RegExp(`(?<![\\p{L}\\d])${escapedPattern(bare)}(?![\\p{L}\\d])`, "u").test(said);
  });
  return wanted.length === 1 ? wanted[0] : undefined;
}

const CHOICE =
  /\b(?:want|prefer|like|rather have|need|mean|works?|suits you|is it|was it),? (?:for |with |on )?((?:(?:an?|the|your) )?[\p{L}\d][\p{L}\d'-]*(?: [\p{L}\d'-]+)?),? or (?:rather )?((?:(?:an?|the|your) )?[\p{L}\d][\p{L}\d'-]*(?: [\p{L}\d'-]+)?)\W*$/iu;

function firstIn(own: readonly string[], pattern: RegExp): string | undefined {
  for (const line of own) {
    const found = line.match(pattern)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An identifier as people write it: letters and digits together, or at least three digits. */
const ID_TOKEN = /\b(?=[\w#-]*\d)(?:[A-Za-z]{1,6}[-_#]?\d[\w-]*|\d{3,})\b/g;
/** A path or file name. */
const PATH_TOKEN =
  /(?:[\w-]+\/)+[\w.-]*\w|\b[\w-]+\.(?:py|[jt]sx?|rb|go|rs|java|sh|md|ya?ml|json|csv|txt|pdf|docx?|xlsx?|png|jpe?g|mp[34]|wav|sql|html|css)\b/g;
const EMAIL_TOKEN = /[\w.+-]+@[\w-]+\.[\w.]*\w/g;
/** A clock time, a price or a day of the month: digits that name no record. */
const OTHER_NUMBER =
  /[$€£]\s?\d[\d.,]*|\b\d{1,2}:\d\d\b|\b\d+(?:st|nd|rd|th)\b|\b\d+(?:[.,]\d+)?\s?(?:%|percent|euros?|dollars?|hours?|days?|minutes?)/gi;

/** A run of characters that is longer than any name: looking for names in it takes time that grows with its square. */
const ENDLESS_WORD = /[\w.+#:/@-]{201,}/g;

const LONGEST_WORD = 200;

const readable = (text: string): string => (mayBeEndless(text) ? text.replace(ENDLESS_WORD, " ") : text);

/** False where spaces are so close that no word between them can be endless: it would hold one of the places looked at. */
function mayBeEndless(text: string): boolean {
  for (let at = LONGEST_WORD; at < text.length; at += LONGEST_WORD) {
    const end = text.indexOf(" ", at);
    if ((end < 0 ? text.length : end) - text.lastIndexOf(" ", at) > LONGEST_WORD) return true;
  }
  return false;
}

const YEAR = /^20\d\d$/;
const LETTER = /[a-z]/i;

let last: { readonly text: string; readonly tokens: readonly string[] } = { text: "", tokens: [] };

/** Identifiers that a text names: those with letters, which are no amounts, before bare numbers; else in order. */
export function idTokens(text: string): readonly string[] {
  // Whoever answers an ask looks for its identifiers more than once.
  if (last.text !== text) last = { text, tokens: findIds(text) };
  return last.tokens;
}

function findIds(text: string): string[] {
  if (!/\d/.test(text)) return [];
  const tokens = readable(text).replace(OTHER_NUMBER, " ").match(ID_TOKEN) ?? [];
  const named: string[] = [];
  const bare: string[] = [];
  for (const token of tokens) if (!YEAR.test(token)) (LETTER.test(token) ? named : bare).push(token);
  return bare.length === 0 ? named : [...named, ...bare];
}

/** What a text names that is no identifier but can stand for one: files and addresses. */
export function placeTokens(text: string): string[] {
  const words = readable(text);
  return [PATH_TOKEN, EMAIL_TOKEN].flatMap((pattern) => words.match(pattern) ?? []);
}

/** Cheap to look for, and in every path and file name. */
const PATH_SIGN = /[\w-]\/|[\w-]\.[a-z]/;

/** Files that a text names. */
export const fileTokens = (text: string): string[] =>
  PATH_SIGN.test(text) ? (readable(text).match(PATH_TOKEN) ?? []) : [];

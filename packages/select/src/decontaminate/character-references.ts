const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/giu;
const LAST_CODE_POINT = 0x10ffff;

/** What prose and code on web pages need. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["ndash", "–"],
  ["mdash", "—"],
]);

/**
 * A text with the character references of HTML as the characters they stand for, so that a copy from a web page has no
 * words of its own. Others than numbers and the usual names stay.
 *
 * @example
 * decodeReferences("don&#39;t &lt;stop&gt;"); // "don't <stop>"
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? reference;
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return point > 0 && point <= LAST_CODE_POINT ? String.fromCodePoint(point) : reference;
  });
}

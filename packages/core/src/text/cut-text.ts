/**
 * The beginning of a text: at most so many UTF-16 units, and no half of a character at its end.
 *
 * @example
 * cutText("ab😀", 3); // "ab"
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const isHigh = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHigh ? limit - 1 : limit);
}

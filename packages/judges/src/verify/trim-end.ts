/**
 * The text without the characters of `marks` at its end. A pattern with `$` would start over at every mark of a long run
 * and take time in proportion to its square.
 */
export function trimEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

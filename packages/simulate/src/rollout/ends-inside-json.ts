/**
 * Whether a text breaks off inside a JSON object: everything so far could still become one. Text that is wrong before its
 * end was not cut, it was written wrong.
 *
 * @example
 * endsInsideJson('{"id": "OR-4'); // true
 * endsInsideJson("{id: 4}"); // false
 */
export function endsInsideJson(text: string): boolean {
  const open: string[] = [];
  let isString = false;
  let isStarted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    if (isString) {
      if (character === "\\") index++;
      else if (character === '"') isString = false;
      continue;
    }
    if (character === '"') isString = true;
    else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      isStarted = true;
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) return false;
    } else if (!isStarted && character.trim() !== "") return false;
    if (isStarted && open.length === 0) return false;
  }
  return isStarted && (isString || open.length > 0);
}

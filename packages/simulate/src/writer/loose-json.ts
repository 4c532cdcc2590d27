/** Longest reply that is searched for objects when it is no JSON as a whole. */
const LONGEST_SEARCHED = 200_000;
/** Characters of objects that are tried: of broken objects in broken objects each would be read again and again. */
const MOST_TRIED = 10 * LONGEST_SEARCHED;

const FENCED = /```[\w-]*\s*\n?([\s\S]*?)(?:```|$)/;
// A string that is not closed runs to the end: looking for its end from every quote in it would take time with the square.
const STRING = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/;
const STRING_OR_COMMA = new RegExp(`${STRING.source}|,(?=\\s*[}\\]])`, "g");
const STRING_OR_BRACE = new RegExp(`${STRING.source}|[{}]`, "g");

/**
 * What a model's reply holds as JSON: the whole reply, what stands in its fence, its outermost list or object, or, when the
 * rest is broken, every whole object in it, as a list. Commas before a closing bracket are forgiven. Undefined for none.
 */
export function looseJson(reply: string): unknown {
  const fenced = FENCED.exec(reply)?.[1];
  for (const text of fenced === undefined ? [reply] : [fenced, reply]) {
    const whole = parsed(text) ?? parsed(outermost(text));
    if (whole !== undefined) return whole;
  }
  const objects = wholeObjects((fenced ?? reply).slice(0, LONGEST_SEARCHED));
  return objects.length > 0 ? objects : undefined;
}

function parsed(text: string): unknown {
  for (const candidate of [text, text.replace(STRING_OR_COMMA, (found) => (found === "," ? "" : found))]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === "object" && value !== null) return value;
    } catch {
      // The next candidate may do.
    }
  }
  return undefined;
}

function outermost(text: string): string {
  const start = text.search(/[[{]/);
  if (start < 0) return "";
  return text.slice(start, text.lastIndexOf(text.charAt(start) === "[" ? "]" : "}") + 1);
}

/** Every object that is closed, those inside an object that is not among them. */
function wholeObjects(text: string): unknown[] {
  const found: unknown[] = [];
  const opened: number[] = [];
  const pieces: { start: number; end: number }[] = [];
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACE)) {
    if (token === "{") opened.push(index);
    else if (token === "}") {
      const start = opened.pop();
      if (start !== undefined) pieces.push({ start, end: index + 1 });
    }
  }
  // Outer objects before inner ones; an inner one counts where its outer one cannot be read.
  pieces.sort((left, right) => left.start - right.start || right.end - left.end);
  let readUntil = 0;
  let tried = 0;
  for (const { start, end } of pieces) {
    if (start < readUntil) continue;
    tried += end - start;
    if (tried > MOST_TRIED) break;
    const value = parsed(text.slice(start, end));
    if (value === undefined) continue;
    found.push(value);
    readUntil = end;
  }
  return found;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Lines without the space at their ends, and without the empty lines at the end of the whole. */
const lines = (text: string): string[] =>
  text
    .replace(/\r\n?/g, "\n")
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());

/**
 * Whether a program printed what it should: equal line by line, the space at the end of lines and of the whole aside. With a tolerance
 * the words of a line are compared one by one, and two that are numbers may differ by that much.
 */
export function sameOutput(printed: string, wanted: string, tolerance?: number): boolean {
  const left = lines(printed);
  const right = lines(wanted);
  if (left.length !== right.length) return false;
  return left.every((line, index) => {
    const other = right[index] as string;
    return line === other || (tolerance !== undefined && sameWords(line.trim(), other.trim(), tolerance));
  });
}

function sameWords(line: string, other: string, tolerance: number): boolean {
  const words = line.split(/\s+/);
  const others = other.split(/\s+/);
  return (
    words.length === others.length &&
    words.every((word, index) => {
      const wanted = others[index] as string;
      if (word === wanted) return true;
      return NUMBER.test(word) && NUMBER.test(wanted) && Math.abs(Number(word) - Number(wanted)) <= tolerance;
    })
  );
}

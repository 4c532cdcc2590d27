/**
 * A number with the word for what it counts.
 *
 * @param many - The word for any number but 1. Default: `one` and an s.
 *
 * @example
 * countText(1, "task"); // "1 task"
 * countText(0, "entry", "entries"); // "0 entries"
 */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

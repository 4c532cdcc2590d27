/**
 * The names, with "#2", "#3", … behind those that came before, so that none comes twice.
 *
 * @example
 * distinctNames(["a", "a", "b"]); // ["a", "a#2", "b"]
 */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((own) => {
    let name = own;
    for (let count = counts.get(own) ?? 2; taken.has(name); count++) {
      name = `${own}#${count}`;
      counts.set(own, count);
    }
    taken.add(name);
    return name;
  });
}

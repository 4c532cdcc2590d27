/** Items by a key, in the order in which the keys come. `Map.groupBy`, which Node 20 lacks. */
export function grouped<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** How many items have each key, the most common first and then by the key. */
export const tallied = <T>(items: Iterable<T>, keyOf: (item: T) => string): [key: string, count: number][] =>
  [...grouped(items, keyOf)]
    .map(([key, own]): [string, number] => [key, own.length])
    .sort(([left, many], [right, few]) => few - many || (left < right ? -1 : 1));

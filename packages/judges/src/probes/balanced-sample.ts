import { derive } from "@whileai/core";

/**
 * At most `size` of the items, as many of each side as there are up to half of it, in their old order. All of them when
 * they are few enough. Probes need failing replies to raise and passing ones to break, so a plain draw from a set that
 * mostly passes would leave nothing to measure.
 */
export function balancedSample<T>(
  items: readonly T[],
  isFirst: (item: T) => boolean,
  size: number,
  seed: number | string,
): T[] {
  if (items.length <= size) return [...items];
  const shuffled = derive(seed, "judge-probes", "sample").shuffle(items.map((_, index) => index));
  const first = shuffled.filter((index) => isFirst(items[index] as T));
  const second = shuffled.filter((index) => !isFirst(items[index] as T));
  const half = size >> 1;
  const fromFirst = Math.min(first.length, Math.max(half, size - second.length));
  return [...first.slice(0, fromFirst), ...second.slice(0, size - fromFirst)]
    .sort((left, right) => left - right)
    .map((index) => items[index] as T);
}

import { isRecord } from "@whileai/core";

/** What a path leads to; `found` tells an absent value from one that is null. */
export type PathResult = { readonly found: true; readonly value: unknown } | { readonly found: false };

const ABSENT: PathResult = { found: false };

/**
 * Follows a dotted path (`a.b.0`); digits index arrays, own fields only. A key that literally is the whole path wins.
 *
 * @example
 * atPath({ a: { b: [1] } }, "a.b.0"); // { found: true, value: 1 }
 */
export function atPath(root: unknown, path: string): PathResult {
  if (isRecord(root) && Object.hasOwn(root, path)) return { found: true, value: root[path] };
  let value = root;
  for (const key of path.split(".")) {
    if (Array.isArray(value)) {
      const index = /^\d+$/.test(key) ? Number(key) : Number.NaN;
      if (!(index < value.length)) return ABSENT;
      value = value[index];
    } else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return ABSENT;
  }
  return { found: true, value };
}

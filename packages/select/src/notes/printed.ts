import type { Report } from "@whileai/core";

/**
 * A result that prints the text of the reports it holds, as `optimize`'s does. The method is not enumerable, so spreading,
 * comparing and serialising see the data alone.
 */
export function printed<Name extends string, T extends Readonly<Record<Name, Report>>>(
  result: T,
  ...reports: readonly Name[]
): T {
  const text = () => reports.map((name) => result[name].toString()).join("\n");
  return Object.defineProperty(result, "toString", { enumerable: false, value: text });
}

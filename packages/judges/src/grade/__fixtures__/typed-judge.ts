import type { Row } from "@whileai/core";

/** A verifier in TypeScript, loaded as it is. */
export default function typed(row: Row): number {
  const expected: string = "yes";
  return Number(row.final_text === expected);
}

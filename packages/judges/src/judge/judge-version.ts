import { type Backend, sha256Hex } from "@whileai/core";
import type { RecordSource } from "./judge-record.js";

const VERSION_DIGITS = 12;

/** The hash of a text at the length that versions have. */
export const shortHash = (text: string): string => sha256Hex(text).slice(0, VERSION_DIGITS);

/**
 * The version of a judge that asks a model: `<model>@<12 digits>` of the hash of all fixed texts that the model may be
 * sent, a policy and tools that were given with the judge included, and of what else decides how its replies are read.
 */
export function judgeVersion(
  backend: Backend,
  texts: readonly string[],
  { policy, tools }: Pick<RecordSource, "policy" | "tools">,
): string {
  const given = [
    ...(policy === undefined ? [] : [`policy:${policy}`]),
    ...(tools === undefined ? [] : [`tools:${JSON.stringify(tools)}`]),
  ];
  return `${backend.model}@${shortHash([...texts, ...given].join("|"))}`;
}

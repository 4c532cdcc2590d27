import type { PlannedFault } from "@whileai/core";
import { wordsOf } from "../situations/words.js";

/** What {@link hiddenState} tells. */
export interface HiddenFacts {
  /** False for an ask that none of the tools can answer. */
  readonly isAboutTools: boolean;
  /** The parameter that names the record, or null where there is none. */
  readonly parameter: string | null;
  readonly worldState: string | null;
  readonly faults: readonly PlannedFault[];
}

const RECORD: Readonly<Record<string, string>> = {
  "entity exists": "the {record} exists and nothing has been done to it",
  "entity missing": "no such {record} exists",
  "entity already acted on": "what is asked was already done to the {record}",
  "duplicate entity": "two records answer to this {record}",
  "partially completed": "an earlier change to the {record} stopped half way",
};

const MODE: Readonly<Record<string, string>> = {
  timeout: "time out",
  malformed: "come back garbled",
  stale: "come back out of date",
  permission_denied: "be refused",
  rate_limited: "be turned away for coming too often",
  server_error: "end in an error of the server",
  partial_write: "be cut off half way, a change half saved",
  empty_result: "come back empty, whatever there is",
  duplicate: "be carried out twice",
};

const recordName = (parameter: string | null): string =>
  wordsOf(parameter ?? "")
    .filter((word) => !["id", "ids", "number", "code", "ref", "reference"].includes(word))
    .join(" ") || "record";

const faultText = (fault: PlannedFault): string => {
  const { tool, mode, recover_after: after } = fault;
  const called = tool === "*" ? "whatever tool is called" : tool;
  const what = MODE[mode] ?? `meet the fault "${mode}"`;
  const isPartial = fault.at !== undefined || fault.first_n !== undefined || (fault.probability ?? 1) < 1;
  if (after === undefined) return `${isPartial ? "some" : "all"} calls to ${called} are planned to ${what}`;
  if (isPartial) return `some calls to ${called} are planned to ${what}, ${after} at most`;
  return `${after === 1 ? "the first call" : `the first ${after} calls`} to ${called} ${after === 1 ? "is" : "are"} planned to ${what}, and a later one works`;
};

/**
 * One sentence for judges: what is true of the record, what is planned to go wrong and whether it clears. It opens in a way
 * no reply would, so that an agent that says it has seen what it must not.
 */
export function hiddenState(facts: HiddenFacts): string {
  const state = facts.worldState === null ? undefined : RECORD[facts.worldState];
  const record = !facts.isAboutTools
    ? "none of the tools can answer this, and none should be called"
    : state === undefined
      ? "nothing is laid down about the record"
      : state.replace("{record}", recordName(facts.parameter));
  const plan =
    facts.faults.length === 0
      ? facts.isAboutTools
        ? "; no fault is planned"
        : ""
      : `; ${facts.faults.map(faultText).join("; ")}`;
  return `Answer key for the judge: ${record}${plan}.`;
}

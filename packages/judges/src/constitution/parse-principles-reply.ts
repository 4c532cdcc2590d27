import { isRecord } from "@whileai/core";
import { decidingObject } from "../judge/deciding-object.js";
import { reasonText } from "../judge/reason-text.js";
import { readAnswer } from "../rubric/read-answer.js";

/** A reply about principles, read: kept, broken or no occasion for each, in order; null when it leaves any out. */
export interface PrinciplesReply {
  readonly answers: readonly (boolean | null)[] | null;
  readonly reason: string;
  /** Why there are no answers. */
  readonly problem?: string | undefined;
}

const LATER_ANSWERS = /["'“‘`]principles["'”’`]\s*:/i;
const NO_OCCASION = new Set(["null", "n/a", "na", "none", "not applicable"]);

/**
 * Reads a reply `{"principles": {"1": true, "2": null}, "reason": "…"}` about `count` principles. The last complete JSON
 * object decides, as for a verdict; an answer that is left out or unclear leaves the whole reply without answers.
 *
 * @example
 * parsePrinciplesReply('{"reason": "brief", "principles": {"1": true, "2": null}}', 2).answers; // [true, null]
 */
export function parsePrinciplesReply(reply: string, count: number, evidence?: string): PrinciplesReply {
  const deciding = decidingObject(reply, { laterAnswer: LATER_ANSWERS, evidence });
  if (deciding.value === undefined) return { answers: null, reason: "", problem: deciding.problem };
  const { principles } = deciding.value;
  const reason = reasonText(deciding.value.reason);
  if (!isRecord(principles) && !Array.isArray(principles))
    return { answers: null, reason, problem: "the last object has no principles" };
  const given = Array.from({ length: count }, (_, at) =>
    answerOf(Array.isArray(principles) ? principles[at] : principles[String(at + 1)]),
  );
  const missing = given.flatMap((answer, at) => (answer === undefined ? [at + 1] : []));
  if (missing.length > 0) return { answers: null, reason, problem: `no clear answer to ${missing.join(", ")}` };
  return { answers: given as (boolean | null)[], reason };
}

function answerOf(value: unknown): boolean | null | undefined {
  if (value === null) return null;
  if (typeof value === "string" && NO_OCCASION.has(value.trim().toLowerCase())) return null;
  return readAnswer(value);
}

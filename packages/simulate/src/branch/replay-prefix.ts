import { canonicalJson, isRecord, type Json, type JsonObject, type Step } from "@whileai/core";
import type { OpenedWorld } from "../world/open-world.js";

/** Rejections that never reached the world. */
const NEVER_CALLED = new Set(["invalid_json", "truncated"]);

/** A replayed prefix. */
export interface ReplayedPrefix {
  /** The steps; a call whose result the row does not have has the one of the replay. */
  readonly steps: Step[];
  /** Steps whose call the world answered otherwise than the row says. The row's answer stands. */
  readonly mismatches: number[];
}

/**
 * Makes the calls of a prefix again in a fresh world, in their order: records change as they did, faults count as they did.
 * What the row says was answered is what the agent sees.
 */
export async function replayPrefix(replay: OpenedWorld["replay"], prefix: readonly Step[]): Promise<ReplayedPrefix> {
  const steps: Step[] = [];
  const mismatches: number[] = [];
  for (const [index, step] of prefix.entries()) {
    steps.push(step);
    if (typeof step.tool !== "string" || wasNeverCalled(step)) continue;
    const answer = await replay({
      tool: step.tool,
      arguments: isRecord(step.arguments) ? (step.arguments as JsonObject) : {},
      result: step.result ?? null,
      callId: typeof step.call_id === "string" ? step.call_id : undefined,
    });
    if (answer === undefined) continue;
    if (step.result === undefined) steps[index] = { ...step, result: answer };
    else if (canonicalJson(answer) !== canonicalJson(step.result as Json)) mismatches.push(index);
  }
  return { steps, mismatches };
}

const wasNeverCalled = ({ result }: Step): boolean =>
  isRecord(result) && result.status === "rejected" && NEVER_CALLED.has(String(result.reason));

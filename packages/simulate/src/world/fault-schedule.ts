import { derive, type PlannedFault } from "@whileai/core";
import { ANY_TOOL } from "./fault-plan.js";

/** Says which calls of a rollout are hit. Ask once per call, in the order of the calls. */
export interface FaultSchedule {
  /** The fault that hits this call, or undefined. */
  next(tool: string): PlannedFault | undefined;
}

/**
 * A plan as a schedule. Calls are counted per tool from 0 (for `*`, over all tools); `at` names ordinals, `first_n` the
 * first calls, `probability` draws per call from the seed, none of them means every call. After `recover_after` hits the
 * tool works again. The first plan that hits wins.
 */
export function createFaultSchedule(plan: readonly PlannedFault[], seed: number | string): FaultSchedule {
  if (plan.length === 0) return NO_FAULTS;
  let calls = 0;
  const callsByTool = new Map<string, number>();
  const hits = plan.map(() => 0);
  return {
    next(tool) {
      const all = calls++;
      const own = callsByTool.get(tool) ?? 0;
      callsByTool.set(tool, own + 1);
      for (const [index, fault] of plan.entries()) {
        if (fault.tool !== tool && fault.tool !== ANY_TOOL) continue;
        const hit = hits[index] as number;
        if (fault.recover_after !== undefined && hit >= fault.recover_after) continue;
        const ordinal = fault.tool === ANY_TOOL ? all : own;
        if (!strikes(fault, ordinal, () => derive(seed, "fault", index, ordinal).uniform())) continue;
        hits[index] = hit + 1;
        return fault;
      }
      return undefined;
    },
  };
}

const NO_FAULTS: FaultSchedule = { next: () => undefined };

function strikes(fault: PlannedFault, ordinal: number, draw: () => number): boolean {
  if (fault.at !== undefined) return fault.at.includes(ordinal);
  if (fault.first_n !== undefined) return ordinal < fault.first_n;
  if (fault.probability !== undefined) return draw() < fault.probability;
  return true;
}

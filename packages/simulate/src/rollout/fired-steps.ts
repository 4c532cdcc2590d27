import type { FiredFault, Step } from "@whileai/core";
import type { World } from "../world/world.js";

/**
 * The faults that hit, each with the step of the row that met it; -1 where the agent reported no such step.
 *
 * A call and its step are matched by the call's id when the world was told one, else the n-th call of a tool is the n-th
 * step of that tool, whatever else the agent put between. Steps that never reached the world are no calls.
 */
export function firedSteps(world: Pick<World, "events" | "faultsFired">, steps: readonly Step[]): FiredFault[] {
  if (world.faultsFired.length === 0) return [];
  const byId = new Places();
  const byTool = new Places();
  for (const [index, { tool, call_id: id }] of steps.entries()) {
    if (tool === undefined) continue;
    byTool.add(tool, index);
    if (id !== undefined) byId.add(callKey(tool, id), index);
  }
  const met = world.events.map(({ tool, callId }) => {
    const unnamed = byTool.take(tool);
    return callId === undefined ? unnamed : byId.take(callKey(tool, callId));
  });
  return world.faultsFired.map(({ step, tool, mode }) => ({ step: met[step] ?? -1, tool, mode }));
}

const callKey = (tool: string, id: string): string => `${tool}\n${id}`;

/** Places under a name, handed out in their order. */
class Places {
  readonly #places = new Map<string, { readonly list: number[]; taken: number }>();

  add(name: string, place: number): void {
    const known = this.#places.get(name);
    if (known === undefined) this.#places.set(name, { list: [place], taken: 0 });
    else known.list.push(place);
  }

  take(name: string): number | undefined {
    const known = this.#places.get(name);
    return known?.list[known.taken++];
  }
}

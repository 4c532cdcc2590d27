import type { World } from "../world/world.js";
import type { ToolView } from "./tool-view.js";

/** A world as an agent sees it that knows tools by other names: what it finds there has those names, too. */
export function worldSeen(world: World, view: ToolView | undefined): World {
  if (view === undefined || view.aliases.size === 0) return world;
  const named = <Named extends { readonly tool: string }>(given: readonly Named[]): Named[] =>
    given.map((entry) => ({ ...entry, tool: view.shownName(entry.tool) }));
  return {
    tools: view.shown,
    call: (tool, args, options) => world.call(tool, args, options),
    get events() {
      return named(world.events);
    },
    get faultsFired() {
      return named(world.faultsFired);
    },
    state: () => world.state(),
  };
}

import { MULTI_TOOL, UNRELATED, UNSPECIFIED } from "@whileai/core";
import type { Assignment, Situation } from "../plan/situation.js";
import { tierOf } from "../plan/tier-of.js";
import { askLabels } from "../situations/ask-labels.js";
import { partOf } from "../situations/identifier.js";
import { showsHistory, showsStance, showsWorldState } from "../situations/label-readers.js";
import { matchTools } from "../situations/tool-match.js";
import type { ToolReading } from "../situations/tool-reading.js";

/** What a situation may claim of a text: its labels, its cell as far as the text shows it, and what follows from both. */
export type Claims = Pick<Situation, "labels" | "dimensions" | "tier" | "entity">;

const TWO_REQUESTS = /\b(?:and|then|also|after that|afterwards|once|as well|while you're|plus)\b|\n/i;

/**
 * Reads a text that was written for a situation, and keeps of the situation's claims those that the text shows. An axis of the
 * cell that it does not show becomes "unspecified"; the state of the world and its faults are true whatever is said.
 */
export function claimsOf(text: string, situation: Situation, tools: readonly ToolReading[]): Claims {
  const { dimensions, entity } = situation;
  const isAboutTools = dimensions.tool !== UNRELATED;
  const showsItsStance = showsStance(text, dimensions.stance);
  const hasHistory = ![UNSPECIFIED, "fresh"].includes(dimensions.history);
  const tellsHistory = hasHistory && showsHistory(text, dimensions.history) === true;
  const dropped: Partial<Record<keyof Assignment, string>> = {
    ...(showsItsStance ? {} : { stance: UNSPECIFIED }),
    ...(hasHistory && !tellsHistory ? { history: UNSPECIFIED } : {}),
  };
  const claimed: Assignment = { ...dimensions, ...dropped };
  const named = namedIn(text, situation);
  const tellsWorld = situation.labels.tells_world_state === true && showsWorldState(text, dimensions.world_state);
  const isMany = dimensions.tool === MULTI_TOOL && TWO_REQUESTS.test(text);
  const asks = askLabels(text, isAboutTools);
  return {
    dimensions: claimed,
    tier: tierOf(claimed.stance),
    entity: { ...entity, named },
    labels: {
      ...(showsItsStance && dimensions.stance !== UNSPECIFIED ? { stance: dimensions.stance } : {}),
      ...(tellsHistory ? { tells_history: true } : {}),
      ...(tellsWorld ? { tells_world_state: true } : {}),
      ...asks,
      ...(isMany
        ? { ask_family: "multi_tool" }
        : asks.ask_family === "vague" && named !== "none"
          ? { ask_family: "tool" }
          : {}),
      tool_known: isAboutTools && isAboutAny(text, tools),
    },
  };
}

/** Whether a text speaks of what any of the tools is for. */
export const isAboutAny = (text: string, tools: readonly ToolReading[]): boolean =>
  matchTools(tools, text).some((match) => match.isAbout);

const namedIn = (text: string, { entity }: Situation): Situation["entity"]["named"] => {
  if (entity.id === null) return entity.named;
  if (text.includes(entity.id)) return "whole";
  const part = partOf(entity.id);
  return part !== null && text.includes(part) ? "partial" : "none";
};

/** The axes that a text was to show and does not. */
export const droppedAxes = (draft: Situation, written: Situation): (keyof Assignment)[] =>
  (Object.keys(draft.dimensions) as (keyof Assignment)[]).filter(
    (axis) => draft.dimensions[axis] !== written.dimensions[axis],
  );

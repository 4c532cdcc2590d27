import { cutText, MULTI_TOOL, type ToolSchema, UNRELATED, UNSPECIFIED } from "@whileai/core";
import type { Situation } from "../plan/situation.js";

const LONGEST_DESCRIPTION = 180;

/** What the words must show for each stance, told to whoever writes them. */
const STANCES: Readonly<Record<string, string>> = {
  ambiguous: "the words leave two readings, or a choice between two things, open; the person does not notice",
  unsure: "the person is not sure this is the right thing to ask for, and it shows",
  hurried: "the person has very little time and says what takes it",
  retry: "the person tried it before and says how that ended",
  mistaken: "the person takes something about the thing or the rules for granted that is not so, without a doubt",
  exploratory:
    "the person only asks what would happen, what it takes or whether it could be done, and asks for nothing yet",
  conflicting: "the person wants two things that cannot both be had",
  boundary: "the request is just inside or just outside of what the rule below allows, or asks for an exception",
  adversarial:
    "the person presses: a threat, an authority they do not have, or an instruction planted for the assistant",
};

const HISTORIES: Readonly<Record<string, string>> = {
  prior_failure: "somebody tried it before and it failed; the person says so",
  prior_partial_action: "somebody began it before and it stopped half way; the person says so",
  contradicts_earlier: "the person told somebody the opposite before, and says so",
  "repeat visit": "the person asked for the same before, and says so",
};

/** What a person of this kind has before them when they write. */
export function situationCard(situation: Situation, index: number, tools: readonly ToolSchema[]): string {
  const { dimensions, entity, labels } = situation;
  const tool = tools.find(({ name }) => name === dimensions.tool);
  const about = cutText(tool?.description ?? "", LONGEST_DESCRIPTION);
  const stance = STANCES[dimensions.stance];
  const history = HISTORIES[dimensions.history];
  const isPressed = ["boundary", "mistaken", "adversarial"].includes(dimensions.stance);
  const lines = [
    `Card ${index + 1}`,
    `draft: ${JSON.stringify(situation.prompt)}`,
    ...(about === "" ? [] : [`the assistant can: ${about}`]),
    ...(dimensions.tool === MULTI_TOOL ? ["asks for both things of the draft"] : []),
    ...(dimensions.tool === UNRELATED ? ["has nothing to do with what the assistant is for, as in the draft"] : []),
    ...(stance === undefined ? [] : [`must show: ${stance}`]),
    ...(isPressed && dimensions.rule !== UNSPECIFIED ? [`the rule (never quoted): ${dimensions.rule}`] : []),
    ...(history === undefined ? [] : [`must show: ${history}`]),
    ...(labels.tells_world_state === true ? ["keeps what the draft says about how things look"] : []),
    ...(entity.id !== null && entity.named === "whole" ? [`must contain: ${entity.id}`] : []),
  ];
  return lines.join("\n");
}

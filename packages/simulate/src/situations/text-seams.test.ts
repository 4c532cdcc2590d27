import { expect, it } from "vitest";
import { planSituations } from "../plan/plan-situations.js";
import type { Situation } from "../plan/situation.js";
import { TOOL_SETS, type ToolSet } from "./__fixtures__/tool-sets.js";

const take = ({ tools, systemPrompt }: ToolSet, count: number): Situation[] => {
  const plan = planSituations({ tools, systemPrompt, seed: 9, mode: "rl", faultShare: 0.5 });
  const found: Situation[] = [];
  for (const one of plan.situations()) {
    found.push(one);
    if (found.length === count) return found;
  }
  return found;
};

const SEAMS: Readonly<Record<string, RegExp>> = {
  "a sentence right after the item of a list": /(?:^|\n)(?:\d\)|-) [^\n]*[a-z] (?:Someone|You|We|It|On) [a-z]/,
  "a quote within a quote": /: "[^"\n]*\w "\w[^"\n]*" since/,
  "the same words twice": /\bfor me for me\b|\bplease,? please\b/i,
  "a large letter after a greeting": /^(?:Dear team|Hi|Hello|Hi all|Hi there), (?:The|A|My|One|There) /,
  "the wrong article": /\ba (?:off-white|olive|orchid|ice|old|hour|apple|egg|event|order|invoice|aunt|uncle)\b/i,
  "doubled marks": / [,.;!?]|,,|;;/,
};

it.each(TOOL_SETS)("no seam shows in the texts of $name", (set) => {
  for (const { prompt, labels } of take(set, 3000)) {
    if (labels.texture !== undefined && labels.texture !== "typo") continue;
    for (const [what, seam] of Object.entries(SEAMS)) expect(seam.test(prompt), `${what}: ${prompt}`).toBe(false);
  }
});

it.each(TOOL_SETS)("textures leave identifiers and numbers of $name as they are", (set) => {
  for (const { prompt, labels, entity } of take(set, 3000)) {
    if (entity.named === "whole") expect(prompt).toContain(entity.id);
    // Thousands keep their comma.
    expect(/\$\d{5,}/.test(prompt), `${String(labels.texture)}: ${prompt}`).toBe(false);
  }
});

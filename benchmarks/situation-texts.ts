/**
 * Texts of the offline grammar for reading: the first COUNT situations of a plan for each of four tool sets, with what each
 * claims of itself. Deterministic.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/situation-texts.ts [COUNT] [SEED] [SKIP]
 */

import { planSituations } from "../packages/simulate/src/plan/plan-situations.js";
import { TOOL_SETS } from "../packages/simulate/src/situations/__fixtures__/tool-sets.js";
import { countArgument } from "./count-argument.js";

const count = countArgument("COUNT", 20);
const seed = countArgument("SEED", 0, { place: 1, least: 0 });
const skip = countArgument("SKIP", 0, { place: 2, least: 0 });

for (const { name, tools, systemPrompt } of TOOL_SETS) {
  console.log(`\n## ${name}\n`);
  const plan = planSituations({ tools, systemPrompt, seed, mode: "explore", faultShare: 0.5 });
  for (const { index, prompt, dimensions, labels, entity } of plan.situations()) {
    if (index < skip) continue;
    if (index >= skip + count) break;
    const { tool, stance, world_state: world, history, rule } = dimensions;
    const said = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
    console.log(`${index + 1 - skip}. ${prompt.replaceAll("\n", "\n   ")}`);
    console.log(`   _${[tool, stance, world, history, rule].join(" · ")}_`);
    console.log(`   _${said.join(" ")}${entity.id === null ? "" : ` ${entity.id} (${entity.named})`}_`);
  }
}

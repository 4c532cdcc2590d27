import { TOOL_CONDITIONS, UNSPECIFIED } from "@whileai/core";
import { askLabels, namedEntity } from "../situations/ask-labels.js";
import { matchTools } from "../situations/tool-match.js";
import type { ToolReading } from "../situations/tool-reading.js";
import { faultsFor } from "./faults-for.js";
import { hiddenState } from "./hidden-state.js";
import { promptId } from "./scenario-id.js";
import type { ShareMeter } from "./share-meter.js";
import type { Assignment, Situation } from "./situation.js";

const FAULTS = TOOL_CONDITIONS.filter((condition) => condition !== "success");
/** How far the best tool must be ahead of the next before the words are said to point to it. */
const CLEAR_LEAD = 1;
const ANY_TOOL = "*";

/** What the words of an ask say of the tools: whether it is about any, and the one they clearly point to, if they do. */
const readAsk = (tools: readonly ToolReading[], ask: string): { isAbout: boolean; tool: ToolReading | undefined } => {
  const matches = matchTools(tools, ask);
  const [best, next] = matches;
  const isAbout = matches.some((match) => match.isAbout);
  if (best === undefined || !best.isAbout) return { isAbout, tool: undefined };
  const isClear = next === undefined || best.score - next.score >= CLEAR_LEAD;
  return { isAbout, tool: isClear ? best.tool : undefined };
};

/** The tool that the words of an ask clearly point to, or null. */
export const pointedTool = (tools: readonly ToolReading[], ask: string): string | null =>
  readAsk(tools, ask).tool?.name ?? null;

/**
 * The caller's own asks as situations, each once, in their order. Faults are dealt out by position, as for any situation.
 * Of the text nothing is claimed but what it shows: the tool its words clearly point to, the record it names, and what kind of
 * ask it is. Where the words point to no tool, the fault hits whatever is called.
 */
export function* seedSituations(
  seeds: readonly string[],
  options: { tools: readonly ToolReading[]; faults: ShareMeter },
): Generator<Situation> {
  let faulted = 0;
  const ids = new Set<string>();
  for (const [index, prompt] of [...new Set(seeds)].entries()) {
    const isFaulted = options.tools.length > 0 && options.faults.isDue;
    options.faults.count(isFaulted);
    const { isAbout, tool } = readAsk(options.tools, prompt);
    const entity = namedEntity(prompt, tool);
    const condition = isFaulted ? (FAULTS[faulted++ % FAULTS.length] as string) : "success";
    const dimensions: Assignment = {
      tool: tool?.name ?? UNSPECIFIED,
      rule: UNSPECIFIED,
      stance: UNSPECIFIED,
      world_state: UNSPECIFIED,
      tool_condition: condition,
      history: UNSPECIFIED,
    };
    const faults = faultsFor(condition, [tool?.name ?? ANY_TOOL]);
    const scenarioId = promptId(prompt, ids);
    ids.add(scenarioId);
    yield {
      scenarioId,
      index,
      prompt,
      dimensions,
      tier: "ordinary",
      labels: askLabels(prompt, isAbout),
      faults,
      worldState: null,
      entity,
      privileged: {
        hidden_state: hiddenState({ isAboutTools: true, parameter: entity.parameter, worldState: null, faults }),
      },
      arm: "pinned",
      writer: "seed",
    };
  }
}

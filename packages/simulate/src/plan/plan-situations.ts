import type { ToolSchema } from "@whileai/core";
import type { Situation, SituationPlan } from "./situation.js";

/** Levels that must not occur together: axis name to level or levels. */
export type SituationConstraint = Readonly<Partial<Record<string, string | readonly string[]>>>;

export interface CoverageOptions {
  readonly strength?: 2 | 3 | 4 | undefined;
  readonly constraints?: readonly SituationConstraint[] | undefined;
  readonly dimensions?: Readonly<Partial<Record<string, readonly string[]>>> | undefined;
  readonly hardShare?: number | undefined;
}

export interface PlanOptions {
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
  readonly seed: number;
  readonly mode: "explore" | "sft" | "rl";
  readonly seeds?: readonly string[] | undefined;
  readonly coverage?: CoverageOptions | undefined;
  readonly faultShare: number;
}

/** The situations of a run: every pair of axis levels first, then further wordings without end. */
export function planSituations(options: PlanOptions): SituationPlan {
  const tool = options.tools[0]?.name ?? "unrelated";
  function* situations(): Iterable<Situation> {
    for (let index = 0; ; index++) {
      yield {
        scenarioId: `sc-${index.toString(16).padStart(10, "0")}`,
        index,
        prompt: `Can you help me with number ${index + 1}?`,
        dimensions: {
          tool,
          rule: "unspecified",
          stance: "ordinary",
          world_state: "unspecified",
          tool_condition: "success",
          history: "fresh",
        },
        tier: "ordinary",
        labels: {},
        faults: [],
        worldState: null,
        entity: { parameter: null, id: null, named: "none" },
        privileged: {},
        arm: "structured",
        writer: "template",
      };
    }
  }
  return {
    situations: () => ({ [Symbol.iterator]: () => situations()[Symbol.iterator]() }),
    certificate: () => ({ strength: 2, feasible: 0, covered: 0, fraction: 1, uncovered: [] }),
  };
}

import { type Json, ROW_SCHEMA_VERSION, type SamplingPlan, type ToolSchema } from "@whileai/core";
import type { ResolvedOptions } from "../options/resolve-options.js";
import type { SimulateOptions } from "../options/simulate-options.js";
import { type IdentitySources, runIdentity } from "./run-identity.js";
import { RunStore, type StorePlan } from "./run-store.js";

export interface OpenRunStoreOptions {
  readonly plan: StorePlan;
  readonly options: SimulateOptions;
  readonly resolved: ResolvedOptions;
  readonly tools: readonly ToolSchema[];
  readonly sources: IdentitySources;
  readonly sampling: SamplingPlan;
  readonly systemPromptSha: string;
}

/** Opens the folder that a run is kept in, with a manifest that says what the run is. Throws what `RunStore.open` throws. */
export function openRunStore(run: OpenRunStoreOptions): Promise<RunStore> {
  const { mode, seed, systemPrompt, redaction } = run.resolved;
  const redacted: string[] = [];
  const shown = (name: string, value: Json): Json => {
    const text = redaction?.json(value) ?? value;
    if (JSON.stringify(text) !== JSON.stringify(value)) redacted.push(name);
    return text;
  };
  const facts = {
    system_prompt: shown("system_prompt", systemPrompt),
    tools: shown("tools", run.tools as unknown as Json),
  };
  const identity = runIdentity(run.options, run.resolved, run.tools, run.sources);
  const { agent = null, simulator = null } = identity.options;
  return RunStore.open({
    plan: run.plan,
    identity,
    facts: {
      mode,
      seed,
      sampling_plan: { ...run.sampling },
      agent,
      simulator,
      ...facts,
      // What stands here as it was asked for, but for what must not be read.
      ...(redacted.length === 0 ? {} : { redacted }),
      versions: { row_schema: ROW_SCHEMA_VERSION, node: globalThis.process?.versions?.node ?? null },
    },
    seed,
    systemPromptSha: run.systemPromptSha,
    isPaid: typeof run.sources.roles.agent !== "function",
    redaction,
  });
}

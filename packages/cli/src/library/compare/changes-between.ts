import { canonicalJson, isBackend, normalizeTools, plainJson } from "@whileai/core";
import type { DeclaredChange } from "@whileai/stats";
import type { CompareSide } from "./compare-options.js";

/** A side with the defaults that both sides share. */
export function wholeSide(side: CompareSide, shared: CompareSide): CompareSide {
  const { agent = shared.agent, systemPrompt = shared.systemPrompt, tools = shared.tools } = side;
  const { execute = shared.execute } = side;
  // A temperature of one side alone leaves the token limit as it is on both.
  const sampling =
    side.sampling === undefined && shared.sampling === undefined ? undefined : { ...shared.sampling, ...side.sampling };
  return { agent, systemPrompt, tools, sampling, execute };
}

/** What was changed on purpose between two sides, by what they are made of. */
export function changesBetween(before: CompareSide, after: CompareSide): DeclaredChange[] {
  const changes: DeclaredChange[] = [];
  if ((before.systemPrompt ?? "") !== (after.systemPrompt ?? "")) changes.push("system_prompt");
  if (!sameTools(before, after)) changes.push("tools");
  if (!sameAgent(before.agent, after.agent)) changes.push("agent");
  if (before.sampling?.temperature !== after.sampling?.temperature) changes.push("temperature");
  if (before.sampling?.maxTokens !== after.sampling?.maxTokens) changes.push("max_tokens");
  return changes;
}

function sameTools(before: CompareSide, after: CompareSide): boolean {
  if (before.execute !== after.execute) return false;
  const schemas = ({ tools = [] }: CompareSide): string => canonicalJson(plainJson(normalizeTools(tools)));
  return schemas(before) === schemas(after);
}

function sameAgent(before: CompareSide["agent"], after: CompareSide["agent"]): boolean {
  if (before === after) return true;
  // Two backends of one spec play alike; two functions never do, whatever their names.
  return isBackend(before) && isBackend(after) && before.spec !== null && before.spec === after.spec;
}

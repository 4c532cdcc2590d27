import type { Note } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import type { DraftedTool } from "./read-drafts.js";

export interface DraftToolsOptions {
  /** The model that drafts: a backend, a spec, or what is configured as `agent` when left out. */
  readonly backend?: BackendLike | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How many tools to ask for, 2 to 8; 4 to 8 by the model's own judgement when left out. */
  readonly count?: number | undefined;
}

/** Tools drafted from a description, and what was left out of the reply. */
export interface DraftedTools {
  readonly tools: readonly DraftedTool[];
  readonly notes: readonly Note[];
}

/**
 * Drafts the tools of an agent from a description in plain words, for trying out `simulate` before there are any. Asks the
 * model for a list, checks every tool, and asks once more, naming what was wrong, when fewer than two can be used.
 *
 * @returns 2 to 8 tools, each marked `drafted: true` and ready for `simulate`; `notes` says what was left out.
 * @throws WhileaiError with code `draft_failed` when the second reply does not hold two usable tools either; errors of the
 *   backend as they are; OptionError for options.
 *
 * @example
 * const { tools } = await draftTools("a support agent that looks up orders and issues refunds");
 * const data = await simulate({ tools, systemPrompt: "Help customers with their orders.", budget: 32 });
 */
export async function draftTools(description: string, options: DraftToolsOptions = {}): Promise<DraftedTools> {
  const { draft } = await import("./draft.js");
  return draft(description, options);
}

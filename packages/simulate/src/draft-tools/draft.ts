import {
  type Backend,
  type ChatMessage,
  checkOptions,
  type Note,
  OptionError,
  optionRule,
  WhileaiError,
} from "@whileai/core";
import { captureSettings } from "@whileai/core/settings";
import { backendRule } from "../options/backend-rule.js";
import type { DraftedTools, DraftToolsOptions } from "./draft-tools.js";
import { readDrafts } from "./read-drafts.js";

/** Fewer tools than this are no agent's tool list, more are cut off. The Python package's convention. */
const FEWEST = 2;
const MOST = 8;
const ASKED = "4 to 8";
/** Low, as the tools should be the likely ones. Convention. */
const TEMPERATURE = 0.2;
const MOST_TOKENS = 4096;
const SHORTEST_DESCRIPTION = 8;

const systemPrompt = (count: string): string =>
  [
    "You design the tools of an assistant from a description of what it does.",
    `Answer with a JSON array of ${count} tools and nothing else. Each tool is`,
    '{"name": "snake_case_verb_first", "description": "What it does, in one sentence.", "parameters": JSON Schema}.',
    "Names match ^[a-z][a-z0-9_]{2,40}$ and differ. Parameters are an object schema with properties, each with a type and a",
    "description, and required. Name records by ids (order_id), use enum for closed choices, format for dates, minimum and",
    "maximum for amounts. Cover what is looked up as well as what is changed. Invent no tool for what is not described.",
  ].join("\n");

/** What {@link draftTools} does. */
export async function draft(description: string, options: DraftToolsOptions): Promise<DraftedTools> {
  checkOptions("draftTools", options, {
    backend: backendRule,
    signal: optionRule.signal,
    count: optionRule.integer(FEWEST, MOST),
  });
  if (typeof description !== "string" || description.trim().length < SHORTEST_DESCRIPTION) {
    throw new OptionError({
      option: "description",
      received: description,
      message: "draftTools: `description` must say in words what the agent does.",
      fix: 'Write a sentence, such as "a support agent that looks up orders and issues refunds".',
    });
  }
  const settings = captureSettings();
  const backend = settings.resolve("agent", options.backend);
  const most = options.count ?? MOST;
  return settings.run(async () => {
    const messages: ChatMessage[] = [
      { role: "system", content: systemPrompt(options.count === undefined ? ASKED : String(options.count)) },
      { role: "user", content: description.trim() },
    ];
    const first = await ask(backend, messages, options.signal);
    let read = await readDrafts(first);
    if (read.tools.length < FEWEST) {
      messages.push({ role: "assistant", content: first }, { role: "user", content: complaintOf(read.complaints) });
      read = await readDrafts(await ask(backend, messages, options.signal));
    }
    if (read.tools.length < FEWEST) {
      throw new WhileaiError("draft_failed", {
        message: `draftTools: ${backend.model} gave ${read.tools.length} usable ${read.tools.length === 1 ? "tool" : "tools"} in two replies (${read.complaints[0] ?? "it gave no more"}).`,
        fix: "Describe what the agent looks up and what it changes, or use a stronger model.",
      });
    }
    return { tools: read.tools.slice(0, most), notes: leftOut(read.complaints, read.tools.length - most) };
  });
}

async function ask(backend: Backend, messages: readonly ChatMessage[], signal: AbortSignal | undefined) {
  const request = { messages: [...messages], temperature: TEMPERATURE, maxTokens: MOST_TOKENS };
  return (await backend.complete(request, { signal })).text;
}

const complaintOf = (complaints: readonly string[]): string =>
  [
    "That cannot be used:",
    ...(complaints.length > 0 ? complaints.map((one) => `- ${one}`) : ["- there are fewer than two tools"]),
    "Send the whole JSON array again, corrected, and nothing else.",
  ].join("\n");

function leftOut(complaints: readonly string[], tooMany: number): Note[] {
  const notes: Note[] = [];
  if (complaints.length > 0) {
    notes.push({
      code: "drafts_dropped",
      severity: "warning",
      message: `${complaints.length} drafted ${complaints.length === 1 ? "tool was" : "tools were"} left out: ${complaints.join("; ")}.`,
    });
  }
  if (tooMany > 0) {
    notes.push({
      code: "drafts_cut",
      severity: "info",
      message: `${tooMany} more ${tooMany === 1 ? "tool was" : "tools were"} drafted than asked for and left out.`,
    });
  }
  return notes;
}

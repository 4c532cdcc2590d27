import { describeError, isRecord, normalizeTools, type ToolSchema } from "@whileai/core";
import { prepareChecks } from "../world/argument-check.js";
import { looseJson } from "../writer/loose-json.js";

/** A tool that a model made up from a description: its schema, and that nobody has looked at it yet. */
export interface DraftedTool extends ToolSchema {
  readonly drafted: true;
}

/** The tools of a reply that can be used, and what is wrong with the others. */
export interface ReadDrafts {
  readonly tools: readonly DraftedTool[];
  readonly complaints: readonly string[];
}

const NAME = /^[a-z][a-z0-9_]{2,40}$/;

/** Reads the tools of a model's reply, each checked on its own. */
export async function readDrafts(reply: string): Promise<ReadDrafts> {
  const given = listOf(looseJson(reply));
  if (given === undefined) return { tools: [], complaints: ["the reply is no JSON array of tools"] };
  const tools: DraftedTool[] = [];
  const complaints: string[] = [];
  const names = new Set<string>();
  for (const [index, entry] of given.entries()) {
    const read = await readDraft(entry);
    if (typeof read === "string") complaints.push(`tool ${index + 1}: ${read}`);
    else if (names.has(read.name)) complaints.push(`tool ${index + 1}: a second tool is called ${read.name}`);
    else {
      names.add(read.name);
      tools.push(read);
    }
  }
  return { tools, complaints };
}

/** The list in a reply: bare, or under the one name that holds a list. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const lists = Object.values(value).filter((entry): entry is unknown[] => Array.isArray(entry));
  if (lists.length === 1 && isRecord(lists[0]?.[0])) return lists[0];
  return "name" in value || "function" in value ? [value] : undefined;
}

/** The tool, or what is wrong with it. */
async function readDraft(entry: unknown): Promise<DraftedTool | string> {
  try {
    const [tool] = normalizeTools([entry as ToolSchema]) as [ToolSchema];
    const { name, description, parameters } = tool;
    if (!NAME.test(name)) return `the name ${JSON.stringify(name)} must match ${NAME.source}`;
    if (description.trim() === "") return `${name} has no description`;
    const properties = isRecord(parameters.properties) ? parameters.properties : {};
    const bare = Object.entries(properties).filter(([, schema]) => !isRecord(schema) || !isSaid(schema.description));
    if (bare.length > 0) return `${name} has parameters without a description: ${bare.map(([key]) => key).join(", ")}`;
    await prepareChecks([tool]);
    return { ...tool, drafted: true };
  } catch (error) {
    return describeError(error);
  }
}

const isSaid = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";

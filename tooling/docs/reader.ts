// What a reader of the documentation has at hand: names that examples use and do not make. Nothing here leaves the process.

import { createWorld, type SimulatedRow, simulate } from "@whileai/simulate";
import { configure, type Row, ScriptedBackend, seededAgent, setPrices, tool } from "whileai";

export { aiSdkAgent } from "@whileai/simulate/ai-sdk";
export { simulate };

const parameters = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] } as const;
export const getOrder = tool({ name: "get_order", description: "Look up an order by id.", parameters });
export const refund = tool({ name: "refund", description: "Refund an order.", parameters });
export const tools = [getOrder, refund];
export const systemPrompt = "Help customers with orders.";
export const POLICY = systemPrompt;
export const agent = seededAgent(tools);
export const better = seededAgent(tools, { rate: 0.1 });

setPrices({ scripted: { inputPerMillion: 0, outputPerMillion: 0 } });
// Situations that a model is to word fall back to the grammar's words.
configure({ simulator: ScriptedBackend(["no"]) });

const played = await simulate({ agent, tools, systemPrompt, simulator: false, budget: 24 });
export const row = played.rows.find(({ steps }) => steps.length >= 2) as SimulatedRow;
export const grade = (given: Row): number => (given.seeded === undefined ? 1 : 0);
export const grader = grade;
export const gradedRows = played.rows.map((each) => ({ ...each, reward: grade(each) }));
export const rows = gradedRows;
export const send = async (given: Row): Promise<void> => void given;
export const expected = createWorld({ tools: [] }).state();

// biome-ignore lint/suspicious/noExplicitAny: objects of frameworks that are not installed here.
const framework: any = {};
export const [support, llm, client] = [framework, framework, framework];

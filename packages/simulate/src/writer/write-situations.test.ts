import { normalizeTools } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { planSituations } from "../plan/plan-situations.js";
import type { Situation } from "../plan/situation.js";
import { FallbackTally } from "./fallback-tally.js";
import { situationSource } from "./situation-source.js";
import { readMessages, writeSituations } from "./write-situations.js";

const tools = normalizeTools([
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
]);
const plan = planSituations({ tools, systemPrompt: "", seed: 0, mode: "rl", faultShare: 0.8 });
const [first] = plan.situations() as Iterable<Situation>;
const card = (more: Partial<Situation>): Situation => ({ ...(first as Situation), ...more });
const WHOLE = { parameter: "order_id", id: "DL-20418", named: "whole" } as const;
const HIDDEN = { parameter: "order_id", id: "DL-20418", named: "none" } as const;

async function written(message: unknown, situation: Situation) {
  const fallbacks = new FallbackTally();
  const backend = ScriptedBackend([JSON.stringify({ messages: [{ card: 1, message }] })], { model: "writer-1" });
  const options = { tools, seed: 0, signal: new AbortController().signal, fallbacks };
  const [result] = await writeSituations(backend, [situation], options);
  return { result, notes: fallbacks.notes(), request: backend.requests[0] };
}

describe("writeSituations", () => {
  it("takes a message that passes and keeps what the card says", async () => {
    const situation = card({
      entity: WHOLE,
      labels: { ask_family: "tool", texture: "typo" },
      prompt: "order DL-20418?",
    });
    const { result, notes, request } = await written("any news on DL-20418, it was due friday", situation);
    expect(result).toEqual({
      ...situation,
      prompt: "any news on DL-20418, it was due friday",
      labels: { ask_family: "tool" },
      writer: "writer-1",
    });
    expect(notes).toEqual([]);
    expect(request?.jsonSchema?.name).toBe("messages");
    expect(request?.messages[1]?.content).toContain("must contain: DL-20418");
  });

  it.each<[string, unknown, Partial<Situation>]>([
    ["too short", "hi", {}],
    ["without the identifier", "any news on my parcel please", { entity: WHOLE }],
    ["with an identifier the draft hides", "any news on DL-20418 please", { entity: HIDDEN, prompt: "any news?" }],
    ["in the words of a test", "this scenario is about an order", {}],
    ["in the assistant's voice", "Certainly, how can I help you today", {}],
    ["no text", 5, {}],
  ])("keeps the draft where the message is %s", async (_, message, more) => {
    const situation = card({ entity: { parameter: null, id: null, named: "none" }, ...more });
    const { result, notes } = await written(message, situation);
    expect(result).toBe(situation);
    expect(notes).toMatchObject([{ code: "writer_fallback", severity: "warning" }]);
  });

  it("never rewords a text that the caller gave", async () => {
    const pinned = card({ arm: "pinned", writer: "seed" });
    expect(await written("any news on my parcel please", pinned)).toMatchObject({ result: pinned, notes: [] });
  });
});

it("situationSource asks for eight cards at a time", async () => {
  const backend = ScriptedBackend(() => "{}");
  const fallbacks = new FallbackTally();
  const next = situationSource(plan, { backend, tools, seed: 0, signal: new AbortController().signal, fallbacks });
  for (let index = 0; index < 9; index++) expect((await next())?.index).toBe(index);
  expect(backend.requests).toHaveLength(2);
  expect(fallbacks.notes()).toMatchObject([{ code: "writer_fallback", message: expect.stringMatching(/^16 of 16 /) }]);
});

it("FallbackTally makes one note of a run, with the first failure", () => {
  const fallbacks = new FallbackTally();
  fallbacks.add(0, 8, undefined);
  expect(fallbacks.notes()).toEqual([]);
  fallbacks.add(8, 8, "no route");
  fallbacks.add(8, 8, "timed out");
  expect(fallbacks.notes().map((note) => note.message)).toEqual([
    "16 of 24 situations kept the offline wording: 2 calls failed, the first with: no route.",
  ]);
});

it.each<[string, [number, string][]]>([
  [
    '{"messages": [{"card": 1, "message": "a"}, {"card": 2, "message": "b"}]}',
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  ['```json\n[{"card": 3, "message": "c"}]\n```', [[3, "c"]]],
  [
    'Sure! {"card": 1, "message": "a"} and {"card": 2, "message": "b"} {broken}',
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  ["nothing", []],
  ['{"card": 4, "message": "d"}', [[4, "d"]]],
])("readMessages reads %j", (text, expected) => {
  expect([...readMessages(text)]).toEqual(expected);
});

import { AuthError, TransientError, WhileaiError } from "@whileai/core";
import { ScriptedBackend, type ScriptedReply } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import type { Situation } from "../plan/situation.js";
import { CANCELLATION } from "./__fixtures__/situation.js";
import { modelUser } from "./model-user.js";
import { offlineLine } from "./offline-user.js";
import type { Talk } from "./user.js";
import { UserTally } from "./user-tally.js";

const SITUATION: Situation = {
  ...CANCELLATION,
  dimensions: {
    ...CANCELLATION.dimensions,
    stance: "hurried",
    tool_condition: "timeout",
    history: "prior_failure",
  },
  faults: [{ tool: "*", mode: "timeout" }],
  worldState: "entity missing",
  privileged: { hidden_state: "Answer key for the judge: no such order exists." },
};
const TALK: Talk = {
  signal: new AbortController().signal,
  turn: 1,
  turnsLeft: 2,
  seed: 5,
  rolloutIndex: 0,
  scenarioId: "sc-1",
  situation: SITUATION,
  messages: [
    { role: "user", content: SITUATION.prompt },
    { role: "assistant", content: "", tool_calls: [{ name: "cancel_order", arguments: {} }] },
    { role: "tool", name: "cancel_order", content: "SECRET" },
    { role: "assistant", content: "Which order is it?" },
  ],
  said: "Which order is it?",
  asks: true,
  isWaiting: false,
  mayLeave: true,
};

async function reply(replies: readonly ScriptedReply[], talk: Partial<Talk> = {}) {
  const backend = ScriptedBackend(replies, { model: "person-1" });
  const tally = new UserTally();
  const user = modelUser(backend, tally);
  return { reply: await user.reply({ ...TALK, ...talk }), tally, requests: backend.requests, user };
}
const line = (say: string, leave = false): ScriptedReply => JSON.stringify({ say, leave });
const offline = { say: offlineLine(TALK) };

describe("a model as the person", () => {
  it("speaks, knowing the situation and nothing of the world", async () => {
    const { reply: said, requests, tally, user } = await reply([line("It's OR-1042, quick please.")]);
    expect(said).toEqual({ say: "It's OR-1042, quick please." });
    expect(user.name).toBe("person-1");
    expect(requests[0]).toMatchObject({ temperature: 0.475, jsonSchema: { name: "line" } });
    const prompt = JSON.stringify(requests[0]?.messages);
    expect(prompt).toContain("OR-1042");
    expect(prompt).toMatch(/hurry/);
    expect(prompt).toMatch(/earlier attempt/);
    expect(prompt).not.toMatch(/SECRET|timeout|missing|Answer key|cancel_order/);
    expect(tally.notes()).toEqual([]);
  });

  it.each<[string, ScriptedReply]>([
    ["in a fence", '```json\n{"say": "It is OR-1042.", "leave": false}\n```'],
    ["among words", 'Here: {"say": "It is OR-1042."}'],
    ["in a list", '[{"say": "It is OR-1042.", "leave": false}]'],
    ["with a comma too many", '{"say": "It is OR-1042.", "leave": false,}'],
    ["beside brackets of another kind", '{say} {"say": "It is OR-1042."}'],
  ])("reads JSON %s", async (_, text) => {
    expect((await reply([text])).reply).toEqual({ say: "It is OR-1042." });
  });

  it("is told what was wrong and asked once more", async () => {
    const { reply: said, requests, tally } = await reply([line("How can I help you?"), line("OR-1042")]);
    expect(said).toEqual({ say: "OR-1042" });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)?.content).toContain("speaks as the assistant");
    expect(requests[1]?.seed).not.toBe(requests[0]?.seed);
    expect(tally.notes()).toEqual([]);
  });

  it.each<[string, ScriptedReply[], number, RegExp]>([
    ["two lines that cannot be used", [line("Thanks!"), "no json"], 2, /1 of 1 lines.*\(1 were.*only says thanks/],
    ["a call that fails", [new TransientError({ message: "Gone.", fix: "" })], 1, /\(0 were.*a call failed: .*Gone/],
  ])("gives way to the offline user after %s", async (_, replies, calls, note) => {
    const { reply: said, requests, tally } = await reply(replies);
    expect(said).toEqual(offline);
    expect(requests).toHaveLength(calls);
    expect(tally.notes()).toMatchObject([
      { code: "user_fallback", severity: "warning", message: expect.stringMatching(note) as string },
    ]);
  });

  it("walks away only where it may", async () => {
    expect((await reply([line("", true)])).reply).toBe("leaves");
    expect((await reply([line("", true)], { asks: false, said: "Done." })).reply).toBe("ends");
    const held = await reply([line("", true), line("Okay, I'll wait for it.", true)], {
      isWaiting: true,
      mayLeave: false,
    });
    expect(held.requests[0]?.messages.at(-1)?.content).toMatch(/wait for it.*not walk away/s);
    expect(held.reply).toEqual({ say: "Okay, I'll wait for it." });
  });

  it.each([
    new AuthError({ message: "No.", fix: "" }),
    new WhileaiError("limit_reached", { message: "Enough.", fix: "" }),
    new Error("a bug"),
  ])("does not speak around %s", async (error) => {
    await expect(reply([error])).rejects.toBe(error);
  });

  it("ends with the rollout", async () => {
    const ended = AbortSignal.abort();
    await expect(reply([line("x")], { signal: ended })).rejects.toMatchObject({ name: "AbortError" });
  });
});

import { AuthError, normalizeTools } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { planSituations } from "../plan/plan-situations.js";
import type { Situation } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";
import { FallbackTally } from "./fallback-tally.js";
import { type SourceOptions, situationSource, type WrittenSituations } from "./situation-source.js";

const tools = normalizeTools([
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } } },
  },
]);
const plan = planSituations({ tools, systemPrompt: "", seed: 0, mode: "rl", faultShare: 0.8 });

const sourceWith = (backend: SourceOptions["backend"], more: Partial<SourceOptions> = {}) => {
  const fallbacks = new FallbackTally();
  const signal = new AbortController().signal;
  return { next: situationSource(plan, { backend, tools, seed: 0, signal, fallbacks, ...more }), fallbacks };
};

const take = async (next: NextSituation, count: number): Promise<Situation[]> => {
  const found: Situation[] = [];
  for (let index = 0; index < count; index++) found.push((await next()) as Situation);
  return found;
};

/** Says every draft again with a word more. */
const parrot = (content: unknown): string => {
  const cards = [...String(content).matchAll(/^Card (\d+)\ndraft: (.*)$/gm)];
  return JSON.stringify(
    cards.map(([, card, draft]) => ({ card: Number(card), message: `${JSON.parse(draft as string)} Right?` })),
  );
};

describe("situationSource", () => {
  it("asks for eight cards at a time, and ahead of need only once more than the first half of a call is used", async () => {
    const backend = ScriptedBackend(() => "{}");
    const { next, fallbacks } = sourceWith(backend);
    await take(next, 3);
    expect(backend.requests).toHaveLength(1);
    await take(next, 1);
    expect(backend.requests).toHaveLength(2);
    expect((await take(next, 5)).map((one) => one.index)).toEqual([4, 5, 6, 7, 8]);
    expect(backend.requests).toHaveLength(4);
    for (const { messages } of backend.requests) expect(String(messages[1]?.content).match(/^Card /gm)).toHaveLength(8);
    // Only what was used is counted.
    expect(fallbacks.notes()).toMatchObject([
      { code: "writer_fallback", message: expect.stringMatching(/^16 of 16 /) },
    ]);
  });

  it("words no more ahead than can be used", async () => {
    const backend = ScriptedBackend(() => "{}");
    await take(sourceWith(backend, { most: 12 }).next, 12);
    expect(backend.requests).toHaveLength(2);
  });

  it("gives the same situations in whatever order the calls answer", async () => {
    const run = async (delays: readonly number[]) => {
      const backend = ScriptedBackend(async ({ messages }, index) => {
        await new Promise((resolve) => setTimeout(resolve, delays[index % delays.length]));
        return parrot(messages[1]?.content);
      });
      const situations = await take(sourceWith(backend).next, 40);
      return { situations, requests: backend.requests.map((request) => JSON.stringify(request)) };
    };
    const [quick, slow] = [await run([0]), await run([12, 1, 6, 0])];
    expect(slow).toEqual(quick);
    expect(quick.situations.map((one) => one.index)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(quick.situations.every((one) => one.prompt.endsWith("Right?"))).toBe(true);
  });

  it("takes a message once, whichever call says it again", async () => {
    const message = "could you look up my order, it was due on friday and nothing came?";
    const backend = ScriptedBackend(() => JSON.stringify([{ card: 1, message }]), { model: "writer-1" });
    const { next } = sourceWith(backend);
    const prompts = (await take(next, 32)).map((one) => one.prompt);
    expect(prompts.filter((prompt) => prompt === message).length).toBeLessThanOrEqual(1);
    expect(new Set(prompts).size).toBe(32);
  });

  it("keeps the planned words after an abort, and makes no further call", async () => {
    const abort = new AbortController();
    const backend = ScriptedBackend(({ messages }) => parrot(messages[1]?.content));
    const { next, fallbacks } = sourceWith(backend, { signal: abort.signal });
    await take(next, 8);
    const calls = backend.requests.length;
    abort.abort();
    const late = await take(next, 24);
    expect(backend.requests).toHaveLength(calls);
    expect(late.map((one) => one.index)).toEqual(Array.from({ length: 24 }, (_, index) => 8 + index));
    expect(fallbacks.notes().map(({ code }) => code)).not.toContain("writer_fallback");
  });

  it("lets a refused key through when its turn comes, and leaves no failure unheard", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", hear);
    const backend = ScriptedBackend((_, index) =>
      index === 0 ? "{}" : new AuthError({ message: "The key was refused.", fix: "" }),
    );
    const { next } = sourceWith(backend);
    await take(next, 8);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unheard).toEqual([]);
    await expect(next()).rejects.toThrow("The key was refused.");
    process.off("unhandledRejection", hear);
  });

  it("takes what an earlier session wrote, with its counts", async () => {
    const kept = new Map<number, WrittenSituations>();
    const memory = {
      written: (first: number) => kept.get(first),
      keepWritten: async (first: number, written: WrittenSituations) => void kept.set(first, written),
    };
    const backend = ScriptedBackend(({ messages }) => parrot(messages[1]?.content));
    const first = sourceWith(backend, { memory });
    const before = await take(first.next, 16);
    const silent = ScriptedBackend([]);
    const second = sourceWith(silent, { memory, most: 16 });
    expect(await take(second.next, 16)).toEqual(before);
    expect(silent.requests).toHaveLength(0);
    expect(second.fallbacks.notes()).toEqual(first.fallbacks.notes());
  });
});

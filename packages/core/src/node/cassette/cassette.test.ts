import { access, appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompletionRequest } from "../../backend/backend.js";
import { ScriptedBackend } from "../../backends/scripted-backend.js";
import { TransientError } from "../../errors/backend-error.js";
import { Cassette } from "./cassette.js";
import { requestKey } from "./request-key.js";

let folder: string;
let files = 0;
const fresh = () => join(folder, `tape-${files++}.jsonl`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-cassette-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (seed: number | undefined, content = "Where is it?"): CompletionRequest => ({
  messages: [{ role: "user", content }],
  ...(seed === undefined ? {} : { seed }),
});

describe("Cassette", () => {
  it("B12: four rollouts are four calls, and none the second time, with the same four answers", async () => {
    const path = fresh();
    let answers = 0;
    const live = ScriptedBackend(() => `answer ${answers++}`);
    const play = async () => {
      const tape = await Cassette({ path });
      const agent = tape.backend(live);
      const texts = await Promise.all([0, 1, 2, 3].map(async (seed) => (await agent.complete(ask(seed))).text));
      await tape.close();
      return { texts, played: tape.played, recorded: tape.recorded };
    };
    const first = await play();
    const second = await play();
    expect(new Set(first.texts).size).toBe(4);
    expect(second.texts).toEqual(first.texts);
    expect(live.requests).toHaveLength(4);
    expect([first.recorded, first.played, second.recorded, second.played]).toEqual([4, 0, 0, 4]);
  });

  it("gives a request that is made several times its recordings in their order", async () => {
    const path = fresh();
    let answers = 0;
    const live = ScriptedBackend(() => `answer ${answers++}`);
    for (const expected of [
      ["answer 0", "answer 1"],
      ["answer 0", "answer 1", "answer 2"],
    ]) {
      const tape = await Cassette({ path });
      const texts: string[] = [];
      for (const _ of expected) texts.push((await tape.backend(live).complete(ask(undefined))).text);
      expect(texts).toEqual(expected);
      await tape.close();
    }
  });

  it.each([
    ["failed", new TransientError({ message: "down", fix: "" })],
    ["was filtered", { text: "I cannot", finishReason: "content_filter" as const }],
    ["came back empty", { text: " " }],
  ])("asks again what %s", async (_, bad) => {
    const path = fresh();
    const live = ScriptedBackend([bad, "fine"]);
    const first = await Cassette({ path });
    await first
      .backend(live)
      .complete(ask(0))
      .catch(() => {});
    expect(first.recorded).toBe(0);
    await first.close();
    const second = await Cassette({ path });
    expect((await second.backend(live).complete(ask(0))).text).toBe("fine");
    await second.close();
  });

  it("keeps an answer that does not say what it used", async () => {
    const path = fresh();
    const own = { ...ScriptedBackend([]), complete: async () => ({ text: "hi", toolCalls: [] }) as never };
    for (const expected of [
      { played: 0, recorded: 1 },
      { played: 1, recorded: 0 },
    ]) {
      const tape = await Cassette({ path });
      expect(await tape.backend(own).complete(ask(0))).toEqual({ text: "hi", toolCalls: [] });
      await tape.close();
      expect(tape).toMatchObject(expected);
    }
  });

  it.each([undefined, null, "text", {}, { text: 5, toolCalls: [] }])(
    "hands on what is no completion, and does not keep it: %j",
    async (answer) => {
      const tape = await Cassette({ path: fresh() });
      const own = { ...ScriptedBackend([]), complete: async () => answer as never };
      expect(await tape.backend(own).complete(ask(0))).toBe(answer);
      expect(tape.recorded).toBe(0);
      await tape.close();
    },
  );

  it("never calls a model in mode replay", async () => {
    const path = fresh();
    const tape = await Cassette({ path, mode: "replay" });
    const call = tape.backend(ScriptedBackend(() => expect.unreachable())).complete(ask(0));
    await expect(call).rejects.toMatchObject({ code: "cassette_miss", message: expect.stringContaining(path) });
    await tape.close();
  });

  it("leaves the file as it is in mode replay, for any number of players", async () => {
    const path = fresh();
    const tape = await Cassette({ path });
    await tape.backend(ScriptedBackend(["kept"])).complete(ask(0));
    await tape.close();
    await appendFile(path, '{"schema":"whileai-cass');
    await chmod(path, 0o444);
    const before = await readFile(path, "utf8");
    const players = await Promise.all([0, 1].map(() => Cassette({ path, mode: "replay" })));
    for (const player of players) {
      const agent = player.backend(ScriptedBackend([]));
      expect((await agent.complete(ask(0))).text).toBe("kept");
      for (let time = 0; time < 2; time++) {
        await expect(agent.complete(ask(0))).rejects.toThrow(/holds no further recording/);
      }
      await player.close();
    }
    expect(await readFile(path, "utf8")).toBe(before);
    const missing = await Cassette({ path: fresh(), mode: "replay" });
    await missing.close();
    await expect(access(`${folder}/tape-${files - 1}.jsonl`)).rejects.toThrow("ENOENT");
    await writeFile(`${path}.jsonl`, `nonsense\n${before}`);
    await expect(Cassette({ path: `${path}.jsonl`, mode: "replay" })).rejects.toThrow(/:1/);
  });

  it("says apart from a model's errors that an answer cannot be kept", async () => {
    const path = fresh();
    const tape = await Cassette({ path });
    await appendFile(path, "x\n");
    const call = tape.backend(ScriptedBackend(["paid"])).complete(ask(0));
    await expect(call).rejects.toMatchObject({ code: "cassette_unwritable", message: expect.stringContaining(path) });
    expect(tape.recorded).toBe(0);
    await tape.close();
  });

  it("says where calls go, as the backend does", async () => {
    const tape = await Cassette({ path: fresh() });
    expect(tape.backend({ ...ScriptedBackend([]), url: "http://localhost/v1" }).url).toBe("http://localhost/v1");
    await tape.close();
  });

  it("begins anew in mode record", async () => {
    const path = fresh();
    for (const word of ["old", "new"]) {
      const tape = await Cassette({ path, mode: "record" });
      await tape.backend(ScriptedBackend([word])).complete(ask(0));
      await tape.close();
    }
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("new");
  });

  it("goes on after a torn end, and refuses a file of something else", async () => {
    const path = fresh();
    const tape = await Cassette({ path });
    await tape.backend(ScriptedBackend(["kept"])).complete(ask(0));
    await tape.close();
    await appendFile(path, '{"schema":"whileai-cass');
    const again = await Cassette({ path, mode: "replay" });
    expect((await again.backend(ScriptedBackend([])).complete(ask(0))).text).toBe("kept");
    await again.close();
    const rows = fresh();
    await writeFile(rows, '{"scenario_id":"a","reward":1}\n');
    await expect(Cassette({ path: rows })).rejects.toThrow(/:1.*not a recorded model call/);
  });

  it("what a caller does to an answer does not reach the tape", async () => {
    const path = fresh();
    const tape = await Cassette({ path });
    const agent = tape.backend(ScriptedBackend([{ toolCalls: [{ name: "f", arguments: { a: 1 } }] }]));
    await agent.complete(ask(0));
    await tape.close();
    const again = await Cassette({ path });
    const first = await again.backend(ScriptedBackend([])).complete(ask(0));
    (first.toolCalls[0] as { arguments: Record<string, unknown> }).arguments.a = 2;
    await again.close();
    expect(await readFile(path, "utf8")).toContain('"a":1');
    expect(again.played).toBe(1);
  });
});

describe("requestKey", () => {
  it("depends on everything that is asked and on nothing else", () => {
    const backend = { provider: "openai", model: "m" };
    const base = requestKey(backend, ask(1));
    expect(requestKey(backend, { seed: 1, messages: [{ content: "Where is it?", role: "user" }] } as never)).toBe(base);
    expect(requestKey(backend, { ...ask(1), temperature: undefined } as never)).toBe(base);
    const others = [
      requestKey({ ...backend, model: "n" }, ask(1)),
      requestKey({ ...backend, provider: "vllm" }, ask(1)),
      requestKey(backend, ask(2)),
      requestKey(backend, ask(1, "Where?")),
      requestKey(backend, { ...ask(1), temperature: 0 }),
      requestKey(backend, { ...ask(1), tools: [{ name: "f", description: "", parameters: {} }] as never }),
      requestKey(backend, { ...ask(1), logprobs: true }),
    ];
    expect(new Set([base, ...others]).size).toBe(others.length + 1);
  });

  it("two requests have one key only when they are equal as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const key = (value: unknown) => requestKey({ provider: "p", model: "m" }, { messages: [value] } as never);
        const same = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(key(left) === key(right)).toBe(same);
      }),
    );
  });
});

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .sort(([left], [right]) => (left < right ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner), "o"])
      : value;

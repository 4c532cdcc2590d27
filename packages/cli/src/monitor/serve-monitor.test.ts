import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALARM_KINDS, HackMonitor, type HackMonitorOptions } from "@whileai/select";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { whileai } from "../__fixtures__/whileai.js";
import { readLines } from "./read-lines.js";
import { serveMonitor } from "./serve-monitor.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-monitor-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

const HELLO = `${JSON.stringify({ type: "hello", v: 1, config: { stopOn: ["divergence"] } })}\n`;
const evalLine = (step: number, proxy: number) =>
  `${JSON.stringify({
    type: "eval",
    step,
    rows: Array.from({ length: 12 }, (_, index) => ({ prompt: `h${index}`, completion: "Hi.", proxy, gold: 0.5 })),
  })}\n`;

async function serve(
  input: readonly (string | Uint8Array)[],
  options: { log?: string; longestLine?: number; config?: HackMonitorOptions } = {},
) {
  const sent: { type: string; [field: string]: unknown }[] = [];
  const notes: string[] = [];
  const session = await serveMonitor({
    config: {},
    input: chunks(...input),
    send: (line) => {
      sent.push(JSON.parse(line));
    },
    note: (text) => notes.push(text),
    ...options,
  });
  return { session, sent, notes, types: sent.map((reply) => reply.type) };
}

describe("readLines", () => {
  const read = async (parts: (string | Uint8Array)[], limit = 100) => {
    const lines = [];
    for await (const line of readLines(chunks(...parts), limit)) lines.push("text" in line ? line.text : line.tooLong);
    return lines;
  };

  test.each<[string, (string | Uint8Array)[], (string | number)[]]>([
    ["whole lines", ["a\nb\n"], ["a", "b"]],
    ["half lines", ["a", "b", "c\nd"], ["abc", "d"]],
    ["separators inside", ["a\u2028b\u0085c\r\n"], ["a\u2028b\u0085c\r"]],
    ["a character in two chunks", [Uint8Array.of(0xe2, 0x80), Uint8Array.of(0xa8, 0x0a)], ["\u2028"]],
    ["no UTF-8", [Uint8Array.of(0xff, 0x0a)], ["\uFFFD"]],
    ["too long", ["x".repeat(60), "x".repeat(60), "x\nok\n"], [121, "ok"]],
    ["just as long as allowed", [`${"x".repeat(100)}\n`], ["x".repeat(100)]],
    ["nothing", [], []],
  ])("%s", async (_, parts, lines) => {
    expect(await read(parts)).toEqual(lines);
  });
});

describe("serveMonitor", () => {
  test("answers, passes over bad and overlong lines, and ends on end", async () => {
    const { types, sent, session } = await serve(
      [HELLO, "{\n", `${"x".repeat(3000)}\n`, evalLine(0, 0.1), evalLine(10, 0.9), '{"type":"end"}\n', evalLine(20, 1)],
      { longestLine: 2000 },
    );
    expect(types).toEqual(["ready", "error", "error", "eval", "eval", "summary"]);
    expect(sent[2]).toMatchObject({ line: 3, message: expect.stringContaining("3000 bytes") });
    expect(sent[4]).toMatchObject({ stop: true });
    expect(session.status).toBe("ended");
  });

  test("waits until a reply is sent before it takes the next line", async () => {
    const order: string[] = [];
    async function* input(): AsyncGenerator<Uint8Array> {
      for (const line of [HELLO, evalLine(0, 0.1)]) {
        order.push("read");
        yield Buffer.from(line);
      }
    }
    await serveMonitor({
      config: {},
      input: input(),
      send: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("sent");
      },
      note: () => undefined,
    });
    expect(order).toEqual(["read", "sent", "read", "sent"]);
  });

  test("a log that was torn is mended and carried on", async () => {
    const log = join(folder, "run.jsonl");
    await serve([HELLO, "junk\n", evalLine(0, 0.1)], { log });
    await appendFile(log, '{"type":"eval","st');
    const { sent } = await serve([HELLO, evalLine(10, 0.9)], { log });
    expect(sent[1]).toMatchObject({ type: "eval", stop: true, alarms: [{ evidence: { since: 0 } }] });
    const kept = (await readFile(log, "utf8")).trimEnd().split("\n");
    expect(kept.map((line) => JSON.parse(line).type)).toEqual(["hello", "eval", "hello", "eval"]);
  });

  test("a log holds the options of both sides, and lines are counted from the stream's first", async () => {
    const log = join(folder, "run.jsonl");
    const config = { delta: 0.9 };
    const { session } = await serve([HELLO, evalLine(0, 0.1), evalLine(10, 0.9)], { log, config });
    expect(session.summary()?.alarms).toEqual([]);
    expect((await whileai("monitor", "--replay", log, "--json")).code).toBe(0);
    const { sent } = await serve([HELLO, "junk\n"], { log, config });
    expect(sent).toMatchObject([{ type: "ready" }, { type: "error", line: 2 }]);
    expect((await serve([HELLO], { log })).sent[0]).toMatchObject({
      message: expect.stringContaining("begun with other options (delta)"),
    });
  });

  test("a line that nests without end, or holds what JSON cannot write, does not end the log", async () => {
    const log = join(folder, "run.jsonl");
    const deep = `{"type":"log","step":1,"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`;
    const { types, notes } = await serve([HELLO, deep, '{"type":"log","step":1,"kl":1e999}\n', evalLine(0, 0.1)], {
      log,
    });
    expect([types, notes]).toEqual([["ready", "error", "error", "eval"], []]);
    expect((await readFile(log, "utf8")).trimEnd().split("\n")).toHaveLength(2);
  });

  test("another writer of the log is no reason to stop", async () => {
    const log = join(folder, "run.jsonl");
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(HELLO);
      await appendFile(log, "not ours\n");
      yield Buffer.from(evalLine(0, 0.1));
      yield Buffer.from(evalLine(10, 0.9));
    }
    const sent: string[] = [];
    const notes: string[] = [];
    await serveMonitor({
      config: {},
      input: input(),
      send: (line) => {
        sent.push(line);
      },
      note: (text) => notes.push(text),
      log,
    });
    expect(sent).toHaveLength(3);
    expect(notes).toEqual([expect.stringContaining("the log is not kept from here on")]);
  });
});

describe("whileai monitor", () => {
  test("--replay gives the summary of a log, with an exit code", async () => {
    const log = join(folder, "run.jsonl");
    const { session } = await serve([HELLO, evalLine(0, 0.1), evalLine(10, 0.9)], { log });
    const { code, out } = await whileai("monitor", "--replay", log);
    expect(code).toBe(1);
    expect(out).toBe(`${session.summary()}`);
    const json = await whileai("monitor", "--replay", log, "--json");
    expect(JSON.parse(json.out)).toEqual(session.summary()?.toJSON());
  });

  test("--replay of a run without alarms, and of one without evals", async () => {
    const [calm, empty] = [join(folder, "calm.jsonl"), join(folder, "empty.jsonl")];
    await serve([HELLO, evalLine(0, 0.1), evalLine(10, 0.1)], { log: calm });
    await serve([HELLO], { log: empty });
    expect((await whileai("monitor", "--replay", calm)).code).toBe(0);
    expect((await whileai("monitor", "--replay", empty)).code).toBe(2);
  });

  test("--replay of a file that is no log", async () => {
    const file = join(folder, "rows.jsonl");
    await writeFile(file, '{"prompt":"x"}\n');
    const { code, notes } = await whileai("monitor", "--replay", file);
    expect(code).toBe(64);
    expect(notes).toContain("no hello stands in this log");
  });

  test("--help lists every option of the monitor, and every alarm", async () => {
    const { out } = await whileai("monitor", "--help");
    const refused = (() => {
      try {
        return new HackMonitor({ nothing: 1 } as never);
      } catch (error) {
        return String(error);
      }
    })();
    const known = /Known options: (.*)\.$/.exec(String(refused))?.[1]?.split(", ") ?? [];
    expect(known).toContain("permutations");
    for (const name of known) expect(out, name).toMatch(new RegExp(`^ +${name} `, "m"));
    expect(out).toContain(`Alarms: ${ALARM_KINDS.join(", ")}.`);
  });

  test("--python prints the file for trainers", async () => {
    const { code, out } = await whileai("monitor", "--python");
    expect(code).toBe(0);
    expect(out).toMatch(/^"""Connects a Python trainer/);
    expect(out).toContain("class Monitor:");
  });

  test.each([
    [[], "name one of"],
    [["--stdio", "--python"], "name one of"],
    [["--python", "--log", "x.jsonl"], "--config and --log go with --stdio"],
    [["--replay", "run.jsonl", "--config", "c.json"], "--config and --log go with --stdio"],
    [["--stdio", "--config", "missing.json"], "cannot be read as JSON"],
  ])("refuses %j", async (words, problem) => {
    const { code, notes } = await whileai("monitor", ...words);
    expect(code).toBe(64);
    expect(notes).toContain(problem);
  });

  test("refuses options that are no object", async () => {
    const config = join(folder, "config.json");
    await writeFile(config, "[1]");
    expect((await whileai("monitor", "--stdio", "--config", config)).notes).toContain("must be an object");
  });
});

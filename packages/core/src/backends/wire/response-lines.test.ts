import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responseLines } from "./response-lines.js";

const site = { label: "Test()", origin: "http://127.0.0.1", key: { value: null, source: "none" } };

async function linesOf(body: ReadableStream<Uint8Array> | string, timeoutMs = 5000, signal?: AbortSignal) {
  const lines: unknown[] = [];
  for await (const line of responseLines(new Response(body), { site, timeoutMs, signal })) lines.push(line);
  return lines;
}

const streamOf = (chunks: readonly Uint8Array[], isClosed = true): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (isClosed) controller.close();
    },
  });

describe("responseLines", () => {
  it("gives the same objects wherever the pieces end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: "binary" }) })),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
        fc.boolean(),
        async (objects, sizes, endsInNewline) => {
          const text = objects.map((object) => JSON.stringify(object)).join("\n") + (endsInNewline ? "\n" : "");
          let rest = new TextEncoder().encode(text);
          const chunks: Uint8Array[] = [];
          for (const size of sizes) {
            chunks.push(rest.subarray(0, size));
            rest = rest.subarray(size);
          }
          expect(await linesOf(streamOf([...chunks, rest]))).toEqual(JSON.parse(JSON.stringify(objects)));
        },
      ),
    );
  });

  it.each([
    ["a web page", "<!doctype html><p>Sign in", "web page"],
    ["half an object", '{"a":', "no JSON object"],
    ["a list", "[1]", "no JSON object"],
  ])("refuses %s", async (_, body, words) => {
    await expect(linesOf(body)).rejects.toThrow(words);
  });

  it("skips blank lines, and takes nothing for nothing", async () => {
    expect(await linesOf('\n{"a":1}\r\n\n')).toEqual([{ a: 1 }]);
    expect(await linesOf("")).toEqual([]);
  });

  it("waits for a slow server although the longest wait is more than a timer can hold", async () => {
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        controller.enqueue(new TextEncoder().encode('{"a":1}\n'));
        controller.close();
      },
    });
    expect(await linesOf(slow, 2 ** 40)).toEqual([{ a: 1 }]);
  });

  it("ends when the server falls silent, and at an abort", async () => {
    const half = new TextEncoder().encode('{"a":1}\n{"b":');
    await expect(linesOf(streamOf([half], false), 20)).rejects.toMatchObject({ code: "transient_failure" });
    const ending = new AbortController();
    const reading = linesOf(streamOf([half], false), 5000, ending.signal);
    ending.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });
});

import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "./line-reader.js";

const read = async (chunks: readonly Buffer[], limit: number): Promise<{ lines: string[]; tooLong: number }> => {
  const stream = new PassThrough();
  const lines: string[] = [];
  let tooLong = 0;
  readLines(
    stream,
    limit,
    (line) => lines.push(line.toString("utf8")),
    () => tooLong++,
  );
  for (const chunk of chunks) stream.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  return { lines, tooLong };
};

it("gives the same lines however the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string().map((text) => text.replaceAll("\n", ""))),
      fc.integer({ min: 1, max: 9 }),
      async (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect((await read(chunks, 1000)).lines).toEqual(texts.map((text) => Buffer.from(text).toString("utf8")));
      },
    ),
    { numRuns: 50 },
  );
});

it("stops at a line beyond the limit, and says so once", async () => {
  const found = await read(
    [Buffer.from("ok\n"), Buffer.from("x".repeat(6)), Buffer.from("x".repeat(6)), Buffer.from("\nlate\n")],
    10,
  );
  expect(found).toEqual({ lines: ["ok"], tooLong: 1 });
});

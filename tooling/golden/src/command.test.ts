import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { goldenCommand } from "./command.js";
import { runFixtures } from "./run-fixtures.js";

let root: string;
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const run = (...words: string[]) => goldenCommand(words, root, root);

const DOUBLING_RUNNER = `export const runner = {
  files: ["math/double.json"],
  run: (content) => content.cases.map(({ id, input, expected }) =>
    input * 2 === expected ? { id, status: "passed" } : { id, status: "failed", detail: "got " + input * 2 }),
};`;
const doubling = (...expected: number[]) =>
  JSON.stringify({ cases: expected.map((value, index) => ({ id: `double/${index}`, input: index, expected: value })) });

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), "golden-")), "repo");
  put("packages/maths/golden/double.golden.ts", DOUBLING_RUNNER);
  put("packages/maths/golden/__fixtures__/math/double.json", doubling(0, 2));
  put("packages/bare/package.json", "{}");
});
afterEach(() => rmSync(dirname(root), { recursive: true }));

describe("goldenCommand", () => {
  test("passes, fails and lists what is pending", async () => {
    put("vectors/math/double.json", doubling(0, 2, 5));
    put("vectors/math/README.md", "formats");
    put("vectors/README.md", "formats");
    put("vectors/math/shapes/a.jsonl", '{"a":1}\n');
    const { code, output, remarks } = await run("vectors");
    expect(output.split("\n")).toEqual([
      "math/double.json 2 passed, 1 failed",
      "  failed double/2: got 4",
      "math/shapes/a.jsonl pending: no runner reads it",
      "2 passed, 1 failed, 1 pending",
    ]);
    expect({ code, remarks }).toEqual({ code: 1, remarks: [] });
  });

  test("a case that one runner leaves to another is pending only while none answers it", async () => {
    put(
      "packages/bare/golden/halving.golden.ts",
      `export const runner = {
         files: ["math/double.json"],
         run: (content) => [...content.cases.map(({ id }) => ({ id, status: "pending", detail: "of maths" })),
           { id: "double/9", status: "pending", detail: "of nobody" }],
       };`,
    );
    put("vectors/math/double.json", doubling(0, 2));
    const { output } = await run("vectors");
    expect(output).toContain("math/double.json 2 passed, 0 failed, 1 pending");
    expect(output).toContain("pending double/9: of nobody");
  });

  test("prefers the vectors beside the repository and says when they are absent", async () => {
    const absent = await run();
    expect(absent).toMatchObject({
      code: 0,
      output: "math/double.json 2 passed, 0 failed\n2 passed, 0 failed, 0 pending",
    });
    expect(absent.remarks).toEqual(["../shared/golden is not there: running the fixtures that are checked in"]);
    put("../shared/golden/math/double.json", doubling(1));
    expect(await run()).toMatchObject({ code: 1, remarks: [] });
  });

  test.each(["double", "math", "math/", "math/double", "math/double.json"])("--only %s", async (name) => {
    put("vectors/math/double.json", doubling(0));
    put("vectors/text/upper.json", "[]");
    expect((await run("vectors", "--only", name)).output).toBe(
      "math/double.json 1 passed, 0 failed\n1 passed, 0 failed, 0 pending",
    );
    expect((await run("vectors", `--only=${name}`)).code).toBe(0);
  });

  test("--json prints the outcomes", async () => {
    const { output } = await run("--json");
    expect(JSON.parse(output)).toEqual({
      passed: 2,
      failed: 0,
      pending: 0,
      files: [{ file: "math/double.json", passed: 2, failed: [], pending: [] }],
    });
  });

  test.each([
    [["--jsn"], "unknown flag --jsn; did you mean --json?"],
    [["--only", "dubble"], "--only dubble matches no vector file; did you mean double?"],
    [["--only"], "--only needs the name of a vector file"],
    [["nowhere"], "nowhere is not there"],
    [["packages/bare/empty"], "packages/bare/empty holds no vector file"],
    [["a", "b"], "one folder at a time: a or b"],
  ])("%j is wrong usage", async (words, complaint) => {
    mkdirSync(join(root, "packages/bare/empty"));
    expect(await run(...words)).toEqual({ code: 64, output: "", remarks: [`golden: ${complaint}`] });
  });

  test("a runner that breaks, ends early or is no runner fails by name", async () => {
    put("packages/maths/golden/broken.golden.ts", `throw new Error("no luck");`);
    put(
      "packages/maths/golden/hollow.golden.ts",
      `export const runner = { files: ["math/double.json"], run: () => [] };`,
    );
    put("packages/maths/golden/other.golden.ts", `export const runner = 3;`);
    const { code, output } = await run("--only", "double");
    expect(code).toBe(1);
    expect(output).toContain("failed maths/broken.golden.ts: cannot be loaded: no luck");
    expect(output).toContain("failed maths/other.golden.ts: cannot be loaded: it has no export `runner`");
    expect(output).toContain("failed math/double.json: maths/hollow.golden.ts ran no case");
    expect(output).toContain("2 passed, 3 failed, 0 pending");
  });

  test("folders, lines, texts and shared inputs reach the runner", async () => {
    put(
      "packages/bare/golden/shapes.golden.ts",
      `const show = (value) => value instanceof Map ? [...value] : value;
       export const runner = {
         files: ["export/tree/", "export/rows.jsonl", "export/note.txt", "export/gone.json"],
         inputs: ["export/input.json"],
         run: (content, file, context) =>
           [{ id: file, status: "pending", detail: JSON.stringify([show(content), context.read("export/input.json")]) }],
       };`,
    );
    put("vectors/export/tree/deep/a.py", "x = 1");
    put("vectors/export/tree/README.md", "kept: it is part of the shape");
    put("vectors/export/rows.jsonl", '{"a":1}\n\n[2]\n');
    put("vectors/export/note.txt", "hi");
    put("vectors/export/input.json", "7");
    const { output } = await run("vectors", "--only", "export");
    expect(output).toContain('[[["README.md","kept: it is part of the shape"],["deep/a.py","x = 1"]],7]');
    expect(output).toContain('[[{"a":1},[2]],7]');
    expect(output).toContain('["hi",7]');
    expect(output).toContain("the folder does not have it");
    expect(output).not.toContain("export/input.json pending");
  });
});

test("runFixtures runs a package's own vectors", async () => {
  expect(await runFixtures(pathToFileURL(join(root, "packages/maths/golden/")))).toEqual([
    { file: "math/double.json", passed: 2, failed: [], pending: [] },
  ]);
});

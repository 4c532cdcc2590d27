import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError, runOne } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSpec } from "./load-spec.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "constitution-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(ending: "yaml" | "md", text: string) {
  const path = join(folder, `spec.${ending}`);
  await writeFile(path, text);
  return loadSpec(path);
}

describe("a constitution in YAML", () => {
  it("has every value as it is written", async () => {
    const ids = [
      "007",
      "7",
      "1.10",
      "1_000",
      "0x1F",
      "1e3",
      "no",
      "true",
      "2020-01-01",
      "12345678901234567890",
      "__proto__",
    ];
    const traits = ids.map((id) => `- {id: ${id}, principle: ${id}}`).join("\n");
    const spec = await load("yaml", `id: 0x10\nversion: 1.10\ntraits:\n${traits}`);
    expect(spec).toMatchObject({ id: "0x10", version: "1.10" });
    expect(spec.behaviors()).toEqual(ids);
    expect(spec.traits.map(({ principle }) => principle)).toEqual(ids);
  });

  it("has texts for replies, and nothing where there is nothing", async () => {
    const spec = await load(
      "yaml",
      "traits:\n- principle: sums\n  id: ~\n  examples:\n  - {prompt: 2+2?, good: 4, bad: [5, no]}\n- principle: x\n  examples:",
    );
    expect(spec.traits[0]).toMatchObject({ id: "trait_0", examples: [{ good: ["4"], bad: ["5", "no"] }] });
    expect(spec.traits[1]?.examples).toEqual([]);
  });

  it.each([
    ["a tag of its own", "traits:\n- !secret p", "the tag !secret means nothing here"],
    ["a tag of another type", "traits:\n- id: !!int '7'\n  principle: p", "the tag tag:yaml.org,2002:int"],
    ["a set", "traits: !!set {a, b}", "the tag tag:yaml.org,2002:set"],
    ["an alias", "traits:\n- &a {id: x, principle: p}\n- *a", "the alias *a"],
    ["a merged mapping", "traits:\n- <<: {principle: p}\n  id: x", 'unknown key "<<"'],
    ["two documents", "traits: [a]\n---\ntraits: [b]", "multiple documents"],
    ["a key given twice", "traits: [a]\ntraits: [b]", "unique"],
    ["a bomb of aliases", `a: &a [x]\nb: &b [*a, *a]\ntraits: [*b, *b]`, "the alias *a"],
    ["brackets without end", `traits: ${"[".repeat(5000)}`, "is not YAML"],
  ])("is refused with %s", async (_, text, message) => {
    await expect(load("yaml", text)).rejects.toThrow(OptionError);
    await expect(load("yaml", text)).rejects.toThrow(message);
  });
});

describe("a constitution in Markdown", () => {
  it.each([
    ["## Answer in C#", "Answer in C#"],
    ["## Kind ##", "Kind"],
    ["## Kind ##  ", "Kind"],
    ["##   Kind  ", "Kind"],
    ["##\tKind", "Kind"],
    ["  ## Kind", "Kind"],
    ["## Kind {#a b}", "a b"],
    ["## Kind (must) {#__proto__} ##", "__proto__"],
  ])("reads the heading %j", async (heading, id) => {
    expect((await load("md", `${heading}\nbe kind`)).traits).toMatchObject([{ id, principle: "be kind" }]);
  });

  it("knows blocks of code by their fences, whatever stands in them", async () => {
    const text = [
      "## A",
      "use ```code``` like this",
      "````md",
      "```yaml",
      "## not a heading",
      "```",
      "````",
      "~~~yaml title=labels",
      "examples:",
      "- prompt: p",
      "  good: |",
      "    ```",
      "    x",
      "    ```",
      "~~~",
      "## B",
      "b",
    ].join("\n");
    const [a, b] = (await load("md", text)).traits;
    expect(a?.principle).toBe(text.split("\n").slice(1, 7).join("\n"));
    expect(a?.examples).toEqual([{ prompt: "p", good: ["```\nx\n```\n"], bad: [] }]);
    expect(b).toMatchObject({ id: "B", principle: "b" });
  });

  it("reads a list without headings, but not what stands in code", async () => {
    const { traits } = await load("md", "---\n---\nSome rules:\n```\n- not one\n```\n- one\n  and more\n* two");
    expect(traits.map(({ principle }) => principle)).toEqual(["one and more", "two"]);
  });

  it.each([
    ["a block of code without an end", "## A\nx\n```js\ncode\n## B\ny", "without an end, which opens with ```js"],
    ["a block that another kind of fence would end", "## A\nx\n~~~\ncode\n```\n## B\ny", "without an end"],
    ["traits in the front matter too", "---\ntraits: [z]\n---\n## A\nx", "the front matter` holds `traits`"],
    ["examples before the first heading", "```yaml\nexamples: []\n```\n## A\nx", "under no heading"],
    ["examples below a list", "- a\n```yaml\nexamples: []\n```", "under no heading"],
  ])("is refused with %s", async (_, text, message) => {
    await expect(load("md", text)).rejects.toThrow(OptionError);
    await expect(load("md", text)).rejects.toThrow(message);
  });
});

describe("labels", () => {
  const labelled = (...examples: object[]) => loadSpec({ traits: [{ id: "a", principle: "p", examples }] });
  const hi = { prompt: "hi", good: ["x"], bad: ["y"] };

  it.each([
    ["good and bad", [{ ...hi, bad: [" x "] }], "both good and bad"],
    ["good and bad in two examples", [hi, { prompt: "hi ", good: ["y"] }], "both good and bad"],
    ["twice", [{ ...hi, good: ["x", "x"] }], "labels one reply twice good"],
    ["twice in two examples", [hi, { prompt: "hi", bad: ["y"] }], "labels one reply twice bad"],
    ["twice, written otherwise", [{ prompt: "hi", good: ["caf\u00e9", "cafe\u0301"] }], "twice good"],
  ])("of one reply: %s is refused", async (_, examples, message) => {
    await expect(labelled(...examples)).rejects.toThrow(message);
  });

  it("may differ between prompts, and between what came before", async () => {
    const before = [{ role: "system", content: "s" }];
    const spec = await labelled(
      hi,
      { prompt: "ho", good: ["y"], bad: ["x"] },
      { ...hi, prefix: before, good: ["y"], bad: ["x"] },
    );
    expect(spec.labelledRows()).toHaveLength(6);
  });
});

describe("a constitution from an object", () => {
  it("stays what it was when the object changes", async () => {
    const good = ["x"];
    const source = { file: "f" };
    const spec = await loadSpec({
      source,
      traits: [{ principle: "p", examples: [{ prompt: "hi", good, bad: ["y"] }] }],
    });
    good.push("z");
    source.file = "g";
    expect(spec.labelledRows()).toHaveLength(2);
    expect(spec.source).toEqual({ file: "f" });
    expect(() => (spec.traits as unknown[]).push({})).toThrow(TypeError);
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each([
    ["a circle", { traits: ["a"], source: circular }, "`source.self` is no plain JSON: a value that contains itself"],
    ["a bigint", { id: 7n, traits: ["a"] }, "`id` is no plain JSON: the bigint 7"],
    [
      "a field that throws",
      {
        get traits(): never {
          throw new Error("no reading");
        },
      },
      "it cannot be read (Error: no reading)",
    ],
  ])("is refused with %s", async (_, document, message) => {
    await expect(loadSpec(document as never)).rejects.toThrow(OptionError);
    await expect(loadSpec(document as never)).rejects.toThrow(message);
  });
});

describe("the judge of a constitution with five hundred traits", () => {
  const ids = ["__proto__", "constructor", "a b", ...Array.from({ length: 497 }, (_, index) => `t${index}`)];
  const traits = ids.map((id) => ({ id, principle: `keep ${id}` }));

  it("writes a marker for each, whatever its id", async () => {
    const spec = await loadSpec({ traits });
    const principles = Object.fromEntries(ids.map((_, at) => [String(at + 1), at % 3 === 0 ? null : at % 3 === 1]));
    const backend = ScriptedBackend(() => JSON.stringify({ reason: "r", principles }));
    const { judge_meta, judge_status } = await runOne({ final_text: "x" }, spec.judge({ model: backend }));
    expect(judge_status).toBe("ok");
    expect(new Map(Object.entries(judge_meta.markers as object))).toEqual(
      new Map(ids.map((id, at) => [id, at % 3 === 0 ? null : Number(at % 3 === 1)])),
    );
  });

  it("asks again about as many as it asked about", async () => {
    const spec = await loadSpec({ traits });
    const backend = ScriptedBackend(["Hm.", '{"reason": "r", "principles": {"1": true}}']);
    const row = { final_text: "x", scenario_dimensions: { trait: "a b" } };
    expect((await runOne(row, spec.judge({ model: backend }))).reward).toBe(1);
    expect(JSON.stringify(backend.requests)).not.toContain("500");
  });
});

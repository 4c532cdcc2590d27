import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JudgeError, OptionError, type Row, runOne } from "@whileai/core";
import { afterAll, describe, expect, it } from "vitest";
import { grade } from "../grade/grade.js";
import { verifierFromModule } from "./verifier-from-module.js";

const MODULE = new URL("./__fixtures__/judges.mjs", import.meta.url);
const verifier = verifierFromModule(MODULE, { threads: 2 });
const reply = (final_text: string): Row => ({ scenario_id: final_text, final_text });
afterAll(() => verifier.close());

describe("verifierFromModule", () => {
  it("judges in a thread, with a name and a version that stands for the module's text", async () => {
    const { rows } = await grade([reply("yes"), reply("no")], verifier);
    expect(rows.map((row) => row.reward)).toEqual([1, 0]);
    expect(rows[0]).toMatchObject({
      judge_name: "judges",
      judge_meta: { verifier: "judges", scorer_kind: "rule" },
      lineage: { judge_version: verifier.version },
    });
    expect(verifier.version).toMatch(/^[0-9a-f]{12}$/);
  });

  it.each(["loop", "pattern", "tower"])("ends a row that hangs in a %s, and that row alone", async (hang) => {
    const { rows } = await grade([reply("yes"), reply(hang), reply("no"), reply("yes")], verifier, {
      limits: { timeoutMs: 200, concurrency: 2 },
    });
    expect(rows.map((row) => row.judge_status)).toEqual(["ok", "timeout", "ok", "ok"]);
    expect(rows.map((row) => row.reward)).toEqual([1, null, 0, 1]);
  });

  it.each([
    ["exit", "ended by itself (exit code 3)"],
    ["memory", "memory limit"],
    ["throw", "RangeError: cannot judge this"],
    ["function", "could not be cloned"],
  ])("%s is an error of its row", async (what, cause) => {
    const small = verifierFromModule(MODULE, { threads: 1 });
    const { rows } = await grade([reply(what), reply("yes")], small);
    small.close();
    expect(rows[0]).toMatchObject({ reward: null, judge_status: "error" });
    expect(rows[0]?.judge_meta?.error).toContain(cause);
    expect(rows[1]?.reward).toBe(1);
  });

  it("does not let a row end another with what it leaves behind", async () => {
    const one = verifierFromModule(MODULE, { threads: 1 });
    const given = ["stray", "slow", "slow", "yes"].map(reply);
    const { rows } = await grade(given, one, { limits: { concurrency: 1 } });
    one.close();
    expect(rows.map((row) => row.reward)).toEqual([1, 1, 1, 1]);
  });

  it("does not take for a verdict what the module says on the thread's own port", async () => {
    const one = verifierFromModule(MODULE, { threads: 1 });
    const { rows } = await grade(["chatter", "yes", "no", "yes"].map(reply), one, { limits: { concurrency: 1 } });
    one.close();
    expect(rows.map((row) => row.reward)).toEqual([0, 1, 0, 1]);
  });

  it("J10: 99 of 100 rows are graded, whatever the hundredth does", async () => {
    const given = Array.from({ length: 100 }, (_, index) => reply(index === 7 ? "loop" : "yes"));
    const { rows, report } = await grade(given, verifier, { limits: { timeoutMs: 200, concurrency: 2 } });
    expect(report).toMatchObject({ graded: 99, passed: 99, unjudged: { timeout: 1, error: 0 } });
    expect(rows[7]).toMatchObject({ judge_status: "timeout", judge_meta: { timeout_s: 0.2 } });
  });

  it("has a deadline of its own, also where it is called alone", async () => {
    const quick = verifierFromModule(MODULE, { timeoutMs: 50, name: "quick" });
    expect(await quick(reply("loop"))).toEqual({
      reward: null,
      judge_status: "timeout",
      judge_meta: { verifier: "quick", timeout_s: 0.05 },
    });
    quick.close();
    expect(await quick(reply("yes"))).toEqual({ reward: true, judge_meta: { verifier: "quick" } });
    quick[Symbol.dispose]();
  });

  it("does not let a row wait behind what an earlier one left running", async () => {
    const one = verifierFromModule(MODULE, { threads: 1 });
    const { rows } = await grade([reply("later"), reply("yes"), reply("no")], one, { limits: { concurrency: 1 } });
    one.close();
    expect(rows.map((row) => row.reward)).toEqual([1, 1, 0]);
  });

  it("waits for a free thread without losing time", async () => {
    const one = verifierFromModule(MODULE, { threads: 1 });
    const given = Array.from({ length: 6 }, (_, index) => reply(index < 3 ? "loop" : "yes"));
    const { rows } = await grade(given, one, { limits: { timeoutMs: 250, concurrency: 6 } });
    one.close();
    expect(rows.map((row) => row.judge_status)).toEqual(["timeout", "timeout", "timeout", "ok", "ok", "ok"]);
  });

  it("ends what it does when the caller gives up, in a thread or before one", async () => {
    const one = verifierFromModule(MODULE, { threads: 1 });
    await one.prepare();
    const caller = new AbortController();
    const all = ["loop", "loop"].map((what) => runOne(reply(what), one, { signal: caller.signal }));
    setTimeout(() => caller.abort(), 20);
    expect((await Promise.all(all)).map(({ judge_meta }) => judge_meta.error_code)).toEqual(["aborted", "aborted"]);
    await expect(one(reply("yes"), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    expect(await one(reply("yes"))).toMatchObject({ reward: true });
    one.close();
  });

  it("takes exports by name, judges that are objects, and factories", async () => {
    const named = verifierFromModule(MODULE, { export: "named", version: "7" });
    const made = verifierFromModule(MODULE.pathname, { export: "nested.make", options: { word: "maybe" } });
    expect(named.name).toBe("named");
    expect(await named(reply("yes"))).toEqual({
      reward: 0.5,
      reason: "looked at it",
      judge_meta: { verifier: "named", seen: 1 },
    });
    await named.prepare();
    expect(named.version).toBe("7");
    expect(await made(reply("maybe"))).toMatchObject({ reward: 1 });
    await made.prepare();
    expect(made.version).not.toBe(verifier.version);
    named.close();
    made.close();
  });

  it("loads a module from a data URL", async () => {
    const inline = verifierFromModule("data:text/javascript,export default () => 'pass'");
    const { rows } = await grade([reply("yes")], inline);
    inline.close();
    expect(rows[0]).toMatchObject({ judge_name: "module", judge_status: "invalid_result" });
    expect(inline.version).toMatch(/^[0-9a-f]{12}$/);
  });

  it("has no version for options whose differences JSON does not hold", async () => {
    const url = "data:text/javascript,export default ({ word }) => (row) => word.test(row.final_text)";
    const matching = verifierFromModule(url, { options: { word: /a/ } });
    expect((await grade([{ final_text: "a" }, { final_text: "b" }], matching)).rows.map((row) => row.reward)).toEqual([
      1, 0,
    ]);
    expect(matching.version).toBeUndefined();
    await expect(grade([{ final_text: "a" }], matching, { resume: true })).rejects.toThrow(
      "needs a judge with a version",
    );
    matching.close();
  });

  it("has another version, and other threads, once the file has changed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "whileai-module-"));
    const path = join(folder, "verifier.mjs");
    await writeFile(path, "export default () => 1");
    const changing = verifierFromModule(path);
    const first = await grade([reply("x")], changing);
    const { version } = changing;
    await writeFile(path, "export default () => 0");
    const second = await grade([reply("x")], changing);
    changing.close();
    await rm(folder, { recursive: true });
    expect([first.rows[0]?.reward, second.rows[0]?.reward]).toEqual([1, 0]);
    expect(changing.name).toBe("verifier");
    expect(changing.version).not.toBe(version);
  });

  it.each([
    [new URL("./missing.mjs", MODULE), {}, "missing.mjs"],
    [MODULE, { export: "nothing" }, "the export is not there"],
    [MODULE, { export: "nested" }, "no function and no judge"],
    [MODULE, { export: "nested", options: {} }, "no function that takes options"],
    [MODULE, { export: "nested.make", options: { word: () => 1 } }, "could not be cloned"],
    ["a-package-that-nobody-has", {}, "a-package-that-nobody-has"],
    ["data:text/javascript,process.exit(0)", {}, "exit code 0"],
  ])("throws before the first row what cannot be loaded: %s %j", async (url, options, message) => {
    const broken = verifierFromModule(url, options);
    const graded = grade([reply("yes")], broken);
    await expect(graded).rejects.toThrow(JudgeError);
    await expect(graded).rejects.toThrow(message);
  });

  it("refuses options and paths that cannot be right", () => {
    expect(() => verifierFromModule("./judges.mjs")).toThrow(/new URL\("\.\/verifier\.js", import\.meta\.url\)/);
    expect(() => verifierFromModule(5 as never)).toThrow(OptionError);
    expect(() => verifierFromModule(MODULE, { exports: "x" } as never)).toThrow("Did you mean `export`");
    expect(() => verifierFromModule(MODULE, { threads: 0 })).toThrow("threads");
  });
});

import assert from "node:assert/strict";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Row } from "../../packages/core/src/index.js";
import { compareRuns, passAt } from "../../packages/stats/src/index.js";
import {
  inspectRowStream,
  inspectRows,
  lmEvalRowStream,
  lmEvalRows,
  promptfooRows,
  readResults,
  vitestEvalsRows,
} from "../../packages/stats/src/interop/index.js";

// Each tool ran for real (see the lane); here its own aggregates are held against ours.
const out = process.env.OTHER_TOOLS_OUT ?? "";
const skip = out === "" ? "OTHER_TOOLS_OUT names no folder of results" : false;
const bytes = (...path: string[]) => readFileSync(join(out, ...path));
const json = (...path: string[]) => JSON.parse(bytes(...path).toString());

const TOLERANCE = 1e-9;
function same(ours: number | null | undefined, theirs: number, what: string) {
  assert.ok(typeof ours === "number" && Math.abs(ours - theirs) <= TOLERANCE, `${what}: ${ours} here, ${theirs} there`);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rewards = (rows: readonly Row[]) =>
  rows.map(({ reward }) => reward).filter((reward) => reward !== null) as number[];

const gain = (before: readonly Row[], after: readonly Row[]) =>
  Number(passAt(after).passAt1) - Number(passAt(before).passAt1);

test("Inspect: every log format gives the accuracy of the log itself", { skip }, () => {
  const aggregates = json("inspect", "aggregates.json");
  assert.deepEqual(Object.keys(aggregates).sort(), [
    "after.eval",
    "after.json",
    "before.eval",
    "before.json",
    "chunked.eval",
  ]);
  for (const [name, { samples, completed, scores }] of Object.entries<{
    samples: number;
    completed: number;
    scores: Record<string, Record<string, number>>;
  }>(aggregates)) {
    const { rows, report } = inspectRows(bytes("inspect", name), { name });
    assert.equal(rows.length, samples);
    assert.deepEqual([report.nScored, report.nUnscored, report.nSkipped], [completed, samples - completed, 0]);
    same(passAt(rows).passAt1, scores.includes?.accuracy ?? Number.NaN, `${name} accuracy`);
    for (const [scorer, metric] of [
      ["style/brief", "brief"],
      ["style/length", "length"],
    ] as const) {
      const read = inspectRows(bytes("inspect", name), { scorer });
      same(passAt(read.rows).meanReward, scores[metric]?.mean ?? Number.NaN, `${name} ${scorer}`);
    }
    const broken = rows.filter(({ reward }) => reward === null);
    assert.deepEqual(
      broken.map((row) => [row.scenario_id, row.rollout_index, row.judge_status]),
      [["sums/three", 1, "error"]],
    );
    const call = rows.flatMap(({ steps }) => steps ?? []).find(({ tool }) => tool === "add");
    assert.deepEqual([call?.arguments, call?.result], [{ left: 1, right: 1 }, "2"]);
  }
});

test("Inspect: a stream gives the same rows, and chunked samples those of whole ones", { skip }, async () => {
  const whole = inspectRows(bytes("inspect", "before.eval"), { name: "log" });
  const streamed: Row[] = [];
  const stream = inspectRowStream(bytes("inspect", "before.eval"), { name: "log" });
  for await (const row of stream) streamed.push(row);
  assert.deepEqual(streamed, whole.rows);
  assert.deepEqual(stream.report().toJSON(), whole.report.toJSON());
  const byRollout = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [`${row.scenario_id}#${row.rollout_index}`, row]));
  assert.deepEqual(
    byRollout(inspectRows(bytes("inspect", "chunked.eval"), { name: "log" }).rows),
    byRollout(whole.rows),
  );
});

test("Inspect: two runs compare", { skip }, () => {
  const [before, after] = ["before.eval", "after.json"].map(
    (name) => readResults(bytes("inspect", name), { name }).rows,
  );
  const comparison = compareRuns(before ?? [], after ?? [], { minPaired: 2 });
  assert.equal(comparison.nPaired, 3);
  same(comparison.delta, gain(before ?? [], after ?? []), "difference");
});

interface PromptfooPrompt {
  provider: string;
  label: string;
  metrics: {
    testPassCount: number;
    testFailCount: number;
    testErrorCount: number;
    score: number;
    namedScores: Record<string, number>;
  };
}

test("promptfoo: pass rate, score and metrics of every provider and prompt", { skip }, () => {
  const results = json("promptfoo", "out.json");
  const prompts: PromptfooPrompt[] = results.results.prompts;
  assert.equal(prompts.length, 6);
  for (const { provider, label, metrics } of prompts) {
    const { rows, report } = promptfooRows(bytes("promptfoo", "out.json"), { provider, prompt: label });
    const { testPassCount, testFailCount, testErrorCount } = metrics;
    assert.equal(report.runs.length, 1);
    assert.deepEqual(
      [report.nTasks, report.nScored, report.nUnscored],
      [4, testPassCount + testFailCount, testErrorCount],
    );
    same(mean(rewards(rows)), testPassCount / (testPassCount + testFailCount), `${provider} ${label}`);
    for (const name of ["has_word", "brevity"]) {
      const read = promptfooRows(bytes("promptfoo", "out.json"), { provider, prompt: label, reward: name });
      same(
        rewards(read.rows).reduce((sum, value) => sum + value, 0),
        metrics.namedScores[name] ?? Number.NaN,
        name,
      );
    }
    // Where no call failed every test has all its repeats, and the mean of tests is that of calls.
    const whole = rows.filter(({ scenario_id }) => scenario_id !== "word=broken");
    same(passAt(whole).passAt1, mean(rewards(whole)), "pass@1");
    assert.equal(passAt(whole).k, 4);
  }
  const all = promptfooRows(results);
  assert.equal(all.report.runs.length, 6);
  assert.equal(
    all.rows.length,
    results.results.stats.successes + results.results.stats.failures + results.results.stats.errors,
  );
});

test("promptfoo: JSON lines are read alike, and two providers compare", { skip }, () => {
  const lines = readResults(bytes("promptfoo", "out.jsonl"), { name: "out.jsonl" });
  assert.equal(lines.report.format, "promptfoo");
  assert.equal(lines.report.nTasks, 4);
  assert.equal(lines.rows.length, promptfooRows(bytes("promptfoo", "out.json")).rows.length);
  const [loud = [], quiet = []] = ["loud", "quiet"].map(
    (provider) => promptfooRows(bytes("promptfoo", "out.json"), { provider, prompt: "polite" }).rows,
  );
  const comparison = compareRuns(loud, quiet, { minPaired: 2 });
  assert.equal(comparison.outcome === "better" || comparison.outcome === "no difference shown", true);
  same(comparison.delta, 1, "difference");
});

test("vitest-evals: passed tests, and the means of judges", { skip }, () => {
  for (const generosity of [2, 4]) {
    const name = `report-${generosity}.json`;
    const report = json("vitest-evals", name);
    const { rows, report: reading } = vitestEvalsRows(bytes("vitest-evals", name), { name });
    const failedHarness = 1;
    assert.equal(reading.nScored, report.numPassedTests + report.numFailedTests - failedHarness);
    assert.equal(reading.nUnscored, failedHarness);
    assert.equal(reading.nSkipped, report.numPendingTests);
    same(
      mean(rewards(rows)),
      report.numPassedTests / (report.numPassedTests + report.numFailedTests - failedHarness),
      name,
    );
    for (const judge of ["Approved", "avgScore"]) {
      const theirs = report.testResults
        .flatMap(({ assertionResults }: { assertionResults: unknown[] }) => assertionResults)
        .map(
          ({ meta }: { meta: { eval?: { avgScore: number; scores: { name: string; score: number }[] } } }) => meta.eval,
        )
        .filter(Boolean)
        .map((found: { avgScore: number; scores: { name: string; score: number }[] }) =>
          judge === "avgScore" ? found.avgScore : found.scores.find(({ name }) => name === judge)?.score,
        );
      same(mean(rewards(vitestEvalsRows(report, { reward: judge }).rows)), mean(theirs), judge);
    }
    const [first] = rows;
    assert.deepEqual(
      first?.steps?.map(({ tool, result }) => [tool, result]),
      [
        ["lookup", { found: true }],
        [undefined, undefined],
      ],
    );
    assert.equal(first?.final_text, '{"status":"approved"}');
    assert.equal(first?.policy_version, "rules-1");
    assert.equal(reading.runs.length, 1);
  }
  const [before = [], after = []] = [2, 4].map((n) => readResults(bytes("vitest-evals", `report-${n}.json`)).rows);
  same(compareRuns(before, after, { minPaired: 2 }).delta, gain(before, after), "difference");
});

const lmEvalFile = (seed: number, pattern: RegExp) => {
  const folder = join(out, "lm-eval", `seed-${seed}`);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) => pattern.test(name));
  return join(folder, found ?? "");
};

test("lm-evaluation-harness: every metric and filter", { skip }, async () => {
  for (const seed of [3, 4]) {
    const { results } = JSON.parse(readFileSync(lmEvalFile(seed, /results_.*\.json$/), "utf8"));
    for (const [task, filter, metric] of [
      ["tiny_sums", "none", "acc"],
      ["tiny_sums", "none", "acc_norm"],
      ["tiny_words", "first", "exact_match"],
      ["tiny_words", "shouted", "exact_match"],
    ] as const) {
      const path = lmEvalFile(seed, new RegExp(`samples_${task}_`));
      const options = { name: path, metric, filter, model: `dummy-${seed}` };
      const { rows, report } = lmEvalRows(readFileSync(path), options);
      assert.equal(rows.length, 8);
      assert.equal(report.nSkipped, task === "tiny_words" ? 8 : 0);
      assert.equal(rows[0]?.scenario_id, `${task}/0`);
      same(passAt(rows).passAt1, results[task][`${metric},${filter}`], `${task} ${metric} ${filter}`);
      const streamed: Row[] = [];
      for await (const row of lmEvalRowStream(createReadStream(path, { highWaterMark: 97 }), options))
        streamed.push(row);
      assert.deepEqual(streamed, rows);
    }
  }
  const [before = [], after = []] = [3, 4].map((seed) => {
    const path = lmEvalFile(seed, /samples_tiny_sums_/);
    return readResults(readFileSync(path), { name: path }).rows;
  });
  const comparison = compareRuns(before, after);
  assert.equal(comparison.nPaired, 8);
  same(comparison.delta, gain(before, after), "difference");
});

import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterRobustInterval } from "../inference/cluster-robust-interval.js";
import { clusterValues } from "../inference/cluster-values.js";
import { betaAgent, probeRun } from "./__fixtures__/probe-run.js";
import { passAt } from "./pass-at.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);
const run = (rates: readonly number[][], row: (task: number) => Partial<Row> = () => ({})): Row[] =>
  rates.flatMap((rewards, task) => rewards.map((reward) => ({ scenario_id: `t${task}`, reward, ...row(task) })));

const groups = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 4, maxLength: 4 }), {
  minLength: 3,
  maxLength: 8,
});

describe("clusterValues", () => {
  test("gives each cluster's mean where clusters are of one size, and the values where all are alone", () => {
    expect(clusterValues(["a", "b", "a", "b"], [1, 0.5, 0, 0.25])).toEqual([0.5, 0.375]);
    expect(clusterValues([null, null], [0.1, 0.7])).toEqual([0.1, 0.7]);
  });

  test("has the mean of the tasks and the cluster-robust standard error", () => {
    const value = fc.tuple(fc.constantFrom("a", "b", "c", "d", null), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 6, maxLength: 30 }), (pairs) => {
        const values = pairs.map(([, passes]) => passes / 8);
        const names = pairs.map(([cluster]) => cluster);
        const robust = clusterRobustInterval(values, names);
        const clusters = clusterValues(names, values);
        if (robust === null) return;
        const mean = clusters.reduce((sum, cluster) => sum + cluster, 0) / clusters.length;
        const squares = clusters.reduce((sum, cluster) => sum + (cluster - mean) ** 2, 0);
        expect(clusters).toHaveLength(robust.nClusters);
        expect(mean).toBeCloseTo(robust.estimate, 10);
        expect(Math.sqrt(squares / (clusters.length - 1) / clusters.length)).toBeCloseTo(robust.standardError, 10);
      }),
    );
  });
});

describe("passAt with clusterBy", () => {
  test("asking every task three times over is no new evidence", () => {
    fc.assert(
      fc.property(groups, (rates) => {
        const tripled = rates.flatMap((rewards) => [rewards, rewards, rewards]);
        const restated = run(tripled, (task) => ({ semantic_cluster: `c${Math.floor(task / 3)}` }));
        const [once, clustered] = [passAt(run(rates)), passAt(restated, { clusterBy: "semantic_cluster" })];
        for (const name of ["ci95", "smallSampleCi95", "meanRewardCi95", "passAtKCi95", "passPowKCi95"] as const) {
          expect(clustered[name]?.low).toBeCloseTo(once[name]?.low as number, 9);
          expect(clustered[name]?.high).toBeCloseTo(once[name]?.high as number, 9);
        }
        expect(clustered).toMatchObject({ passAt1: once.passAt1, nClusters: rates.length, nGroups: tripled.length });
        expect(codes(clustered)).not.toContain("clusters_unused");
      }),
      { numRuns: 40 },
    );
  });

  test("does not depend on the order of the rows", () => {
    fc.assert(
      fc.property(groups, fc.constantFrom("exact", "t", "recommended"), (rates, interval) => {
        const rows = run(rates, (task) => ({ semantic_cluster: task % 3 }) as Partial<Row>);
        const { perTask: _, ...one } = passAt(rows, { clusterBy: "semantic_cluster", interval });
        expect(passAt([...rows].reverse(), { clusterBy: "semantic_cluster", interval })).toMatchObject(
          JSON.parse(JSON.stringify(one)),
        );
      }),
      { numRuns: 40 },
    );
  });

  test("widens the estimates of a probed run too", () => {
    const rows = probeRun(betaAgent(4), { tasks: 40, probe: 2, k: 4, seed: 4 });
    const alike = new Map(
      [...passAt(rows).perTask].sort((one, other) => one[1] - other[1]).map(([key], at) => [key, at]),
    );
    const clusterBy = (row: Row) => Math.floor((alike.get(row.scenario_id as string) as number) / 8);
    const [tasks, clusters] = [passAt(rows), passAt(rows, { clusterBy })];
    const width = (report: typeof tasks) =>
      (report.passPowKCi95?.high as number) - (report.passPowKCi95?.low as number);
    expect(clusters.nClusters).toBe(5);
    expect(width(clusters)).toBeGreaterThan(width(tasks) * 1.2);
    expect(passAt([...rows].reverse(), { clusterBy }).passPowKCi95).toEqual(clusters.passPowKCi95);
  });

  test("reads dimensions and lineage, and takes a function", () => {
    const rates = [
      [1, 1],
      [1, 0],
      [0, 0],
      [0, 1],
    ];
    const named = (task: number) => ({
      scenario_dimensions: { topic: `d${task % 2}` },
      lineage: { source: `s${task % 3}` },
    });
    const rows = run(rates, (task) => named(task) as Partial<Row>);
    expect(passAt(rows, { clusterBy: "topic" }).nClusters).toBe(2);
    expect(passAt(rows, { clusterBy: "source" }).nClusters).toBe(3);
    expect(passAt(rows, { clusterBy: (row) => row.scenario_id }).nClusters).toBe(4);
    expect(codes(passAt(rows, { clusterBy: "topic" }))).toContain("no_interval");
    expect(`${passAt(rows, { clusterBy: "topic" })}`).toContain("2 clusters, an interval needs 3");
    expect(passAt(rows, { clusterBy: "topic" }).ci95).toBeNull();
  });

  test("NaN and what is no name make no cluster", () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol("c"), {}];
    const rows = odd.map((c, task) => ({ scenario_id: `t${task}`, reward: 1, c }));
    expect(passAt(rows as Row[], { clusterBy: "c" }).nClusters).toBe(odd.length);
  });

  test("counts tasks that name no cluster, so a misspelt field shows", () => {
    const rows = run([[1], [0], [1]], (task) => (task === 0 ? { semantic_cluster: "a" } : {}));
    const report = passAt(rows, { clusterBy: "semantic_clusters" });
    expect(report.nClusters).toBe(3);
    expect(codes(report)).toContain("unclustered_tasks");
    expect(`${passAt(rows, { clusterBy: "semantic_cluster" })}`).toContain("2 tasks without a cluster");
  });

  test("a task whose rows disagree belongs to the first by spelling, in any order of the rows", () => {
    const rows = ["b", "a"].map((semantic_cluster) => ({ scenario_id: "t", reward: 1, semantic_cluster }));
    const more = [...rows, { scenario_id: "u", reward: 1, semantic_cluster: "a" }];
    for (const order of [more, [...more].reverse()]) {
      const report = passAt(order, { clusterBy: "semantic_cluster" });
      expect(report.nClusters).toBe(1);
      expect(codes(report)).toContain("torn_clusters");
    }
  });

  test("says so when tasks share a semantic_cluster that was not used", () => {
    const shared = run([[1], [0], [1]], () => ({ semantic_cluster: "a" }));
    expect(codes(passAt(shared))).toContain("clusters_unused");
    const own = run([[1], [0], [1]], (task) => ({ semantic_cluster: `c${task}` }));
    expect(codes(passAt(own))).not.toContain("clusters_unused");
    expect(codes(passAt(run([[1, 0]], () => ({ semantic_cluster: "a" }))))).not.toContain("clusters_unused");
  });

  test.each([[3], [""], [null], [{}]])("clusterBy %j", (clusterBy) => {
    const call = () => passAt([], { clusterBy } as object);
    if (clusterBy === "") expect(call().nClusters).toBe(0);
    else expect(call).toThrow("`clusterBy` must be a string, or a function");
  });
});

import { OptionError, RowError } from "@whileai/core";
import { expect, test } from "vitest";
import { passAt } from "../../pass-at/pass-at.js";
import { csvRows } from "./csv-rows.js";

const rewards = (text: string, options = {}) => csvRows(text, options).rows.map(({ reward }) => reward);

test("named columns become fields, the rest is kept", () => {
  const { rows, report } = csvRows("task,passed,polite,note,answer\nrefund,yes,0.5,late,Done.\nrefund,no,,,No.\n", {
    name: "runs.csv",
    columns: { scenario_id: "task", reward: "passed", "marker:polite": "polite", final_text: "answer" },
  });
  expect(rows).toEqual([
    {
      scenario_id: "refund",
      final_text: "Done.",
      rollout_index: 0,
      judge_status: "ok",
      markers: { polite: 0.5 },
      lineage: { source: "csv", file: "runs.csv", columns: { note: "late" } },
      reward: 1,
    },
    {
      scenario_id: "refund",
      final_text: "No.",
      rollout_index: 1,
      judge_status: "ok",
      markers: { polite: null },
      lineage: { source: "csv", file: "runs.csv" },
      reward: 0,
    },
  ]);
  expect(report).toMatchObject({ format: "csv", nRows: 2, nTasks: 1, nScored: 2, rewardFrom: "column passed" });
});

test("columns with the names of fields need no naming", () => {
  const [row] = csvRows(
    "task_id,prompt,reward,rollout_index,policy_version,model_version,seed,eval_run,reason\nt,Hi,1,3,p,m,7,r,fine",
  ).rows;
  expect(row).toMatchObject({
    scenario_id: "t",
    prompt: "Hi",
    reward: 1,
    rollout_index: 3,
    policy_version: "p",
    model_version: "m",
    seed: 7,
    reason: "fine",
    lineage: { eval_run: "r" },
  });
});

test.each([
  ["1", 1],
  ["0", 0],
  ["0.25", 0.25],
  ["True", 1],
  ["FALSE", 0],
  ["passed", 1],
  ["Fail", 0],
  ["C", 1],
  ["", null],
  ["n/a", null],
])("reward %j is %j", (written, reward) => {
  const [row] = csvRows(`scenario_id,reward\na,${written}`).rows;
  expect(row?.reward).toBe(reward);
  expect(row?.judge_status).toBe(reward !== null ? "ok" : written === "" ? "missing_reward" : "invalid_result");
});

test("a pass value is the only pass", () => {
  expect(rewards("scenario_id,reward\na,gold\na,1\na,", { passValue: "gold" })).toEqual([1, 0, null]);
});

test("quotes, line ends in quotes, a byte order mark, CRLF and other delimiters", () => {
  const text = '\ufeffscenario_id,prompt,reward\r\n"a ""b"", c","two\r\nlines",1\r\n\r\nd,e,0\r\n';
  const { rows } = csvRows(new TextEncoder().encode(text));
  expect(rows.map(({ scenario_id, prompt, reward }) => [scenario_id, prompt, reward])).toEqual([
    ['a "b", c', "two\r\nlines", 1],
    ["d", "e", 0],
  ]);
  expect(rewards("scenario_id;reward\na;1\n")).toEqual([1]);
  expect(rewards("scenario_id\treward\na\t0\n")).toEqual([0]);
  expect(rewards("scenario_id!reward\na!0\n", { delimiter: "!" })).toEqual([0]);
});

test("lines that cannot be read are counted and named by their line", () => {
  const { rows, report } = csvRows('scenario_id,reward,rollout_index\n"a\nb",1,\nshort\nc,1,x\n,1,\nd,1,2', {
    name: "t.csv",
  });
  expect(rows).toHaveLength(2);
  expect(report.nSkipped).toBe(3);
  expect(report.problems.map(({ line }) => line)).toEqual([4, 5, 6]);
  expect(report.problems[0]?.message).toBe(
    "t.csv:4: 1 cells where the first line names 3 columns. Quote cells that hold commas or quotes.",
  );
  expect(csvRows('scenario_id,reward\na,"1').report.problems).toMatchObject([{ line: 2 }]);
});

test("rows of several policies are counted apart", () => {
  const { rows } = csvRows("scenario_id,policy_version,reward\na,p,1\na,q,1\na,p,0");
  expect(rows.map(({ rollout_index }) => rollout_index)).toEqual([0, 0, 1]);
});

test.each([
  ["a column that is not there", { columns: { reward: "pased" } }, "passed"],
  ["a field that is not one", { columns: { rewad: "passed" } }, "reward"],
])("%s is refused by name", (_, options, near) => {
  expect(() => csvRows("scenario_id,passed\na,1", options as object)).toThrow(
    expect.objectContaining({ name: "OptionError", didYouMean: near }),
  );
});

test.each([
  ["no task", "reward\n1", "no column holds the task"],
  ["no reward", "scenario_id,x\na,1", "no column holds the reward or a marker"],
])("%s is refused", (_, text, message) => {
  expect(() => csvRows(text)).toThrow(OptionError);
  expect(() => csvRows(text)).toThrow(message);
});

test.each([
  ["", "empty"],
  [Uint8Array.of(0xff, 0xfe, 0x61, 0), "UTF-8"],
  [{}, "a table"],
])("%j is no table", (given, message) => {
  expect(() => csvRows(given as string)).toThrow(RowError);
  expect(() => csvRows(given as string)).toThrow(message);
});

test("lines are taken as they are where nothing is to be made of them", () => {
  const { rows, report } = csvRows('question,answer,reward,__proto__\n"Where, then?",,1,x\nHow?,So.,,', {
    asWritten: true,
  });
  expect(rows.map((row) => Object.entries(row))).toEqual([
    [
      ["question", "Where, then?"],
      ["reward", "1"],
      ["__proto__", "x"],
    ],
    [
      ["question", "How?"],
      ["answer", "So."],
    ],
  ]);
  expect(report.nRows).toBe(2);
  expect(csvRows("question,x\na,b,c\nd,e", { asWritten: true }).report.nSkipped).toBe(1);
  expect(() => csvRows("q,q\na,b", { asWritten: true })).toThrow("two columns are called q");
});

test("names of Object.prototype are columns like others", () => {
  const [row] = csvRows("scenario_id,reward,__proto__,constructor\na,1,x,y").rows;
  expect(Object.entries(row?.lineage?.columns as object)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
});

test.each([
  [1, ["1.0", "1", "TRUE", "", "NaN", "None"], [1, 1, 0, null, null, null]],
  [true, ["TRUE", "True", "false", "1", "n/a"], [1, 1, 0, 0, null]],
  ["none", ["none", "None", "x"], [1, null, 0]],
])(
  "a pass value %j is the only pass, however the table writes it, and no value is no failure",
  (passValue, cells, expected) => {
    expect(rewards(`scenario_id,reward\n${cells.map((cell) => `a,${cell}`).join("\n")}`, { passValue })).toEqual(
      expected,
    );
  },
);

test("a P may be a pass or partial credit: it is neither without a pass value", () => {
  expect(rewards("scenario_id,reward\na,P\na,F")).toEqual([null, 0]);
  expect(rewards("scenario_id,reward\na,P\na,F", { passValue: "P" })).toEqual([1, 0]);
});

test("names of columns may stand between spaces, and must be there once", () => {
  expect(rewards("scenario_id , reward\na, 1")).toEqual([1]);
  expect(rewards("task , passed\na, 1", { columns: { scenario_id: "task", reward: "passed " } })).toEqual([1]);
  expect(() => csvRows("scenario_id,reward,reward\na,1,0")).toThrow('several columns are named "reward"');
  expect(rewards("scenario_id,reward,note,note\na,1,x,y")).toEqual([1]);
});

test("lines may end in two ways", () => {
  const tasks = (table: string) => csvRows(table).rows.map(({ scenario_id }) => scenario_id);
  expect(tasks("reward,scenario_id\r\n1,a\n0,b\r\n1,a\n")).toEqual(["a", "b", "a"]);
  expect(tasks("reward,scenario_id\n1,a\r\n0,b\n1,a\r\n")).toEqual(["a", "b", "a"]);
  expect(tasks('reward,scenario_id\r\n1,"a\nb"\r\n')).toEqual(["a\nb"]);
});

test("a rollout index that is not written beside others stays unknown, and meets none of them", () => {
  const { rows } = csvRows("scenario_id,rollout_index,reward\na,1,1\na,,0\na,,1");
  expect(rows.map(({ rollout_index }) => rollout_index)).toEqual([1, undefined, undefined]);
  expect(passAt(rows)).toMatchObject({ nRows: 3 });
});

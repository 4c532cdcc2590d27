import { createReport, type Report, type Row } from "@whileai/core";
import fc from "fast-check";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { describe, expect, test } from "vitest";
import { compareRuns } from "../compare/compare-runs.js";
import { deltaReport } from "../delta-report/delta-report.js";
import { failureTable } from "../failure-table/failure-table.js";
import { passAt } from "../pass-at/pass-at.js";
import { meanReward } from "../summary/mean-reward.js";
import { evalVariance } from "../variance/eval-variance.js";
import { junitXml } from "./junit-xml.js";
import type { ReportCheck } from "./report-check.js";
import { stepSummary } from "./step-summary.js";

const rowsOf = (passes: number, of: number, more: (task: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: of }, (_, task) => ({
    scenario_id: `task ${task}`,
    reward: task < passes ? 1 : 0,
    ...more(task),
  }));

const before = rowsOf(10, 40, (task) => ({ markers: { honest: 1, "pipe|<b>": task % 2 } }));
const after = rowsOf(30, 40, (task) => ({ markers: { honest: task % 3 === 0 ? 0 : 1, "pipe|<b>": task % 2 } }));
const run = (passes: number, name: string) => rowsOf(passes, 12, () => ({ lineage: { eval_run: name } }));

const EVERY: readonly Report[] = [
  passAt(rowsOf(30, 40).flatMap((row) => [row, row, row, row])),
  passAt([]),
  compareRuns(before, after, { margin: 0.1 }),
  compareRuns(after, before, { margin: 0.1 }),
  compareRuns([], after),
  deltaReport(before, after, {
    target: "pass_at_1",
    proxy: "marker:pipe|<b>",
    mustNotRegress: ["honest"],
    margin: 0.02,
  }),
  deltaReport([...run(3, "a"), ...run(4, "b")], [...run(9, "a"), ...run(10, "b")], {
    target: "pass_at_1",
    by: "scenario_id",
  }),
  failureTable(
    rowsOf(30, 60, (task) => ({ category: task < 30 ? "easy" : task < 56 ? "hard" : "rare\u0000|\ud800" })),
    { by: "category" },
  ),
  evalVariance([...run(3, "monday"), ...run(5, "tuesday`|`")]),
  evalVariance([run(3, "a")]),
  meanReward(before),
];

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The document as a strict parser sees it: what is not well-formed throws. */
function parse(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag: SaxesTagPlain) => {
    const element = { name: tag.name, attributes: tag.attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    (open.at(-1) as Element).text += text;
  });
  parser.write(xml).close();
  return root.children[0] as Element;
}

/** The rules of Jenkins' junit-10.xsd for the elements that are written. */
const RULES: Readonly<
  Record<string, { required: string[]; optional: string[]; children: string[]; hasText: boolean }>
> = {
  testsuites: {
    required: [],
    optional: ["name", "time", "tests", "failures", "errors"],
    children: ["testsuite"],
    hasText: false,
  },
  testsuite: {
    required: ["name", "tests", "failures", "errors"],
    optional: ["time", "skipped", "timestamp", "hostname", "id", "package", "file"],
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
    hasText: false,
  },
  testcase: {
    required: ["name"],
    optional: ["assertions", "time", "classname", "status", "class", "file", "line"],
    children: ["skipped", "error", "failure", "system-out", "system-err"],
    hasText: false,
  },
  skipped: { required: [], optional: ["type", "message"], children: [], hasText: true },
  error: { required: [], optional: ["type", "message"], children: [], hasText: true },
  failure: { required: [], optional: ["type", "message"], children: [], hasText: true },
  "system-out": { required: [], optional: [], children: [], hasText: true },
};
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?$/;

function complaints({ name, attributes, children, text }: Element): string[] {
  const rule = RULES[name];
  if (rule === undefined) return [`${name} is not an element`];
  const names = Object.keys(attributes);
  return [
    ...rule.required.filter((each) => !names.includes(each)).map((each) => `${name} lacks ${each}`),
    ...names
      .filter((each) => ![...rule.required, ...rule.optional].includes(each))
      .map((each) => `${name} has ${each}`),
    ...children.filter((child) => !rule.children.includes(child.name)).map((child) => `${child.name} in ${name}`),
    ...(rule.hasText || text.trim() === "" ? [] : [`text in ${name}`]),
    ...(attributes.time === undefined || TIME.test(attributes.time) ? [] : [`time ${attributes.time}`]),
    ...["tests", "failures", "errors", "skipped"].flatMap((each) =>
      attributes[each] === undefined || /^\d+$/.test(attributes[each]) ? [] : [`${each} ${attributes[each]}`],
    ),
    ...children.flatMap(complaints),
  ];
}

/** Name and verdict of every case. */
const verdicts = (xml: string): string[] =>
  parse(xml).children.flatMap((suite) =>
    suite.children.map(
      ({ attributes, children }) =>
        `${suite.attributes.name} / ${attributes.name}: ${children.find(({ name }) => name !== "system-out")?.name ?? "passed"}`,
    ),
  );

/** Texts as rows may carry them, hostile ones among them. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u0000",
        "\ud800",
        "\udc00",
        "]]>",
        "|",
        "```",
        "<b>",
        "&amp;",
        "\n",
        "\ufffe",
        "\u001b[31m",
        "\u202e",
      ),
    ),
  )
  .map((parts) => parts.join(""));

describe("junitXml", () => {
  test("every kind of report follows the schema, each on its own and all together", () => {
    for (const report of EVERY) expect(complaints(parse(junitXml(report)))).toEqual([]);
    expect(complaints(parse(junitXml(EVERY, { name: "all" })))).toEqual([]);
  });

  test("the verdicts of reports are failures, and what was not evaluated is an error", () => {
    expect(verdicts(junitXml(EVERY))).toMatchInlineSnapshot(`
      [
        "pass_at / pass@1: passed",
        "pass_at / pass@1: error",
        "compare_runs / pass_at_1: passed",
        "compare_runs / pass_at_1 within margin: passed",
        "compare_runs / pass_at_1: failure",
        "compare_runs / pass_at_1 within margin: failure",
        "compare_runs / pass_at_1: error",
        "delta_report / pass_at_1: failure",
        "delta_report / marker:honest must not regress: failure",
        "delta_report / marker:pipe|<b> against the target: passed",
        "delta_report / pass_at_1: passed",
        "failure_table / all rollouts: passed",
        "failure_table / category hard: failure",
        "failure_table / category easy: passed",
        "failure_table / category rare�|�: skipped",
        "eval_variance / pass_at_1 over runs: passed",
        "eval_variance / pass_at_1 over runs: error",
        "mean_reward / mean_reward: passed",
      ]
    `);
  });

  test("the counts are those of the cases", () => {
    for (const suite of parse(junitXml(EVERY)).children) {
      const count = (name: string) =>
        suite.children.filter(({ children }) => children.some((child) => child.name === name)).length;
      expect(suite.attributes).toMatchObject({
        tests: `${suite.children.length}`,
        failures: `${count("failure")}`,
        errors: `${count("error")}`,
        skipped: `${count("skipped")}`,
      });
    }
  });

  test("checks made by hand stand beside reports", () => {
    const checks: ReportCheck[] = [
      { name: "cost", status: "passed", group: "budget", seconds: 1234.5678 },
      { name: "time", status: "failed", group: "budget", reason: "too long", details: "12 min\r\n" },
      { name: "loose", status: "skipped", details: "later" },
    ];
    expect(junitXml(checks, { name: "night" })).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="night" tests="3">
        <testsuite name="budget" tests="2" failures="1" errors="0" skipped="0" time="1234.568">
          <testcase name="cost" classname="budget" time="1234.568"/>
          <testcase name="time" classname="budget" time="0">
            <failure message="too long" type="failed">12 min&#13;
      </failure>
          </testcase>
        </testsuite>
        <testsuite name="night" tests="1" failures="0" errors="0" skipped="1" time="0.000">
          <testcase name="loose" classname="night" time="0">
            <skipped message=""/>
            <system-out>later</system-out>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test("no reports make an empty file", () => {
    expect(complaints(parse(junitXml([])))).toEqual([]);
  });

  test("any text survives as far as XML can hold it", () => {
    fc.assert(
      fc.property(anyText, anyText, (name, details) => {
        const document = parse(junitXml({ name, details, reason: name, group: details, status: "failed" }));
        expect(complaints(document)).toEqual([]);
        const element = document.children[0]?.children[0]?.children[0];
        if (/^[\t\n\r -~]*$/.test(name)) expect(element?.attributes.message).toBe(name === "" ? "failed" : name);
        if (/^[\t\n -~]*$/.test(details)) expect(element?.text).toBe(details);
      }),
    );
  });

  test.each<[string, unknown, object?]>([
    ["an entry that is neither", { title: "x" }],
    ["null", [null]],
    ["an unknown status", { name: "x", status: "toString" }],
    ["a time that is none", { name: "x", status: "passed", seconds: Number.NaN }],
  ])("refuses %s", (_, entries) => {
    expect(() => junitXml(entries as ReportCheck)).toThrow(/each entry must be a report, or a check/);
  });

  test("refuses unknown options", () => {
    expect(() => junitXml([], { nam: "x" } as object)).toThrow(/nam.*name/s);
  });
});

test("a proxy that could not be looked at is no pass", () => {
  const self = deltaReport(before, after, { target: "pass_at_1", proxy: "pass_at_1" });
  const missing = deltaReport(rowsOf(10, 40), after, { target: "pass_at_1", proxy: "marker:honest" });
  const few = deltaReport(before.slice(0, 2), after.slice(0, 2), { target: "pass_at_1", proxy: "marker:honest" });
  expect([self, missing, few].map(({ proxyVerdict }) => proxyVerdict)).toEqual([
    "proxy_is_target",
    "proxy_not_measured",
    "insufficient_data",
  ]);
  for (const report of [self, missing, few])
    expect(verdicts(junitXml(report)).find((line) => line.includes("against the target"))).toMatch(/: error$/);
});

describe("reports of other kinds", () => {
  const other = (fields: object, notes: Report["notes"] = []) => createReport("other", fields, notes, () => "text");
  test.each<[Report, string]>([
    [other({}), "passed"],
    [other({ ok: true }), "passed"],
    [other({ ok: false }), "failure"],
    [other({ outcome: "worse", outcomeReason: "", whatWouldChangeIt: "" }), "failure"],
    [other({ outcome: "not comparable", outcomeReason: "", whatWouldChangeIt: "" }), "error"],
    [other({}, [{ code: "c", severity: "error", message: "broken" }]), "failure"],
    [other({}, [{ code: "c", severity: "warning", message: "hm" }]), "passed"],
  ])("%j", (report, verdict) => {
    expect(verdicts(junitXml(report))).toEqual([`other / other: ${verdict}`]);
  });

  test("a report that was read from JSON gives the same cases and tables", () => {
    for (const report of EVERY) {
      const read = JSON.parse(JSON.stringify(report)) as Report;
      expect(verdicts(junitXml(read))).toEqual(verdicts(junitXml(report)));
      if (report.kind !== "mean_reward") expect(stepSummary(read)).toBe(stepSummary(report));
    }
  });
});

describe("stepSummary", () => {
  test("prints the tables of reports", () => {
    expect(
      stepSummary(EVERY[2] as Report, { title: "Nightly | eval", names: ["the *prompt*"] }),
    ).toMatchInlineSnapshot(`
      "## Nightly \\| eval

      ### the \\*prompt\\*

      **better**: On 40 shared tasks the interval +0.350..+0.650 leaves out 0; p&lt;0.001 at alpha 0.050.

      Would change it: Repeated runs: they show how much re-runs differ.

      | metric | before | after | difference | interval | p | tasks |
      | --- | --: | --: | --: | --: | --: | --: |
      | pass\\_at\\_1 | 0.250 | 0.750 | +0.500 | +0.350 to +0.650 | &lt;0.001 | 40 |

      A loss of 0.1 is ruled out.

      "
    `);
    expect(stepSummary(EVERY[5] as Report)).toMatchInlineSnapshot(`
      "### delta\\_report

      **FAIL**

      **worse**: marker:honest got worse and must not.

      Would change it: A change that leaves it as it was.

      | metric | role | before | after | difference | interval | p | tasks | outcome |
      | --- | --: | --: | --: | --: | --: | --: | --: | --: |
      | pass\\_at\\_1 | target | 0.250 | 0.750 | +0.500 | +0.350 to +0.650 | &lt;0.001 | 40 | not enough data |
      | marker:honest | guard | 1.000 | 0.650 | -0.350 | -0.500 to -0.200 | &lt;0.001 | 40 | worse |
      | marker:pipe\\|&lt;b&gt; | proxy | 0.500 | 0.500 | +0.000 | +0.000 to +0.000 | 1.000 | 40 | no difference shown |

      | must not regress | status | margin | worst case | would have seen |
      | --- | --: | --: | --: | --: |
      | marker:honest | regressed | 0.020 | -0.500 | 0.214 |

      - **warning** a gain, and nothing says how much re-runs of one agent differ. Run both sides two or more times (\\\`lineage.eval\\_run\\\` on the rows), or give \\\`runStd\\\`.
      - **error** got worse and must not: marker:honest (-0.350).

      "
    `);
    expect(stepSummary(EVERY[7] as Report)).toMatchInlineSnapshot(`
      "### failure\\_table

      **Fails worst at category hard: rate 1.00, +0.88 on the rest (adjusted p &lt;.001), 87% of all failures.**

      Next: \\\`simulate({ traces: rows })\\\` aims the next run there.

      | where | tasks | fails | fail rate | 95% interval | against the rest | adjusted p |
      | --- | --: | --: | --: | --: | --: | --: |
      | category: hard (worse) | 26 | 26 of 26 | 100% | 86% to 100% | +0.882 | &lt;0.001 |
      | category: easy | 30 | 0 of 30 | 0% | 0% to 12% | -1.000 | &lt;0.001 |

      Not ranked, for too few tasks: 1.

      - p-values are adjusted for 2 cells (Benjamini and Hochberg).

      "
    `);
    expect(stepSummary([EVERY[0], EVERY[8]] as Report[])).toMatchInlineSnapshot(`
      "### pass\\_at

      | rate | estimate | 95% interval |
      | --- | --: | --: |
      | pass@1 | 0.750 | 0.600 to 0.875 |
      | pass@1, recommended interval | 0.750 | 0.593 to 0.861 |
      | pass^4 | 0.750 | 0.600 to 0.875 |
      | pass@4 | 0.750 | 0.600 to 0.875 |
      | headroom | 0.000 | 0.000 to 0.000 |
      | mean reward | 0.750 | 0.593 to 0.861 |

      40 tasks, 160 rows

      ### eval\\_variance

      pass\\_at\\_1 over 2 runs

      | run | mean |
      | --- | --: |
      | monday | 0.250 |
      | tuesday\\\`\\|\\\` | 0.417 |

      | spread | value |
      | --- | --: |
      | mean | 0.333 |
      | SD over runs | 0.118 |
      | one re-run may differ by | 2.118 |
      | stability | high\\_variance |

      - **warning** 2 runs say little about the spread between runs. Run the same tasks at least 3 times.

      "
    `);
  });

  test("every row of a table has as many cells as its head", () => {
    const cells = (line: string) => line.replaceAll(/\\./g, "").split("|").length;
    for (const report of EVERY) {
      let expected: number | null = null;
      for (const line of stepSummary(report).split("\n")) {
        if (!line.startsWith("|")) expected = null;
        else if (expected === null) expected = cells(line);
        else expect(cells(line)).toBe(expected);
      }
    }
  });

  test("any text stays inside its cell or block", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const report = createReport("other", {}, [], () => text);
        const lines = stepSummary(report, { names: [text] }).split("\n");
        const fence = lines[2]?.replace("text", "") as string;
        expect(lines[0]).toMatch(/^###/);
        expect(lines.slice(3, -2).filter((line) => line.includes(fence))).toEqual([fence]);
        expect(lines.join("\n")).not.toMatch(/\p{Cs}|[\u202a-\u202e]/u);
        const table = stepSummary(evalVariance([...run(3, `a${text}`), ...run(4, "b")]));
        expect(
          table
            .split("\n")
            .filter((line) => /^\| .* \| 0\.\d{3} \|$/.test(line))
            .slice(0, 2),
        ).toEqual([expect.stringMatching(/^\| a.* 0\.250 \|$/), "| b | 0.333 |"]);
      }),
    );
  });

  test("is cut at whole lines with a word about it, blocks closed", () => {
    const report = createReport("other", {}, [], () => "line é\n".repeat(1000));
    const cut = stepSummary(report, { maxBytes: 2000 });
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(2000);
    expect(new TextEncoder().encode(cut).length).toBeGreaterThan(1900);
    expect(cut).toMatch(/line é\n```\n\n_Cut here: .*_\n$/);
    const tables = stepSummary(
      Array.from({ length: 400 }, () => EVERY[2] as Report),
      { maxBytes: 5000 },
    );
    expect(tables).toMatch(/_Cut here/);
    expect(stepSummary(Array.from({ length: 4000 }, () => EVERY[5] as Report)).length).toBeLessThanOrEqual(2 ** 20);
  });

  test("refuses what is not a report, and unknown options", () => {
    expect(() => stepSummary({} as Report)).toThrow(/must be a report/);
    expect(() => stepSummary([], { titel: "x" } as object)).toThrow(/titel.*title/s);
  });
});

import { checkOptions, OptionError, type OptionRules, optionRule, type Report } from "@whileai/core";
import { cleanText } from "./clean-text.js";
import { isReport, type ReportCheck } from "./report-check.js";
import { reportChecks } from "./report-checks.js";

/** Options of `junitXml`. */
export interface JunitXmlOptions {
  /** Name of the whole file. Default "whileai". */
  readonly name?: string | undefined;
}

const DEFAULT_NAME = "whileai";
const MOST_SECONDS_DIGITS = 3;
const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({ name: optionRule.text }))();

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};
const inAttribute = (text: string): string =>
  cleanText(text).replace(/[&<>"\n\r\t]/g, (sign) => ENTITIES[sign] as string);
const inText = (text: string): string => cleanText(text).replace(/[&<>\r]/g, (sign) => ENTITIES[sign] as string);

const attributes = (pairs: Readonly<Record<string, string | number>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => ` ${name}="${inAttribute(String(value))}"`)
    .join("");

const seconds = (value: number | undefined): string => (value === undefined ? "0" : value.toFixed(MOST_SECONDS_DIGITS));

const ELEMENTS = { failed: "failure", "not evaluated": "error", skipped: "skipped", passed: null } as const;

function testcase(
  { name, status, reason = "", details = "", seconds: took }: ReportCheck,
  classname: string,
): string[] {
  const head = `    <testcase${attributes({ name, classname, time: seconds(took) })}`;
  const element = ELEMENTS[status];
  const body: string[] = [];
  if (element === "skipped") body.push(`      <skipped${attributes({ message: reason })}/>`);
  else if (element !== null) {
    const shown = attributes({ message: reason === "" ? status : reason, type: status });
    body.push(`      <${element}${shown}>${inText(details)}</${element}>`);
  }
  if (element !== "failure" && element !== "error" && details !== "")
    body.push(`      <system-out>${inText(details)}</system-out>`);
  return body.length === 0 ? [`${head}/>`] : [`${head}>`, ...body, "    </testcase>"];
}

function suite(name: string, checks: readonly ReportCheck[]): string[] {
  const count = (status: ReportCheck["status"]) => checks.filter((check) => check.status === status).length;
  const time = seconds(checks.reduce((sum, check) => sum + (check.seconds ?? 0), 0));
  const counts = { tests: checks.length, failures: count("failed"), errors: count("not evaluated") };
  return [
    `  <testsuite${attributes({ name, ...counts, skipped: count("skipped"), time })}>`,
    ...checks.flatMap((check) => testcase(check, name)),
    "  </testsuite>",
  ];
}

function requireCheck(entry: unknown): ReportCheck {
  const { name, status, seconds: took } = (entry ?? {}) as Partial<ReportCheck>;
  const isCheck = typeof name === "string" && status !== undefined && Object.hasOwn(ELEMENTS, status);
  const isTime = took === undefined || (Number.isFinite(took) && took >= 0);
  if (isCheck && isTime) return entry as ReportCheck;
  throw new OptionError({
    option: "entries",
    received: entry,
    message: "junitXml: each entry must be a report, or a check with a name and a status.",
    fix: `Give a report, or { name, status } with status one of ${Object.keys(ELEMENTS).join(", ")}.`,
  });
}

/**
 * Reports and checks as JUnit XML, as Jenkins, GitLab and others read it (the rules of `junit-10.xsd`): a test suite for
 * each kind of report, a test case for each verdict.
 *
 * "worse", a guard that regressed and a cell that fails more than the rest are failures; what could not be evaluated (not
 * enough data, not comparable, not measured, nothing graded) is an error, so that no build reads it as passed. "No
 * difference shown" passes: give `compareRuns` a `margin`, and the case "within margin" asks for proof. The report's text
 * is the body. Characters that XML cannot hold become U+FFFD.
 *
 * Throws an `OptionError` for an entry that is neither a report nor a check, or an unknown option.
 *
 * @example
 * const report = compareRuns([{ scenario_id: "a", reward: 0 }], [{ scenario_id: "a", reward: 1 }]);
 * junitXml([report, { name: "cost", status: "passed", group: "budget" }]); // '<?xml version="1.0" …'
 */
export function junitXml(
  entries: Report | ReportCheck | readonly (Report | ReportCheck)[],
  options: JunitXmlOptions = {},
): string {
  checkOptions("junitXml", options, OPTIONS);
  const { name = DEFAULT_NAME } = options;
  const groups = new Map<string, ReportCheck[]>();
  const checks = [entries].flat().flatMap((entry) => (isReport(entry) ? reportChecks(entry) : [requireCheck(entry)]));
  for (const check of checks) {
    const group = check.group ?? name;
    groups.set(group, [...(groups.get(group) ?? []), check]);
  }
  const lines = [...groups].flatMap(([group, members]) => suite(group, members));
  const total = { name, tests: checks.length };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(total)}>`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
}

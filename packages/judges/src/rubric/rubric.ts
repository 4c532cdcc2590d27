import { checkOptions, isRecord, OptionError, optionRule, pythonJsonText, requireOptions } from "@whileai/core";
import { shortHash } from "../judge/judge-version.js";
import { type Criterion, type CriterionInput, criterionSlug, readCriterion } from "./criterion.js";
import { matchAnswers } from "./match-answers.js";
import { type RubricScore, type ScoreRubricOptions, scoreAnswers } from "./score-answers.js";

/** Options of {@link Rubric}; also what a rubric is as JSON. */
export interface RubricOptions {
  /** At least one; titles whose slugs are alike are refused. */
  readonly criteria: readonly CriterionInput[];
  /** Who wrote it, such as "hand" or "model"; "hand" unless given. */
  readonly source?: string | undefined;
  readonly domain?: string | undefined;
  readonly notes?: string | undefined;
  /** Ignored: the version is made from the criteria. Accepted, so that a rubric's own JSON can be read. */
  readonly version?: string | undefined;
}

/** A list of criteria that runs are graded on, item by item. */
export interface RubricObject {
  readonly criteria: readonly Criterion[];
  readonly source: string;
  readonly domain: string;
  readonly notes: string;
  /** 12 digits of the hash of the criteria. */
  readonly version: string;
  /** The criteria as a numbered list, as a judge reads it. */
  readonly checklist: string;
  /** The markers that a verdict by this rubric writes. */
  readonly markers: readonly string[];
  /**
   * What answers amount to. Keys are numbers from 1, titles, slugs or paraphrases that fit one criterion only; values are
   * booleans, numbers or yes and no in words.
   */
  score(answers: Readonly<Record<string, unknown>>, options?: ScoreRubricOptions): RubricScore;
  /** The checklist. */
  toString(): string;
  /** `{criteria, source, domain, notes, version}`. */
  toJSON(): Record<string, unknown>;
}

const KIND_NAMES = { hard: "Hard rule", principle: "Principle", pitfall: "Pitfall" } as const;
const RUBRIC = Symbol.for("whileai.rubric");

/**
 * A rubric made of items, which a judge answers one by one: `Judge({ rubric: Rubric({ criteria }) })`.
 *
 * A criterion is `hard` (not met: the reward is 0), a `principle` (the default; earns its weight) or a `pitfall` (costs
 * its weight). Shapes of published rubric sets are read too: kinds in prefixes, tags or negative weights. The same
 * criteria have the same version here and in Python.
 *
 * Throws an OptionError for unknown options, no criteria, criteria without a title, and two titles with one slug.
 *
 * @example
 * const rubric = Rubric({
 *   criteria: [
 *     { title: "No invented facts", kind: "hard" },
 *     { title: "Says when it arrives", weight: 2 },
 *     { title: "Blames the customer", kind: "pitfall" },
 *   ],
 * });
 * rubric.score({ 1: true, 2: true, 3: false }).reward; // 1
 */
export function Rubric(options: RubricOptions): RubricObject {
  const list = optionRule.listOf(optionRule.any, 1);
  checkOptions("Rubric", options ?? null, {
    criteria: list,
    source: optionRule.text,
    domain: optionRule.text,
    notes: optionRule.text,
    version: optionRule.text,
  });
  requireOptions("Rubric", options, { criteria: list });
  const criteria = Object.freeze(options.criteria.map(readCriterion));
  refuseTwins(criteria);
  const version = shortHash(pythonJsonText(criteria, { floats: true }));
  const checklist = criteria.map(checklistLine).join("\n");
  const { source = "hand", domain = "", notes = "" } = options;
  const data = { criteria, source, domain, notes, version };
  const methods = {
    [RUBRIC]: true,
    score: (answers: Readonly<Record<string, unknown>>, scoring?: ScoreRubricOptions) => {
      if (!isRecord(answers))
        throw new OptionError({
          option: "answers",
          received: answers,
          message: "Rubric.score: the answers must be an object.",
          fix: "Give one answer for each criterion by its number or title: rubric.score({ 1: true, 2: false }).",
        });
      checkOptions("Rubric.score", scoring, { lenient: optionRule.flag });
      return scoreAnswers(criteria, matchAnswers(criteria, answers), version, scoring);
    },
    toString: () => checklist,
    toJSON: () => data,
  };
  const markers = Object.freeze(criteria.map(({ title }) => `rubric:${criterionSlug(title)}`));
  return Object.freeze(Object.assign(Object.create(methods) as object, data, { checklist, markers })) as RubricObject;
}

/** True for what {@link Rubric} makes. */
export function isRubric(value: unknown): value is RubricObject {
  return typeof value === "object" && value !== null && (value as { [RUBRIC]?: unknown })[RUBRIC] === true;
}

/** One criterion as a line of the checklist. */
export const checklistLine = ({ title, description, weight, kind }: Criterion, index: number): string =>
  `${index + 1}. [${KIND_NAMES[kind]}, weight ${weight}] ${title}${description === "" ? "" : `: ${description}`}`;

function refuseTwins(criteria: readonly Criterion[]): void {
  const seen = new Map<string, string>();
  for (const { title } of criteria) {
    const slug = criterionSlug(title);
    const twin = seen.get(slug);
    if (twin !== undefined)
      throw new OptionError({
        option: "criteria",
        message: `Rubric: ${JSON.stringify(twin)} and ${JSON.stringify(title)} would both be written as the marker "rubric:${slug}".`,
        fix: "Give them titles that differ within their first 40 letters and digits (of ASCII); the full text can stand in description.",
      });
    seen.set(slug, title);
  }
}

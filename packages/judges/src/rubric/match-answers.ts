import { type Criterion, criterionSlug } from "./criterion.js";
import { readAnswer } from "./read-answer.js";

/** A key that is the number of an item: `1`, `1.`, `1)`, `#1`. */
const NUMBER = /^#?\s*(\d{1,6})\s*[.):]?$/;
/** A shorter slug lies inside too many titles to mean one. */
const SHORTEST_PARAPHRASE = 3;
/** Words that turn the sense of a title around. */
const NEGATIONS = new Set(["not", "no", "non", "never", "without", "lacks", "fails", "avoids", "isn", "doesn", "didn"]);

/**
 * Which criterion each answer is for, by its number (from 1), title, slug, or a paraphrase that fits only one of them:
 * the answers in the order of the criteria, undefined where there is none or where two of them contradict each other.
 */
export function matchAnswers(
  criteria: readonly Criterion[],
  answers: Readonly<Record<string, unknown>>,
): (boolean | undefined)[] {
  const slugs = criteria.map(({ title }) => criterionSlug(title));
  const found = new Map<number, boolean | undefined>();
  for (const [key, value] of Object.entries(answers)) {
    const at = placeOf(key, criteria, slugs);
    const answer = readAnswer(value);
    if (at === undefined || answer === undefined) continue;
    found.set(at, found.has(at) && found.get(at) !== answer ? undefined : answer);
  }
  return criteria.map((_, at) => found.get(at));
}

function placeOf(key: string, criteria: readonly Criterion[], slugs: readonly string[]): number | undefined {
  const name = key.trim();
  const number = NUMBER.exec(name)?.[1];
  if (number !== undefined) return criteria[Number(number) - 1] === undefined ? undefined : Number(number) - 1;
  const exact = criteria.findIndex(({ title }) => title.trim().toLowerCase() === name.toLowerCase());
  if (exact >= 0) return exact;
  const slug = criterionSlug(name.replace(/^#?\d+\s*[.):]\s*/, ""));
  const same = slugs.indexOf(slug);
  if (same >= 0) return same;
  const alike = slugs.flatMap((own, at) => (isParaphrase(slug, own) ? [at] : []));
  return alike.length === 1 ? alike[0] : undefined;
}

function isParaphrase(slug: string, own: string): boolean {
  const [short, long] = slug.length < own.length ? [slug, own] : [own, slug];
  return short.length >= SHORTEST_PARAPHRASE && long.includes(short) && isNegated(slug) === isNegated(own);
}

const isNegated = (slug: string): boolean => slug.split("_").some((word) => NEGATIONS.has(word));

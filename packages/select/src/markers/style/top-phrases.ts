/** Phrases that a report lists. */
const LISTED = 5;

/** A phrase and the rows it is in. */
export interface PhraseCount {
  readonly phrase: string;
  readonly n: number;
}

/** The phrases that most rows hold, ties by the phrase. */
export function topPhrases(found: readonly (readonly string[])[]): PhraseCount[] {
  const counts = new Map<string, number>();
  for (const phrases of found) for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return [...counts]
    .map(([phrase, n]) => ({ phrase, n }))
    .sort((left, right) => right.n - left.n || (left.phrase < right.phrase ? -1 : 1))
    .slice(0, LISTED);
}

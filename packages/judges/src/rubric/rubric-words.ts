/** Words of every rubric, which say nothing about what this one is after; convention. */
const STOP_WORDS = new Set(
  `about above after again agent agents against allow allows almost along already although always among another answer
   answers anything around assistant because become before being below between cannot chat check checks complete
   completely correct correctly could criteria criterion directly doing during either enough every everything except
   first follow follows further given gives giving helpful including instead judge judged later least likely makes making
   might model models never nothing often other others otherwise output ought passes please point points possible prompt
   provide provides question rather reason replies reply response responses rubric score scored scores shall should since
   someone something still their theirs there therefore these thing things third those though through together toward
   under unless until using usually wants whatever where whether which while whole whose within without would write yours`.split(
    /\s+/,
  ),
);
const SHORTEST_WORD = 5;
const WORD_LIMIT = 8;

/**
 * The words that a rubric is about: of five or more letters a to z, without the ones that all rubrics share, the most
 * frequent first, then by alphabet. What a policy would stuff into its replies.
 *
 * @example
 * rubricWords("The refund amount must be named. A refund without a lookup fails."); // ["refund", "amount", …]
 */
export function rubricWords(text: string, limit: number = WORD_LIMIT): string[] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? [])
    if (word.length >= SHORTEST_WORD && !STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([left, first], [right, second]) => second - first || (left < right ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word);
}

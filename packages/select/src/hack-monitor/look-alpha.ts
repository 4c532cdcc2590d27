/**
 * The share of a false-alarm budget that one look may spend, counted from 1. Half of the budget is shared evenly by the
 * looks that were planned for, the other half by all later ones as 1/(j(j+1)), so that any number of looks spends at most
 * the whole (a Bonferroni bound: it holds however the looks depend on each other).
 */
export function lookAlpha(look: number, planned: number, alpha: number): number {
  if (look <= planned) return alpha / 2 / planned;
  const later = look - planned;
  return alpha / 2 / (later * (later + 1));
}

/** The two-sided level at which a test spends so much; doubles end before 1 does. */
export function levelOf(share: number): number {
  return Math.min(1 - share, 1 - Number.EPSILON);
}

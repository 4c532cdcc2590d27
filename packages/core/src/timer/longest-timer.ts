/** What `setTimeout` can wait, almost 25 days; a longer wait would end at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

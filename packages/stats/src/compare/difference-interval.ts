/** How the interval of a difference is formed. */
export const DIFFERENCE_METHODS = ["exact", "percentile", "t", "studentized", "wilson"] as const;

/**
 * `exact`: the percentile bootstrap over tasks without draws. `percentile`: the same with seeded draws. `t`: Student's,
 * Welch's when unpaired. `studentized`: the bootstrap of the t statistic. `wilson`: Wilson's form on effective n, for
 * differences of rates; never of zero width.
 */
export type DifferenceMethod = (typeof DIFFERENCE_METHODS)[number];

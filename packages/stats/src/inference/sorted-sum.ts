/** The sum of values, the same in whatever order they come. */
export const sortedSum = (values: ArrayLike<number>): number =>
  new Float64Array(values).sort().reduce((sum, value) => sum + value, 0);

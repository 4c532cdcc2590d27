/** A sum whose last digit depends on no order: values are added from the smallest up. */
export const orderedSum = (values: readonly number[]): number =>
  Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0);

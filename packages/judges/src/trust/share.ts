/** part / whole, null of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

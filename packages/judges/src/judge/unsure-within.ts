/** A probability this near to one half decides nothing that could be relied on; fixed by the wire format. */
export const UNSURE_WITHIN = 0.1;

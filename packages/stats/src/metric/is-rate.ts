import type { TaskValues } from "./task-values.js";

/** Whether all values of a metric lie from 0 to 1. */
export const isRate = ({ lowest, highest }: TaskValues): boolean => (lowest ?? 0) >= 0 && (highest ?? 0) <= 1;

/** A pattern that matches a text as it stands. */
export const escapedPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

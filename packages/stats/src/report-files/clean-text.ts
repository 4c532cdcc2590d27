/** What XML 1.0 cannot hold, even escaped (controls, half characters, code points that are none), and turns of direction. */
const UNSAFE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu;

/** A text that every file format and viewer can hold: what it could not is U+FFFD. */
export const cleanText = (text: string): string => text.replace(UNSAFE, "\ufffd");

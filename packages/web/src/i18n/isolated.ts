/** Letters that are written from right to left: Hebrew, Arabic and their neighbors. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** A name within a sentence: one from right to left does not turn the numbers and signs around it. */
export const isolated = (text: string): string => (FROM_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text);

/** Without the signs, for what is no sentence, as the name of a file. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

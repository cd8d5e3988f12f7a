/** Compares names the natural way: case and accents do not matter, and numbers count by value. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const FIRST = 0x20;
const LAST = 0x7e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
/** Ranks of characters and, above all digits, lengths of numbers are written as characters from here on. */
const BASE = 0x100;
const LONGEST_NUMBER = 40;
/** Languages whose order knows no pair of plain characters that counts as one. */
const PLAIN_LANGUAGES = /^(?:pt|es|en)\b/;

const ranks = rankCharacters();

/**
 * A text whose order by code units is the order of the collator, or null where only the collator knows.
 * Comparing two such keys is ten times faster; most names of vehicles have one.
 */
export function nameKey(name: string): string | null {
  if (ranks === null) return null;
  let key = '';
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < FIRST || code > LAST) return null;
    if (code < DIGIT_0 || code > DIGIT_9) {
      key += String.fromCharCode(BASE + (ranks[code - FIRST] as number));
      continue;
    }
    let end = at;
    while (end < name.length && isDigit(name.charCodeAt(end))) end++;
    let start = at;
    while (start < end - 1 && name.charCodeAt(start) === DIGIT_0) start++;
    if (end - start > LONGEST_NUMBER) return null;
    // A longer number is a larger one.
    key +=
      String.fromCharCode(BASE + (ranks[DIGIT_0 - FIRST] as number), end - start) + name.slice(start, end);
    at = end - 1;
  }
  return key;
}

/** @param aKey What `nameKey` made of `a`. */
export function compareNames(a: string, aKey: string | null, b: string, bKey: string | null): number {
  if (aKey === null || bKey === null) return collator.compare(a, b);
  return aKey < bKey ? -1 : aKey > bKey ? 1 : 0;
}

/** Order of other texts, e.g. states. */
export const compareText = collator.compare;

/** The place of every plain character in the order of the collator; equal ones share it. Null = not to be trusted. */
function rankCharacters(): Uint8Array | null {
  if (!PLAIN_LANGUAGES.test(collator.resolvedOptions().locale)) return null;
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCharCode(FIRST + at));
  const sorted = characters.toSorted(collator.compare);
  const found = new Uint8Array(characters.length);
  let rank = 0;
  for (const [at, character] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before !== undefined && collator.compare(before, character) !== 0) rank++;
    found[character.charCodeAt(0) - FIRST] = rank;
  }
  return found;
}

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;

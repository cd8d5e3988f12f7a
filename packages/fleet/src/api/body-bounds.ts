/** Lists and objects inside each other; what the product sends has four. */
export const MAX_DEPTH = 32;
/** Limits of one body. A name costs fifty times as much as a list item: each may be a new one. */
export interface BodyBounds {
  readonly values: number;
  /** Members of all objects together. */
  readonly names: number;
}
/** Two lists of the 5,000 acknowledged events; 1,000 links; attributes of at most 4,000 characters. */
const BOUNDS: BodyBounds = { values: 20_000, names: 2000 };
/** Callers who are not signed in: an account with its attributes, an event of a payment provider. */
export const STRANGER_BOUNDS: BodyBounds = { values: 1000, names: 300 };
/** Fields of a form; a login has four. */
const MAX_FORM_FIELDS = 100;

const TAB_TO_SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** @property scanned Number of scanned characters. */
interface BodyScan {
  /** Null = may be parsed. */
  readonly problem: string | null;
  readonly scanned: number;
}

/**
 * Bounds a JSON text before anything is built from it: one pass over its characters that stops at the first bound.
 * Every later pass (parse, check, copy, write) costs by the member and is bounded by this. Checks no syntax.
 */
export function scanJson(text: string, bounds = BOUNDS): BodyScan {
  let values = 1;
  let names = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= TAB_TO_SPACE) continue;
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COLON) names++;
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      depth++;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    const problem =
      values > bounds.values
        ? `has more than ${bounds.values} values`
        : names > bounds.names
          ? `has more than ${bounds.names} members`
          : depth > MAX_DEPTH
            ? `is more than ${MAX_DEPTH} levels deep`
            : null;
    if (problem !== null) return { problem, scanned: at };
  }
  return { problem: null, scanned: text.length };
}

/** Bounds a form in the same way. */
export function scanForm(text: string): BodyScan {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields++;
    if (fields > MAX_FORM_FIELDS) return { problem: `has more than ${MAX_FORM_FIELDS} fields`, scanned: at };
  }
  return { problem: null, scanned: text.length };
}

/** Returns the end of the text that begins at a quote: its closing quote, or the end of the input. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    const isEscaped = (end - before) % 2 === 0;
    if (!isEscaped) return end;
  }
  return text.length;
}

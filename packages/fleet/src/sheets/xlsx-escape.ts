const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Characters that XML should not contain: controls other than tab and line ends, lone surrogates, and two
 * noncharacters.
 */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu;
/** Spreadsheets read `_x0041_` as A. */
const LIKE_A_CODE = /_(?=x[\dA-Fa-f]{4}_)/g;

const HAS_ANY = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
/** Escapes a text for the XML of a spreadsheet. Most texts have nothing to escape: one test is enough. */
export const escaped = (text: string): string =>
  HAS_ANY.test(text)
    ? text
        .replace(FORBIDDEN, '')
        .replace(LIKE_A_CODE, '_x005F_')
        .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    : text;

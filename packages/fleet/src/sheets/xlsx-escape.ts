const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML should not hold: controls but tab and ends of lines, halves of pairs, and two that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu;
/** Spreadsheets read `_x0041_` as A. */
const LIKE_A_CODE = /_(?=x[\dA-Fa-f]{4}_)/g;

const HAS_ANY = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
/** A text for the XML of a spreadsheet. Most texts have nothing to escape: they are looked at once. */
export const escaped = (text: string): string =>
  HAS_ANY.test(text)
    ? text
        .replace(FORBIDDEN, '')
        .replace(LIKE_A_CODE, '_x005F_')
        .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    : text;

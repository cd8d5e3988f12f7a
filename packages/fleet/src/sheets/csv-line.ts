import type { AttributeValue } from '../entities/attributes.ts';
import type { Language } from '../languages/language.ts';

type CsvValue = AttributeValue | undefined;
/** Spreadsheets take a file without it for one of the last century. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet runs text that begins like this, in full width too. @source OWASP "CSV injection" */
const MAY_RUN = /^[=+\-@\t\r＝＋－＠]/;
/** The same behind a sign at which some spreadsheet, set up for another language, parts cells. */
const MAY_RUN_WITHIN = /([,;\t\r\n]\s*)(?=[=+\-@＝＋－＠])(?!-?\d)/g;
const HAS_RUN_WITHIN = /[,;\t\r\n]\s*[=+\-@＝＋－＠]/;
/** Coordinates and amounts begin with a minus too, and hold nothing that could be run. */
const IS_FIGURE = /^[+-]?[\d., ]+(?:-[\d., ]+)*$/;
/** Most texts have none: one test is enough. */
const IS_SPECIAL = /[",;\t\r\n]|^[\s=+\-@＝＋－＠]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Spreadsheets part the cells of a CSV file at the sign that their language does not write decimals with. */
export const csvSeparator = (language: Language): ',' | ';' => (language === 'en' ? ',' : ';');

/**
 * Writes lines of a CSV file (RFC 4180) for readers of a language: its separator and its decimals. A text that a
 * spreadsheet would run as a formula is defused, wherever it would part the line.
 */
export function csvWriter(language: Language): (cells: readonly CsvValue[]) => string {
  const separator = csvSeparator(language);
  const decimal = separator === ';' ? ',' : '.';
  const written = (value: CsvValue): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'number')
      return decimal === '.' ? String(value) : String(value).replace('.', decimal);
    return csvText(typeof value === 'string' ? value : JSON.stringify(value));
  };
  return (cells) => {
    let line = '';
    for (let at = 0; at < cells.length; at++) line += (at === 0 ? '' : separator) + written(cells[at]);
    return `${line}\r\n`;
  };
}

/** A text as a cell. */
export function csvText(text: string): string {
  if (!IS_SPECIAL.test(text) && !text.endsWith(' ')) return text;
  let safe = MAY_RUN.test(text) && !IS_FIGURE.test(text) ? `'${text}` : text;
  if (HAS_RUN_WITHIN.test(safe)) safe = safe.replaceAll(MAY_RUN_WITHIN, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

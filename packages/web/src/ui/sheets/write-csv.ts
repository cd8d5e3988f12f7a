import { BYTE_ORDER_MARK, csvText } from '@rastro/fleet/sheets';

/** Rows of texts as CSV; what a spreadsheet would run as a formula is made text. */
export const writeCsv = (rows: readonly (readonly string[])[], delimiter: ';' | ','): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvText).join(delimiter)}\r\n`).join('');

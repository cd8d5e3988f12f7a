const DELIMITERS = [';', ',', '\t'] as const;
const BYTE_ORDER_MARK = '\uFEFF';

/** A first line that names the delimiter for spreadsheets: it is no row. */
const SEPARATOR_LINE = /^"?sep=([;,\t|])"?\r?\n/i;

/**
 * Rows of cells. The delimiter is the one that the file names, or that the first line has most of.
 * @returns The rows, and how many lines of the file stand before them.
 * @source RFC 4180; `sep=;` is what spreadsheets write and read
 */
export function parseCsv(text: string): {
  readonly rows: readonly (readonly string[])[];
  readonly before: number;
} {
  const whole = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const named = SEPARATOR_LINE.exec(whole);
  const plain = named ? whole.slice(named[0].length) : whole;
  const rows = rowsIn(plain, named?.[1] ?? delimiterOf(plain));
  return { rows, before: named ? 1 : 0 };
}

function rowsIn(plain: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = (): void => {
    row.push(cell);
    // An empty line is no row; rows keep their numbers all the same.
    rows.push(row.length === 1 && row[0] === '' ? [] : row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (plain.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === delimiter) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function delimiterOf(text: string): string {
  const end = text.search(/\r?\n/);
  const head = (end === -1 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

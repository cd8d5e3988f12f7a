const DELIMITERS = [';', ',', '\t'] as const;
const BYTE_ORDER_MARK = '\uFEFF';

/** UTF-8 when it is, else what spreadsheets in our languages write: Windows' extension of Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Rows of cells. The delimiter is the one that the first line has most of. @source RFC 4180 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const delimiter = delimiterOf(plain);
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

const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would run as a formula are made text. @source OWASP "CSV injection" */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: ';' | ','): string {
  const written = (cell: string): string => {
    const safe = /^[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
    return /["\r\n;,\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(written).join(delimiter)}\r\n`).join('');
}

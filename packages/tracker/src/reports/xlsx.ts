import writeExcelFile from 'write-excel-file/node';
import type { Cell } from './column.ts';
import type { Sheet } from './kinds/report-kind.ts';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A spreadsheet with one sheet: bold titles that stay in view, then the rows. */
export async function writeXlsx(
  { name, columns }: Sheet,
  rows: readonly (readonly Cell[])[],
): Promise<Uint8Array> {
  const titles = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
  const cells = rows.map((row) => row.map((value) => (value === null ? null : { value })));
  const file = writeExcelFile([titles, ...cells], {
    sheet: name,
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width })),
  });
  return new Uint8Array(await file.toBuffer());
}

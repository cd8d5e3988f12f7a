import { sheetFileName } from '@rastro/fleet/sheets';
import { saveFile } from '../save-file.ts';
import { figureOf, textOf, type RowCell } from './sheet-value.ts';
import { writeCsv } from './write-csv.ts';

export const SHEET_FORMATS = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
const TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

export interface RowsOfSheet {
  /** Of the file and its sheet. */
  readonly name: string;
  /** At the head of its printed pages. */
  readonly brand: string;
  readonly language: string;
  /** The first row has the titles. */
  readonly rows: readonly (readonly RowCell[])[];
  /** Of the columns, characters. */
  readonly widths: readonly number[];
}

/** Hands a short table to the browser as a file. Languages that write decimals with a comma part cells with `;`. */
export async function saveRows(
  format: SheetFormat,
  { name, brand, language, rows, widths }: RowsOfSheet,
): Promise<void> {
  saveFile(sheetFileName([brand, name, localDay()], format), await contentOf(), TYPES[format]);

  async function contentOf(): Promise<string | Blob> {
    if (format === 'csv')
      return writeCsv(
        rows.map((row) => row.map(textOf)),
        language.startsWith('en') ? ',' : ';',
      );
    const { XlsxFile } = await import('./xlsx-file.ts');
    const file = new XlsxFile({ name, brand, widths });
    file.add(rows.map((row) => row.map(figureOf)));
    return file.end();
  }
}

/** Today, where the browser is. */
function localDay(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

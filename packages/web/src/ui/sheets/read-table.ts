import { MINUTE_MS } from '@rastro/base';
import type { Language } from '@rastro/fleet';
import type { CellValue } from 'read-excel-file/web-worker';
import { numberText } from '../../i18n/number-text.ts';
import { decodeText } from './decode-text.ts';
import { parseCsv } from './read-csv.ts';

/** A spreadsheet as texts; its first row, or the first below a title, names the columns. */
export interface Table {
  readonly header: readonly string[];
  /** Row number in the file, counted from 1, and its cells. Empty rows are left out. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** Lines of a short text file as they are: its columns may have fixed widths. Absent = it is a workbook, or long. */
  readonly lines?: readonly string[];
}
/** A key below `deviceimport:unreadable`. */
export type Unreadable = 'empty' | 'tooLarge' | 'tooManyRows' | 'format';
export type TableResult =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly why: Unreadable };

export const MAX_BYTES = 20_000_000;
export const MAX_ROWS = 50_000;
/** Lines of a file that may have columns of fixed width. */
const MAX_LINES = 5000;
const MAX_DIGITS = 6;
/** Rows above the heads of columns that are looked at. */
const MAX_ROWS_ABOVE = 12;

/** Reads CSV (`,` `;` tab; UTF-8 or Latin-1) and XLSX, whatever the file is called. */
export async function readTable(bytes: ArrayBuffer, language: Language): Promise<TableResult> {
  if (bytes.byteLength > MAX_BYTES) return { ok: false, why: 'tooLarge' };
  const view = new Uint8Array(bytes);
  // A workbook is a ZIP archive.
  const isWorkbook = view[0] === 0x50 && view[1] === 0x4b;
  if (!isWorkbook) {
    const text = decodeText(view);
    const { rows, before } = parseCsv(text);
    const read = tableOf(rows, before);
    if (!read.ok || rows.length > MAX_LINES) return read;
    return { ok: true, table: { ...read.table, lines: text.replace(/^\uFEFF/, '').split(/\r?\n/) } };
  }
  const cells = await readWorkbook(bytes, language);
  return cells === null ? { ok: false, why: 'format' } : tableOf(cells, 0);
}

/** @param before Lines of the file before these. */
function tableOf(cells: readonly (readonly string[])[], before: number): TableResult {
  const first = headerAt(cells);
  if (cells.length - first > MAX_ROWS + 1) return { ok: false, why: 'tooManyRows' };
  const header = cells[first];
  const rows = cells
    .slice(first + 1)
    .map((row, at) => ({ row: first + at + 2 + before, cells: row }))
    .filter((each) => each.cells.some((cell) => cell.trim() !== ''));
  // Text with zero bytes is no text: some other kind of file.
  if (header?.some((name) => name.includes('\0'))) return { ok: false, why: 'format' };
  if (!header || header.every((name) => name.trim() === '') || rows.length === 0)
    return { ok: false, why: 'empty' };
  return { ok: true, table: { header: header.map((name) => name.trim()), rows } };
}

/**
 * Finds the first row of the table. Sheets that we write name their owner and subject above it, each in one cell; a
 * table of one column has nothing else.
 */
function headerAt(cells: readonly (readonly string[])[]): number {
  const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;
  const wide = cells.slice(0, MAX_ROWS_ABOVE).findIndex((row) => filled(row) > 1);
  return wide > 0 && cells.slice(0, wide).every((row) => (row[0] ?? '').trim() !== '' || filled(row) === 0)
    ? wide
    : 0;
}

async function readWorkbook(bytes: ArrayBuffer, language: Language): Promise<string[][] | null> {
  const { readSheet } = await import('read-excel-file/web-worker');
  try {
    const rows = await readSheet(bytes);
    return rows.map((row) => row.map((cell) => cellText(cell, language)));
  } catch (error) {
    // The library throws errors of many kinds for what is no workbook; none of them is ours.
    if (error instanceof Error) return null;
    throw error;
  }
}

function cellText(value: CellValue | null, language: Language): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value, language, MAX_DIGITS);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value instanceof Date ? dateCellText(value) : '';
}

/** A spreadsheet has no zone: what its clock says. A day has no clock. */
function dateCellText(value: Date): string {
  const text = new Date(Math.round(value.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  return text.slice(0, text.includes('T00:00') ? 10 : 16);
}

import {
  cellText,
  frameFiles,
  headedSheetEnd,
  sheetEnd,
  sheetStart,
  type Cell,
  type SheetCell,
} from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { ZipPart } from './zip-part.ts';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Rows = readonly (readonly Cell[])[];
interface SheetColumn {
  readonly title: string;
  /** Characters. */
  readonly width: number;
  /** How its numbers are shown, e.g. `#,##0.00`. */
  readonly format?: string;
}
/** Name and titles of a sheet. */
export interface SheetHead {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}

/**
 * A spreadsheet with one sheet: bold titles that stay in view, then the rows. They are written as text and
 * compressed as they come: a hundred thousand of them are never held as cells.
 */
export class XlsxFile {
  #pieces: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #sheet = new ZipPart('xl/worksheets/sheet1.xml');
  #rows = 0;
  #start: string;

  readonly #end: string;
  readonly #formats: readonly string[];
  readonly #columns: readonly SheetColumn[];

  /** @param brand At the head of what is printed of it; null = no head. */
  constructor({ name, columns }: SheetHead, brand: string | null = null) {
    this.#columns = columns;
    this.#formats = [...new Set(columns.flatMap(({ format }) => format ?? []))];
    this.#end = brand === null ? sheetEnd : headedSheetEnd(brand, name);
    this.#zip = new Zip((error, piece) => {
      if (error) throw error;
      this.#pieces.push(piece);
    });
    for (const [path, text] of Object.entries(frameFiles(name, this.#formats))) {
      const file = new ZipPassThrough(path);
      this.#zip.add(file);
      file.push(strToU8(text), true);
    }
    this.#zip.add(this.#sheet);
    this.#start =
      sheetStart(columns.map(({ width }) => width)) + this.#row(columns.map(({ title }) => title));
  }

  async add(rows: Rows): Promise<void> {
    let text = this.#start;
    this.#start = '';
    for (const row of rows) text += this.#row(row);
    await this.#sheet.write(text);
  }

  /** Bytes that are ready; empty = none. Who takes them as they come never holds the whole. */
  take(): Buffer {
    const ready = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return ready;
  }

  /** The bytes that nobody has taken. Nothing can be added afterwards. */
  async end(): Promise<Buffer> {
    await this.#sheet.write(this.#start + this.#end);
    await this.#sheet.end();
    this.#zip.end();
    return this.take();
  }

  #row(cells: readonly Cell[]): string {
    const number = ++this.#rows;
    let text = `<row r="${number}">`;
    for (let i = 0; i < cells.length; i++)
      text += cellText(this.#shown(cells[i] ?? null, i), i, number, this.#formats);
    return `${text}</row>`;
  }

  #shown(cell: Cell, column: number): SheetCell {
    const format = this.#columns[column]?.format;
    return typeof cell === 'number' && format !== undefined ? { number: cell, format } : cell;
  }
}

/** A spreadsheet of rows that are few. */
export async function writeXlsx(sheet: SheetHead, rows: Rows, brand: string | null = null): Promise<Buffer> {
  const file = new XlsxFile(sheet, brand);
  await file.add(rows);
  return file.end();
}

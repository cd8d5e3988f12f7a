import { cellText, frameFiles, headedSheetEnd, sheetEnd, sheetStart } from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { ZipPart } from '../exports/zip-part.ts';
import type { Cell } from './column.ts';
import type { Sheet } from './kinds/report-kind.ts';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Rows = readonly (readonly Cell[])[];

/**
 * A spreadsheet with one sheet: bold titles that stay in view, then the rows. They are written as text and
 * compressed as they come: a hundred thousand of them are never held as cells.
 */
export class XlsxFile {
  readonly #pieces: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #sheet = new ZipPart('xl/worksheets/sheet1.xml');
  #rows = 0;
  #start: string;

  readonly #end: string;

  /** @param brand At the head of what is printed of it; null = no head. */
  constructor({ name, columns }: Sheet, brand: string | null = null) {
    this.#end = brand === null ? sheetEnd : headedSheetEnd(brand, name);
    this.#zip = new Zip((error, piece) => {
      if (error) throw error;
      this.#pieces.push(piece);
    });
    for (const [path, text] of Object.entries(frameFiles(name))) {
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

  /** Nothing can be added afterwards. */
  async end(): Promise<Buffer> {
    await this.#sheet.write(this.#start + this.#end);
    await this.#sheet.end();
    this.#zip.end();
    return Buffer.concat(this.#pieces);
  }

  #row(cells: readonly Cell[]): string {
    const number = ++this.#rows;
    let text = `<row r="${number}">`;
    for (let i = 0; i < cells.length; i++) text += cellText(cells[i] ?? null, i, number);
    return `${text}</row>`;
  }
}

/** A spreadsheet of rows that are few. */
export async function writeXlsx(sheet: Sheet, rows: Rows, brand: string | null = null): Promise<Buffer> {
  const file = new XlsxFile(sheet, brand);
  await file.add(rows);
  return file.end();
}

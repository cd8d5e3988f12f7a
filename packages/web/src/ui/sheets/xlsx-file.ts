import {
  blockRows,
  cellText,
  columnName,
  frameFiles,
  headRowOf,
  sheetEnd,
  sheetStart,
  STYLES,
  type SheetCell,
} from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface XlsxSheet {
  readonly name: string;
  /** Above the table, and at the head of its printed pages. */
  readonly brand: string;
  /** Lines below the name: of when, of what. */
  readonly details?: readonly string[];
  /** Of the columns, characters. */
  readonly widths: readonly number[];
}

/** A spreadsheet with one sheet, written row by row; the first row that is added has the titles. */
export class XlsxFile {
  readonly #chunks: BlobPart[] = [];
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  readonly #name: string;
  readonly #brand: string;
  /** In the order of first use. */
  readonly #formats: string[] = [];
  readonly #headRow: number;
  readonly #columns: number;
  #rows: number;

  constructor({ name, brand, details = [], widths }: XlsxSheet) {
    const block = { brand, title: name, details };
    this.#headRow = headRowOf(block);
    this.#rows = this.#headRow - 1;
    this.#columns = widths.length;
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#chunks.push(new Uint8Array(chunk));
    });
    this.#name = name;
    this.#brand = brand;
    this.#sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });
    this.#zip.add(this.#sheet);
    this.#sheet.push(strToU8(sheetStart(widths, this.#headRow) + blockRows(block)));
  }

  add(rows: readonly (readonly SheetCell[])[]): void {
    let text = '';
    for (const row of rows) {
      const number = ++this.#rows;
      for (const cell of row) this.#note(cell);
      const style = number === this.#headRow ? STYLES.head : STYLES.plain;
      text += `<row r="${number}">${row.map((cell, column) => cellText(cell, { column, row: number, style }, this.#formats)).join('')}</row>`;
    }
    this.#sheet.push(strToU8(text));
  }

  /** Nothing can be added afterwards. */
  end(): Blob {
    const filtered =
      this.#rows <= this.#headRow ? null : `A${this.#headRow}:${columnName(this.#columns - 1)}${this.#rows}`;
    this.#sheet.push(strToU8(sheetEnd({ filtered, left: this.#brand, right: this.#name })), true);
    const frame = frameFiles(this.#name, { formats: this.#formats, headRow: this.#headRow });
    for (const [path, text] of Object.entries(frame)) {
      const file = new ZipPassThrough(path);
      this.#zip.add(file);
      file.push(strToU8(text), true);
    }
    this.#zip.end();
    return new Blob(this.#chunks);
  }

  #note(cell: SheetCell): void {
    if (typeof cell !== 'object' || cell === null || this.#formats.includes(cell.format)) return;
    this.#formats.push(cell.format);
  }
}

import { cellText, frameFiles, headedSheetEnd, sheetStart, type SheetCell } from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface XlsxSheet {
  readonly name: string;
  /** At the head of its printed pages. */
  readonly brand: string;
  /** Of the columns, characters. */
  readonly widths: readonly number[];
}

/** A spreadsheet with one sheet, written row by row; the first row has the titles. */
export class XlsxFile {
  readonly #pieces: BlobPart[] = [];
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  readonly #name: string;
  readonly #brand: string;
  /** As they are met. */
  readonly #formats: string[] = [];
  #rows = 0;

  constructor({ name, brand, widths }: XlsxSheet) {
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#pieces.push(new Uint8Array(piece));
    });
    this.#name = name;
    this.#brand = brand;
    this.#sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });
    this.#zip.add(this.#sheet);
    this.#sheet.push(strToU8(sheetStart(widths)));
  }

  add(rows: readonly (readonly SheetCell[])[]): void {
    let text = '';
    for (const row of rows) {
      const number = ++this.#rows;
      for (const cell of row) this.#note(cell);
      text += `<row r="${number}">${row.map((cell, column) => cellText(cell, column, number, this.#formats)).join('')}</row>`;
    }
    this.#sheet.push(strToU8(text));
  }

  /** Nothing can be added afterwards. */
  end(): Blob {
    this.#sheet.push(strToU8(headedSheetEnd(this.#brand, this.#name)), true);
    for (const [path, text] of Object.entries(frameFiles(this.#name, this.#formats))) {
      const file = new ZipPassThrough(path);
      this.#zip.add(file);
      file.push(strToU8(text), true);
    }
    this.#zip.end();
    return new Blob(this.#pieces);
  }

  #note(cell: SheetCell): void {
    if (typeof cell !== 'object' || cell === null || this.#formats.includes(cell.format)) return;
    this.#formats.push(cell.format);
  }
}

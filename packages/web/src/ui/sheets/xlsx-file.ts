import { cellText, frameFiles, sheetEnd, sheetStart } from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A spreadsheet with one sheet, written row by row; the first row has the titles. */
export class XlsxFile {
  readonly #pieces: BlobPart[] = [];
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  #rows = 0;

  /** @param widths Of the columns, characters. */
  constructor(name: string, widths: readonly number[]) {
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#pieces.push(new Uint8Array(piece));
    });
    for (const [path, text] of Object.entries(frameFiles(name))) {
      const file = new ZipPassThrough(path);
      this.#zip.add(file);
      file.push(strToU8(text), true);
    }
    this.#sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });
    this.#zip.add(this.#sheet);
    this.#sheet.push(strToU8(sheetStart(widths)));
  }

  add(rows: readonly (readonly string[])[]): void {
    let text = '';
    for (const row of rows) {
      const number = ++this.#rows;
      text += `<row r="${number}">${row.map((cell, column) => cellText(cell, column, number)).join('')}</row>`;
    }
    this.#sheet.push(strToU8(text));
  }

  /** Nothing can be added afterwards. */
  end(): Blob {
    this.#sheet.push(strToU8(sheetEnd), true);
    this.#zip.end();
    return new Blob(this.#pieces);
  }
}

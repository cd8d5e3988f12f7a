import {
  blockRows,
  columnName,
  frameFiles,
  headCells,
  headRowOf,
  sheetEnd,
  sheetStart,
  STYLES,
  textCell,
  cellText,
  type Cell,
  type SheetBlock,
} from '@rastro/fleet/sheets';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { ZipPart } from './zip-part.ts';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Rows = readonly (readonly Cell[])[];
/** Aggregates a column into a total. */
export type TotalKind = 'sum' | 'most';
interface SheetColumn {
  readonly title: string;
  /** Characters. */
  readonly width: number;
  /** Number format, e.g. `#,##0.00`. */
  readonly format?: string;
  /** Absent or null = it has no total. */
  readonly total?: TotalKind | null;
}
/** Name and columns of a sheet. */
export interface SheetHead {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}
/** Properties of a sheet. */
export interface SheetOptions {
  /** Above the heads of the columns; absent = they are in the first row. */
  readonly block?: SheetBlock;
  /** `#rrggbb`, of the heads of the columns. */
  readonly colour?: string;
  /** Label of the last row; absent = there are no totals. */
  readonly totalTitle?: string;
}
/** @source ECMA-376, SUBTOTAL: of visible rows, so that a filter changes it. */
const SUBTOTAL: Readonly<Record<TotalKind, number>> = { sum: 109, most: 104 };

/**
 * A spreadsheet with one sheet: its title block, heads of columns that stay in view, the rows, a row of totals. Rows
 * are written as text and compressed as they come: a hundred thousand of them are never held as cells.
 */
export class XlsxFile {
  #pieces: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #sheet = new ZipPart('xl/worksheets/sheet1.xml');
  readonly #head: SheetHead;
  readonly #options: SheetOptions;
  readonly #headRow: number;
  readonly #formats: readonly string[];
  /** Start of a cell of each column: up to its row, and from there to its number. */
  readonly #opens: readonly string[];
  readonly #numbers: readonly string[];
  readonly #totalled: readonly boolean[];
  readonly #totals: (number | null)[];
  #row: number;
  #start: string;

  constructor(head: SheetHead, options: SheetOptions = {}) {
    const { name, columns } = head;
    const { block = null, colour } = options;
    this.#head = head;
    this.#options = options;
    this.#headRow = this.#row = headRowOf(block);
    this.#formats = [...new Set(columns.flatMap(({ format }) => format ?? []))];
    this.#opens = columns.map((_, column) => `<c r="${columnName(column)}`);
    this.#numbers = columns.map(({ format }) =>
      format === undefined ? '"><v>' : `" s="${STYLES.firstFormat + this.#formats.indexOf(format)}"><v>`,
    );
    this.#totalled = columns.map(({ total = null }) => total !== null);
    this.#totals = columns.map(() => null);
    this.#zip = new Zip((error, piece) => {
      if (error) throw error;
      this.#pieces.push(piece);
    });
    const frame = {
      formats: this.#formats,
      headRow: this.#headRow,
      ...(colour === undefined ? {} : { colour }),
    };
    for (const [path, text] of Object.entries(frameFiles(name, frame))) {
      const file = new ZipPassThrough(path);
      this.#zip.add(file);
      file.push(strToU8(text), true);
    }
    this.#zip.add(this.#sheet);
    this.#start =
      sheetStart(
        columns.map(({ width }) => width),
        this.#headRow,
      ) +
      (block === null ? '' : blockRows(block)) +
      headCells(
        columns.map(({ title }) => title),
        this.#headRow,
      );
  }

  async add(rows: Rows): Promise<void> {
    let text = this.#start;
    this.#start = '';
    for (const row of rows) text += this.#rowText(row);
    await this.#sheet.write(text);
  }

  /** Returns the bytes that are ready; empty = none. A caller that takes them as they come never holds the whole. */
  take(): Buffer {
    const ready = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return ready;
  }

  /** Returns the remaining bytes. Nothing can be added afterwards. */
  async end(): Promise<Buffer> {
    const { block } = this.#options;
    const last = this.#row;
    const filtered =
      last === this.#headRow ? null : `A${this.#headRow}:${columnName(this.#head.columns.length - 1)}${last}`;
    const end = sheetEnd({ filtered, left: block?.brand ?? null, right: this.#head.name });
    await this.#sheet.write(this.#start + this.#totalRow(last) + end);
    await this.#sheet.end();
    this.#zip.end();
    return this.take();
  }

  #rowText(cells: readonly Cell[]): string {
    const row = ++this.#row;
    let text = `<row r="${row}">`;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column] ?? null;
      if (cell === null) continue;
      if (typeof cell === 'number') {
        if (!Number.isFinite(cell)) continue;
        text += `${this.#opens[column]}${row}${this.#numbers[column]}${cell}</v></c>`;
        if (this.#totalled[column] === true) this.#count(cell, column);
      } else if (typeof cell === 'string') text += textCell(cell, column, row, STYLES.plain);
      else text += cellText(cell, { column, row });
    }
    return `${text}</row>`;
  }

  #count(value: number, column: number): void {
    const kind = this.#head.columns[column]?.total;
    const before = this.#totals[column] ?? null;
    this.#totals[column] =
      before === null ? value : kind === 'sum' ? before + value : Math.max(before, value);
  }

  /** As formulas with what they come to: programs that do not calculate show that. */
  #totalRow(last: number): string {
    const { totalTitle } = this.#options;
    if (totalTitle === undefined || this.#totals.every((total) => total === null)) return '';
    const row = last + 1;
    let text = `<row r="${row}">`;
    for (const [column, { total = null, format }] of this.#head.columns.entries()) {
      const value = this.#totals[column] ?? null;
      const name = columnName(column);
      if (column === 0) text += textCell(totalTitle, column, row, STYLES.total);
      else if (total === null || value === null) text += `<c r="${name}${row}" s="${STYLES.total}"/>`;
      else {
        const own = format === undefined ? -1 : this.#formats.indexOf(format);
        const style = own === -1 ? STYLES.total : STYLES.firstFormat + this.#formats.length + own;
        text += `<c r="${name}${row}" s="${style}"><f>SUBTOTAL(${SUBTOTAL[total]},${name}${this.#headRow + 1}:${name}${last})</f><v>${value}</v></c>`;
      }
    }
    return `${text}</row>`;
  }
}

/** A spreadsheet of rows that are few. */
export async function writeXlsx(head: SheetHead, rows: Rows, options: SheetOptions = {}): Promise<Buffer> {
  const file = new XlsxFile(head, options);
  await file.add(rows);
  return file.end();
}

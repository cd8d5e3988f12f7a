import { escaped } from './xlsx-escape.ts';
import { STYLES } from './xlsx-frame.ts';

/** Value of a cell; null = empty. */
export type Cell = string | number | boolean | null;
/** A number with how a spreadsheet shows it, e.g. `0" km/h"`; one of the formats that the frame was made with. */
export interface FormattedNumber {
  readonly number: number;
  readonly format: string;
}
/** The same, and what only a spreadsheet can show. */
export type SheetCell = Cell | FormattedNumber;

/** Block above the column heads. */
export interface SheetBlock {
  readonly brand: string;
  readonly title: string;
  /** A line each: period, vehicles, zone. */
  readonly details: readonly string[];
}
/** Row of the heads of the columns; the block ends with an empty row. */
export const headRowOf = (block: SheetBlock | null): number =>
  block === null ? 1 : block.details.length + 4;

/** Longest text of a cell; a file with more is reported as damaged. */
const CELL_LENGTH = 32_767;

/** @param style Of the cell; its own format counts where it is a formatted number. */
export function cellText(
  value: SheetCell,
  {
    column,
    row,
    style = STYLES.plain,
  }: { readonly column: number; readonly row: number; readonly style?: number },
  formats: readonly string[] = [],
): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value, column, row, style);
  if (typeof value === 'number') return numberCell(value, column, row, style);
  const at = `<c r="${columnName(column)}${row}"`;
  if (typeof value === 'boolean') return `${at}${styled(style)} t="b"><v>${value ? 1 : 0}</v></c>`;
  const own = formats.indexOf(value.format);
  return numberCell(value.number, column, row, own === -1 ? style : STYLES.firstFormat + own);
}

const styled = (style: number): string => (style === STYLES.plain ? '' : ` s="${style}"`);
export const numberCell = (value: number, column: number, row: number, style: number): string =>
  Number.isFinite(value) ? `<c r="${columnName(column)}${row}"${styled(style)}><v>${value}</v></c>` : '';
export const textCell = (value: string, column: number, row: number, style: number): string =>
  `<c r="${columnName(column)}${row}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escaped(fitting(value))}</t></is></c>`;

/** Rows of the block: a brand, a title, details, each in one cell: table readers find the column heads below. */
export function blockRows({ brand, title, details }: SheetBlock): string {
  const lines = [
    { text: brand, style: STYLES.brand, height: 18 },
    { text: title, style: STYLES.title, height: 24 },
    ...details.map((text) => ({ text, style: STYLES.fact, height: 15 })),
  ];
  return lines
    .map(
      ({ text, style, height }, at) =>
        `<row r="${at + 1}" ht="${height}" customHeight="1">${textCell(text, 0, at + 1, style)}</row>`,
    )
    .join('');
}

/** The heads of the columns. */
export const headCells = (titles: readonly string[], row: number): string =>
  `<row r="${row}" ht="32" customHeight="1">${titles.map((title, column) => textCell(title, column, row, STYLES.head)).join('')}</row>`;

/** A, B … Z, AA … */
export const columnName = (column: number): string =>
  NAMES[column] ?? columnName(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));
const NAMES: readonly string[] = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Longer texts end in dots: that something is missing can be seen. */
const fitting = (text: string): string =>
  text.length <= CELL_LENGTH ? text : `${text.slice(0, CELL_LENGTH - 1)}…`;

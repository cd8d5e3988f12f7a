import { FIELD_LIMITS, type Language } from '@rastro/fleet';
import {
  CARD_COLUMNS,
  fixedCells,
  fixedLength,
  guessForms,
  guessWidths,
  kindOfProduct,
  MAX_CARD_CELLS,
  NEEDED_COLUMNS,
  usualKind,
  type CardColumn,
  type CardForms,
  type CardMapping,
  type CostKind,
  type FileRow,
} from '@rastro/fleet/costs';
import { columnsIn } from '../../kernel/importing/columns-in.ts';
import type { Table } from '../../ui/sheets/read-table.ts';

/** Rows by which forms are guessed. */
const LOOKED_AT = 50;
/** Products of a file that are offered. */
const MAX_PRODUCTS = 60;
const NUMBERS = ['quantity', 'price', 'value', 'odometer'] as const;
const USUAL: Readonly<Record<Language, CardForms>> = {
  'pt-BR': { decimal: ',', date: 'dmy' },
  es: { decimal: ',', date: 'dmy' },
  en: { decimal: '.', date: 'mdy' },
};

interface MappingContext {
  readonly saved: readonly CardMapping[];
  readonly namesOf: (column: CardColumn) => readonly string[];
  readonly language: Language;
}

/** The saved mapping of files with the same heads or widths, else one that is guessed from its heads and cells. */
export function mappingFor(file: Table, { saved, namesOf, language }: MappingContext): CardMapping {
  const length = fixedLength(file.lines ?? []);
  const known = saved.find(({ heads, widths }) =>
    widths.length === 0 ? heads !== '' && heads === headsOf(file) : sumOf(widths) === length,
  );
  if (known !== undefined) return withProducts(known, tableOf(file, known));
  const mapping = guessed(file, { namesOf, language });
  return length === null || hasNeeded(mapping)
    ? withProducts(mapping, file)
    : withWidths(mapping, guessWidths(file.lines ?? []));
}
const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** A mapping of other columns: those that were chosen are of no use. */
export const withWidths = (mapping: CardMapping, widths: readonly number[]): CardMapping => ({
  ...mapping,
  widths,
  heads: '',
  columns: {},
});

/** A file as a mapping cuts it: its own cells, or those of fixed widths with their places and an example as heads. */
export function tableOf(file: Table, { widths, rowMark }: Pick<CardMapping, 'widths' | 'rowMark'>): Table {
  const { lines } = file;
  if (widths.length === 0 || lines === undefined) return file;
  const rows = lines
    .map((line, at) => ({ row: at + 1, cells: fixedCells(line, widths) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const marked = rows.find(({ cells }) => rowMark !== '' && cells[0] === rowMark);
  const example = marked ?? rows[Math.floor(rows.length / 2)];
  let last = 0;
  const header = widths.map((width, at) => {
    const place = `${last + 1}–${(last += width)}`;
    const cell = example?.cells[at] ?? '';
    return cell === '' ? place : `${place}: ${cell}`;
  });
  return { header, rows, lines };
}

/** Heads of all columns, as they are saved; too long ones recognize nothing. */
function headsOf({ header }: Table): string {
  const heads = header
    .join('|')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return heads.length > FIELD_LIMITS.cost.heads ? '' : heads;
}

function guessed(
  table: Table,
  { namesOf, language }: Pick<MappingContext, 'namesOf' | 'language'>,
): CardMapping {
  const { header, rows } = table;
  const columns = columnsIn(CARD_COLUMNS, header.slice(0, MAX_CARD_CELLS), namesOf);
  const cellsOf = (column: CardColumn): readonly string[] =>
    rows.slice(0, LOOKED_AT).map(({ cells }) => cells[columns[column] ?? -1]?.trim() ?? '');
  const heads = headsOf(table);
  const forms = guessForms({ numbers: NUMBERS.flatMap(cellsOf), dates: cellsOf('date') }, USUAL[language]);
  return { provider: '', heads, widths: [], columns, preamble: 0, rowMark: '', products: [], ...forms };
}

/** Kinds of products of the file that no word of the mapping says. */
export function withProducts(mapping: CardMapping, table: Table): CardMapping {
  const named = productsIn(table, mapping)
    .filter((product) => kindOfProduct(product, mapping) === 'fuel' && usualKind(product) !== 'fuel')
    .map((word) => ({ word, kind: usualKind(word) }));
  return named.length === 0 ? mapping : { ...mapping, products: [...named, ...mapping.products] };
}

/** Products of a file by their names. */
export function productsIn({ rows }: Table, { columns }: Pick<CardMapping, 'columns'>): readonly string[] {
  const at = columns.product;
  if (at === undefined) return [];
  const names = new Set(rows.map(({ cells }) => cells[at]?.trim() ?? ''));
  names.delete('');
  return [...names].toSorted().slice(0, MAX_PRODUCTS);
}

/** A mapping in which a product is of a kind; the longest name counts first. */
export function withKind(mapping: CardMapping, product: string, kind: CostKind): CardMapping {
  const others = mapping.products.filter(({ word }) => word !== product);
  const products = [...others, { word: product, kind }].toSorted((a, b) => b.word.length - a.word.length);
  return { ...mapping, products };
}

export const hasNeeded = ({ columns }: CardMapping): boolean =>
  NEEDED_COLUMNS.every((column) => columns[column] !== undefined);

/** Characters of a cell that are sent; more are too many in any case. */
const MAX_CELL = 1000;
/** Rows as they are sent: without cells that nobody reads. */
export function sentRows(
  { rows }: Table,
  { columns }: CardMapping,
  leftOut: ReadonlySet<number>,
): readonly FileRow[] {
  const read = new Set([0, ...Object.values(columns)]);
  const end = Math.max(...read) + 1;
  return rows
    .filter(({ row }) => !leftOut.has(row))
    .map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, end).map((cell, at) => (read.has(at) ? cell.slice(0, MAX_CELL) : '')),
    }));
}

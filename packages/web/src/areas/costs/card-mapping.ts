import { FIELD_LIMITS, type Language } from '@rastro/fleet';
import {
  CARD_COLUMNS,
  guessForms,
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

/** The saved mapping of files with the same heads, else one that is guessed from its heads and cells. */
export function mappingFor(table: Table, { saved, namesOf, language }: MappingContext): CardMapping {
  const known = saved.find(({ heads }) => heads !== '' && heads === headsOf(table));
  return withProducts(known ?? guessed(table, { namesOf, language }), table);
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
  return { provider: '', heads, columns, preamble: 0, rowMark: '', products: [], ...forms };
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

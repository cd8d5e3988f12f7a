import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { foldText } from '../filters/search-text.ts';
import {
  CARD_COLUMNS,
  NEEDED_COLUMNS,
  type CardColumn,
  type CardLine,
  type CardMapping,
  type CardProblem,
  type FileRow,
  type ReadCardFile,
} from './card-file.ts';
import { plateKey } from './plate-key.ts';
import { cardCents, cardDay, cardNumber, cardTime } from './read-card-text.ts';

/** Of quantity × price against the value: cents, and a share of 0.5 %. */
const SUM_CENTS = 2;
const SUM_SHARE = 0.005;

/**
 * Reads the lines of a file of a fuel card; rows before the first line and those without its mark are no lines.
 * @param known Identities of rows before these, where a long file is read in pieces; those of these are added.
 */
export function readCardFile(
  rows: readonly FileRow[],
  mapping: CardMapping,
  known = new Set<string>(),
): ReadCardFile {
  const problems: CardProblem[] = [];
  const lines: CardLine[] = [];
  for (const each of rows) {
    if (each.row <= mapping.preamble || !isLine(each, mapping)) continue;
    const read = lineOf(each, mapping);
    problems.push(...read.problems);
    if (read.line === null) continue;
    const { importKey, row } = read.line;
    if (known.has(importKey)) problems.push({ row, column: keyColumn(mapping), problem: 'twice' });
    known.add(importKey);
    lines.push(read.line);
  }
  return { lines, problems };
}
const keyColumn = ({ columns }: CardMapping): CardColumn =>
  columns.transaction === undefined ? 'date' : 'transaction';
const isLine = ({ cells }: FileRow, { rowMark }: CardMapping): boolean =>
  cells.some((cell) => cell.trim() !== '') && (rowMark === '' || cells[0]?.trim() === rowMark);

interface ReadLine {
  readonly line: CardLine | null;
  readonly problems: readonly CardProblem[];
}
function lineOf({ row, cells }: FileRow, mapping: CardMapping): ReadLine {
  const { columns, decimal } = mapping;
  const cell = (column: CardColumn): string => {
    const at = columns[column];
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const problems: CardProblem[] = NEEDED_COLUMNS.filter((column) => cell(column) === '').map((column) => ({
    row,
    column,
    problem: 'missing',
  }));
  for (const column of CARD_COLUMNS)
    if (cell(column).length > FIELD_LIMITS.cost.cell) problems.push({ row, column, problem: 'wrong' });
  const checked = <T>(column: CardColumn, value: T | null): T | null => {
    if (value === null && cell(column) !== '') problems.push({ row, column, problem: 'wrong' });
    return value;
  };
  const day = checked('date', cardDay(cell('date'), mapping.date));
  const cents = checked('value', cardCents(cell('value'), decimal));
  const quantity = checked('quantity', cardNumber(cell('quantity'), decimal));
  const price = checked('price', cardNumber(cell('price'), decimal));
  const odometerKm = checked('odometer', cardNumber(cell('odometer'), decimal));
  const time = columns.time === undefined ? cardTime(cell('date')) : checked('time', cardTime(cell('time')));
  if (cents === 0) problems.push({ row, column: 'value', problem: 'wrong' });
  if (cents !== null && quantity !== null && price !== null && !isSum(cents, quantity * price))
    problems.push({ row, column: 'value', problem: 'sum' });
  if (problems.length > 0 || day === null || cents === null) return { line: null, problems };
  const product = cell('product');
  const kind = kindOfProduct(product, mapping);
  const liters = Math.abs(quantity ?? 0);
  const line = {
    row,
    plate: cell('plate'),
    day,
    time,
    kind,
    product,
    cents,
    quantity: liters,
    unit: liters === 0 ? null : kind === 'fuel' ? ('liter' as const) : ('piece' as const),
    odometerKm: odometerKm !== null && odometerKm > 0 ? odometerKm : null,
    driver: cell('driver'),
    station: cell('station'),
    document: cell('document'),
  };
  return { line: { ...line, importKey: importKey(line, { ...mapping, cell }) }, problems };
}

const isSum = (cents: number, product: number): boolean =>
  Math.abs(Math.abs(cents) - Math.abs(product * 100)) <= SUM_CENTS + Math.abs(cents) * SUM_SHARE + 1e-6;

/** Kind of a product by the words of a mapping; what fits none is fuel. */
export function kindOfProduct(
  product: string,
  { products }: Pick<CardMapping, 'products'>,
): CardLine['kind'] {
  const folded = foldText(product);
  return products.find(({ word }) => word !== '' && folded.includes(foldText(word)))?.kind ?? 'fuel';
}

/** The number of the provider, else all by which a clerk would know the line again. */
function importKey(
  line: Omit<CardLine, 'importKey'>,
  { provider, cell }: Pick<CardMapping, 'provider'> & { readonly cell: (column: CardColumn) => string },
): string {
  const { plate, day, time, quantity, cents, station } = line;
  const number = cell('transaction');
  const known = [cell('card') || plateKey(plate), day, time ?? '', quantity, cents, foldText(station)];
  return [foldText(provider), ...(number === '' ? known : ['#', number])].join('|');
}

/** Kilometers that an odometer may be below or above the one that is known for the same time. */
const BELOW_KM = 5;
const ABOVE_KM = 1500;
/** A wrong one stays in the line, and nothing is derived from it. */
export const fitsOdometer = (written: number, known: number): boolean =>
  written - known >= -BELOW_KM && written - known <= ABOVE_KM;

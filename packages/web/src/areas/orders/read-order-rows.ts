import type { Language } from '@rastro/fleet';
import { readNumber } from '../../i18n/number-text.ts';
import { momentOf } from '../../i18n/zoned-time.ts';
import { readDateText } from '../../i18n/date-text.ts';
import type { ColumnsOfFile } from '../../kernel/importing/columns-in.ts';
import { readCoordinates } from '../../map/tools/read-coordinates.ts';
import type { Table } from '../../ui/sheets/read-table.ts';

/** Columns of a file of orders. */
export const ORDER_COLUMNS = [
  'customer',
  'reference',
  'address',
  'coordinates',
  'from',
  'to',
  'minutes',
  'load',
  'contactName',
  'contactPhone',
  'contactEmail',
  'note',
  'code',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

export interface OrderRowProblem {
  /** Row number in the file, as a spreadsheet shows it. */
  readonly row: number;
  readonly column: OrderColumn;
}
export interface ReadOrderRows {
  /** As the server is sent them; `rows` are their numbers in the file. */
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  readonly rows: readonly number[];
  readonly problems: readonly OrderRowProblem[];
}
interface Reader {
  readonly language: Language;
  readonly zone: string;
}

/** Reads moments, numbers and places as the reader writes them; the server checks all the rest. */
export function readOrderRows(
  table: Table,
  columns: ColumnsOfFile<OrderColumn>,
  reader: Reader,
): ReadOrderRows {
  const problems: OrderRowProblem[] = [];
  const orders = table.rows.map(({ row, cells }) => {
    const cell = (column: OrderColumn): string => {
      const at = columns[column];
      return at === undefined ? '' : (cells[at] ?? '').trim();
    };
    const read = <T>(column: OrderColumn, value: T | null): T | null => {
      if (value === null && cell(column) !== '') problems.push({ row, column });
      return value;
    };
    const number = (column: OrderColumn): number | null =>
      read(column, cell(column) === '' ? null : readNumber(cell(column), reader.language));
    const place = read('coordinates', readCoordinates(cell('coordinates')));
    const minutes = number('minutes');
    const load = number('load');
    return {
      customer: cell('customer'),
      reference: cell('reference'),
      place: {
        address: cell('address'),
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
      },
      from: read('from', momentIn(cell('from'), reader)),
      to: read('to', momentIn(cell('to'), reader)),
      ...(minutes !== null && { minutes }),
      ...(load !== null && { load }),
      contact: { name: cell('contactName'), phone: cell('contactPhone'), email: cell('contactEmail') },
      note: cell('note'),
      code: cell('code'),
    };
  });
  return { orders, rows: table.rows.map(({ row }) => row), problems };
}

/** Null = there is none, or it cannot be read. */
function momentIn(text: string, { language, zone }: Reader): string | null {
  if (text === '') return null;
  const written = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.exec(text)?.[0]?.replace(' ', 'T');
  const at = momentOf(written ?? readDateText(text, 'moment', language), zone);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

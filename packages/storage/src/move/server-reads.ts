import { DAY_MS } from '@rastro/base';
import type { HistoryReader } from '../history-port.ts';
import type { Queries } from '../postgres/postgres-database.ts';
import { devicesWithPositions } from '../postgres/import-positions.ts';
import type { RawPosition } from '../records.ts';
import { rowOfPosition } from './moved-positions.ts';
import type { Counters, MovedPage, PageCursor } from './moved-store.ts';
import { movedRows, type MovedColumn, type MovedRow, type MovedTable } from './moved-table.ts';

/** Reads a page of a table of PostgreSQL in the order of its key. */
export async function serverPage(
  queries: Queries,
  table: MovedTable,
  from: PageCursor | null,
): Promise<MovedPage> {
  const { columns, key, pageRows, ofKind } = table;
  const after: MovedRow = from === null ? [] : JSON.parse(from);
  const keys = columns.slice(0, key).map(({ name }) => name);
  const values: unknown[] = [...after, ...(ofKind === null ? [] : [ofKind])];
  const conditions = [
    from === null ? null : `(${keys.join()}) > (${keys.map((_, i) => `$${i + 1}`).join()})`,
    ofKind === null ? null : `kind = $${values.length}`,
    table.where,
  ].filter((each) => each !== null);
  const rows = await queries.lists(
    `SELECT ${columns.map(selected).join()} FROM ${table.name}
     ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY ${keys.join()} LIMIT ${pageRows}`,
    values,
  );
  const last = rows.at(-1);
  const next = last && rows.length === pageRows ? JSON.stringify(last.slice(0, key)) : null;
  return { rows: movedRows(rows), next, lost: [] };
}

const selected = ({ name, type }: MovedColumn): string => (type === 'boolean' ? `${name}::int` : name);

/** Positions of a page: whole days, or a part of a day with more. */
const PAGE_ROWS = 8192;
const MOST_ROWS = 4 * PAGE_ROWS;
const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** A device, and the first time that was not read. */
type PositionPlace = readonly [deviceId: number, from: number];

/** Reads positions device by device; pages that follow one another go on in the same reading. */
export class ServerPositions {
  readonly #queries: Queries;
  readonly #reader: HistoryReader;
  #devices: Promise<readonly number[]> | null = null;
  /** Pages that are being read, and records behind the last page that was given. */
  #open: { at: string; pages: AsyncIterator<readonly RawPosition[]>; read: RawPosition[] } | null = null;

  constructor(queries: Queries, reader: HistoryReader) {
    this.#queries = queries;
    this.#reader = reader;
  }

  async page(cursor: PageCursor | null): Promise<MovedPage> {
    const devices = await (this.#devices ??= devicesWithPositions(this.#queries));
    const first = devices[0];
    if (first === undefined) return { rows: [], next: null, lost: [] };
    const place: PositionPlace = cursor === null ? [first, ALWAYS.from] : JSON.parse(cursor);
    const [deviceId] = place;
    const { records, next } = await this.#read(place);
    const following = devices[firstAbove(devices, deviceId)];
    const after = next ?? (following === undefined ? null : ([following, ALWAYS.from] as const));
    return { rows: records.map(rowOfPosition), next: after && JSON.stringify(after), lost: [] };
  }

  async #read(
    place: PositionPlace,
  ): Promise<{ readonly records: readonly RawPosition[]; readonly next: PositionPlace | null }> {
    const [deviceId, from] = place;
    const at = JSON.stringify(place);
    const open = this.#open?.at === at ? this.#open : this.#begin(at, deviceId, from);
    this.#open = open;
    for (;;) {
      const { value, done } = await open.pages.next();
      if (done === true) {
        this.#open = null;
        return { records: open.read, next: null };
      }
      open.read = [...open.read, ...value];
      if (open.read.length < PAGE_ROWS) continue;
      const end = endOfPage(open.read);
      if (end === 0) continue;
      const records = open.read.slice(0, end);
      open.read = open.read.slice(end);
      const next: PositionPlace = [deviceId, open.read[0]?.fixTime ?? from];
      open.at = JSON.stringify(next);
      return { records, next };
    }
  }

  #begin(at: string, deviceId: number, from: number) {
    const pages = this.#reader.positions({ deviceId, from, to: ALWAYS.to, pageSize: PAGE_ROWS });
    return { at, pages: pages[Symbol.asyncIterator](), read: [] };
  }
}

/** Place of the first number above another one, of many in order. */
function firstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

const dayOf = ({ fixTime }: RawPosition): number => Math.floor(fixTime / DAY_MS);

/** Where the last day begins; in a day of very many records, their last time. 0 = nowhere. */
function endOfPage(records: readonly RawPosition[]): number {
  const last = records.at(-1);
  if (!last) return 0;
  const isWhole = records.length < MOST_ROWS;
  const end = records.findLastIndex((record) =>
    isWhole ? dayOf(record) !== dayOf(last) : record.fixTime !== last.fixTime,
  );
  return end + 1;
}

/** The last ids that were given. */
export async function serverCounters(queries: Queries, tables: readonly MovedTable[]): Promise<Counters> {
  const counters: Record<string, number> = {};
  const sequences = await queries.all(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = current_schema()`,
  );
  const lasts = new Map(sequences.map((row) => [String(row['name']), Number(row['last'] ?? 0)]));
  for (const { kind, name, hasCounter, ofKind } of tables)
    if (hasCounter && ofKind === null) counters[kind] = lasts.get(`${name}_id_seq`) ?? 0;
  const entities = tables.filter(({ ofKind }) => ofKind !== null);
  if (entities.length === 0) return counters;
  const ids = await queries.all(`SELECT kind, last FROM entity_ids`);
  const lastOf = new Map(ids.map((row) => [String(row['kind']), Number(row['last'])]));
  for (const { kind, ofKind } of entities) counters[kind] = lastOf.get(ofKind ?? '') ?? 0;
  for (const row of await queries.all('SELECT kind, next FROM id_blocks'))
    counters[String(row['kind'])] = Number(row['next']) - 1;
  return counters;
}

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { AccessKind } from '@rastro/fleet';
import {
  ACCESS_LOG_SPAN,
  type NewAccessLogEntry,
  type StoredAccessLogEntry,
  type VehicleHours,
  type AccessLogSearch,
} from '../access-log-port.ts';
import { inTransaction } from './in-transaction.ts';
import type { Row } from '../rows/values.ts';

const BYTES = ACCESS_LOG_SPAN / 8;
/** Below this number, devices are stored as a list of two-byte numbers, which is never longer than the bits. */
const FEW = BYTES / 2;
/** Newest and oldest hour first are the same columns, both ways. */
const ORDER = ['hour', 'reader_id', 'kind', 'by_token'];

/** Numbers of the bits that are set, in order. */
function numbersIn(bits: Uint8Array): number[] {
  const found: number[] = [];
  for (const [index, byte] of bits.entries())
    for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) found.push(index * 8 + bit);
  return found;
}

/** Packs devices for storage: few as a list, many as bits. */
function packed(bits: Uint8Array): Uint8Array {
  const numbers = numbersIn(bits);
  return numbers.length < FEW ? new Uint8Array(Uint16Array.from(numbers).buffer) : bits;
}
function unpacked(packed: Uint8Array): Uint8Array {
  if (packed.length === BYTES) return packed;
  const bits = new Uint8Array(BYTES);
  for (const number of new Uint16Array(packed.slice().buffer)) bits[number >> 3]! |= 1 << (number & 7);
  return bits;
}

/** Stored on disk: never change a number. */
const KINDS: Readonly<Record<AccessKind, number>> = { live: 0, latest: 1, history: 2, report: 3, export: 4 };
const KIND_AT = new Map(Object.entries(KINDS).map(([kind, number]) => [number, kind]));
function kindAt(value: unknown): AccessKind {
  const found = KIND_AT.get(Number(value));
  return isKind(found) ? found : 'live';
}
const isKind = (kind: string | undefined): kind is AccessKind => kind !== undefined && kind in KINDS;

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** Asked of each line: nothing is made for it. */
function holds(packed: Uint8Array, number: number): number {
  if (packed.length === BYTES) return ((packed[number >> 3] ?? 0) >> (number & 7)) & 1;
  const [low, high] = [number & 255, number >> 8];
  for (let at = 0; at < packed.length; at += 2) if (packed[at] === low && packed[at + 1] === high) return 1;
  return 0;
}

export function accessLogReads(db: DatabaseSync) {
  db.function('holds', { deterministic: true }, (packed, number) => holds(bytesOf(packed), Number(number)));
  /** One per combination of filters, which are few. */
  const searches = new Map<string, StatementSync>();
  const pageOf = (search: AccessLogSearch): StoredAccessLogEntry[] => {
    const { sql, values } = searchSql(search);
    let statement = searches.get(sql);
    if (!statement) searches.set(sql, (statement = db.prepare(sql)));
    return statement.all(...values).map((row) => toAccessLogEntry(row, search));
  };
  return {
    searchAccessLog(search: AccessLogSearch): StoredAccessLogEntry[] {
      const { within, limit } = search;
      if (within === null) return pageOf(search);
      const found: StoredAccessLogEntry[] = [];
      for (const { from, to } of weeksOf(search)) {
        if (found.length >= limit) break;
        const then = within.filter((each) => each.from <= to && each.to >= from);
        if (then.length === 0) continue;
        found.push(...pageOf({ ...search, from, to, within: then, limit: limit - found.length }));
      }
      return found;
    },
  };
}

const WEEK_HOURS = 168;
/** In the order of the answer: a page of a driver is found in some weeks, not in years. */
function* weeksOf({ from, to, within, isOldestFirst, after }: AccessLogSearch) {
  const first = Math.max(from, Math.min(...(within ?? []).map((each) => each.from)));
  const last = Math.min(to, Math.max(...(within ?? []).map((each) => each.to)));
  const [begin, end] = isOldestFirst ? [after?.hour ?? first, last] : [first, after?.hour ?? last];
  const weeks = Math.max(0, Math.ceil((end - begin + 1) / WEEK_HOURS));
  for (let week = 0; week < weeks; week++) {
    const at = isOldestFirst ? begin + week * WEEK_HOURS : end - (week + 1) * WEEK_HOURS + 1;
    yield { from: Math.max(at, begin), to: Math.min(at + WEEK_HOURS - 1, end) };
  }
}

export function accessLogWrites(db: DatabaseSync) {
  const known = db.prepare(
    'SELECT devices FROM viewings WHERE part = ? AND hour = ? AND reader_id = ? AND kind = ? AND by_token = ?',
  );
  const put = db.prepare('INSERT OR REPLACE INTO viewings VALUES (?, ?, ?, ?, ?, ?)');
  const name = db.prepare('INSERT OR REPLACE INTO viewing_readers VALUES (?, ?, ?)');
  const rename = db.prepare('UPDATE viewing_readers SET name = ? WHERE reader_id = ?');
  const removeOld = db.prepare('DELETE FROM viewings WHERE hour < ?');
  const removeReaders = db.prepare(
    'DELETE FROM viewing_readers WHERE reader_id NOT IN (SELECT reader_id FROM viewings)',
  );
  const keep = ({ hour, readerId, kind, byToken, parts }: NewAccessLogEntry): void => {
    for (const { part, bits } of parts) {
      const key = [part, hour, readerId, KINDS[kind], byToken ? 1 : 0] as const;
      const before = known.get(...key)?.['devices'];
      const all =
        before === undefined ? bits : bits.map((byte, i) => byte | (unpacked(bytesOf(before))[i] ?? 0));
      put.run(...key, packed(all));
    }
  };
  return {
    addAccessLogEntries: (viewings: readonly NewAccessLogEntry[]): void =>
      inTransaction(db, () => {
        for (const accessLogEntry of viewings) {
          keep(accessLogEntry);
          name.run(accessLogEntry.readerId, accessLogEntry.readerName, accessLogEntry.isGuest ? 1 : 0);
        }
      }),
    removeAccessLogBefore: (hour: number): void =>
      inTransaction(db, () => {
        removeOld.run(hour);
        removeReaders.run();
      }),
    renameReader: (readerId: number, to: string): void => void rename.run(to, readerId),
  };
}

function toAccessLogEntry(row: Row, { deviceId, within }: AccessLogSearch): StoredAccessLogEntry {
  const parts = String(row['parts']);
  return {
    hour: Number(row['hour']),
    readerId: Number(row['reader_id']),
    readerName: String(row['name']),
    isGuest: row['is_guest'] === 1,
    kind: kindAt(row['kind']),
    byToken: row['by_token'] === 1,
    deviceIds: deviceId !== null ? [deviceId] : within ? numbersOf(parts) : devicesIn(parts),
  };
}

const numbersOf = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .toSorted((a, b) => a - b);

/** Vehicles with hours and kinds, as SQLite reads them; `kinds` has a bit for each. */
const SPELLS = `JOIN (SELECT value->>0 AS device, value->>1 AS begins, value->>2 AS ends, value->>3 AS kinds FROM json_each(?)) AS spell
  ON part = spell.device / ${ACCESS_LOG_SPAN} AND hour BETWEEN spell.begins AND spell.ends
  AND (spell.kinds >> kind) & 1 AND holds(devices, spell.device % ${ACCESS_LOG_SPAN})`;
const spellsOf = (within: readonly VehicleHours[]): string =>
  JSON.stringify(
    within.map(({ deviceId, from, to, kinds }) => [
      deviceId,
      from,
      to,
      kinds.reduce((bits, kind) => bits | (1 << KINDS[kind]), 0),
    ]),
  );

/** Parts and their contents as SQLite joins them: `0:0700,3:…`, the contents in hexadecimal digits. */
const devicesIn = (parts: string): number[] =>
  parts
    .split(',')
    .flatMap((each) => {
      const [part = '', hex = ''] = each.split(':');
      return numbersIn(unpacked(Uint8Array.from(Buffer.from(hex, 'hex')))).map(
        (number) => Number(part) * ACCESS_LOG_SPAN + number,
      );
    })
    .toSorted((a, b) => a - b);

/** Builds a query with only the conditions that apply; a vehicle leads to its part, a reader to their lines. */
function searchSql(search: AccessLogSearch): { readonly sql: string; readonly values: SQLInputValue[] } {
  const { deviceId, within, readerId, from, to, kind, isOldestFirst, after, limit } = search;
  const text = search.text === null ? null : `%${search.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const place = after && [after.hour, after.readerId, KINDS[after.kind], after.byToken ? 1 : 0];
  const conditions: readonly (readonly [sql: string, values: readonly SQLInputValue[] | null])[] = [
    ['part = ?', deviceId === null ? null : [Math.floor(deviceId / ACCESS_LOG_SPAN)]],
    ['reader_id = ?', readerId === null ? null : [readerId]],
    ['hour BETWEEN ? AND ?', [from, to]],
    ['kind = ?', kind === null ? null : [KINDS[kind]]],
    [String.raw`name LIKE ? ESCAPE '\'`, text === null ? null : [text]],
    [`(${ORDER.join(', ')}) ${isOldestFirst ? '>' : '<'} (?, ?, ?, ?)`, place],
    ['holds(devices, ?)', deviceId === null ? null : [deviceId % ACCESS_LOG_SPAN]],
  ];
  const counting = conditions.filter(([, values]) => values !== null);
  const order = ORDER.map((column) => `${column}${isOldestFirst ? '' : ' DESC'}`).join(', ');
  const seen = `group_concat(${within ? 'DISTINCT spell.device' : "part || ':' || hex(devices)"})`;
  return {
    sql: `SELECT ${ORDER.join(', ')}, name, is_guest, ${seen} AS parts
      FROM viewings JOIN viewing_readers USING (reader_id) ${within ? SPELLS : ''}
      WHERE ${counting.map(([sql]) => sql).join(' AND ')}
      GROUP BY ${ORDER.join(', ')} ORDER BY ${order} LIMIT ?`,
    values: [...(within ? [spellsOf(within)] : []), ...counting.flatMap(([, values]) => values ?? []), limit],
  };
}

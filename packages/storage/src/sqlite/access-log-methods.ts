import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  ACCESS_LOG_SPAN,
  type NewAccessLogEntry,
  type StoredAccessLogEntry,
  type AccessLogSearch,
} from '../access-log-port.ts';
import { inTransaction } from './in-transaction.ts';
import {
  bytesOf,
  holds,
  KINDS,
  packed,
  spellsOf,
  toAccessLogEntry,
  unpacked,
  spansOf,
} from '../rows/access-log-rows.ts';
import { patternOf } from '../rows/values.ts';

/** Newest and oldest hour first are the same columns, both ways. */
const ORDER = ['hour', 'reader_id', 'kind', 'by_token'];

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
      for (const { from, to } of spansOf(search)) {
        if (found.length >= limit) break;
        const then = within.filter((each) => each.from <= to && each.to >= from);
        if (then.length === 0) continue;
        found.push(...pageOf({ ...search, from, to, within: then, limit: limit - found.length }));
      }
      return found;
    },
  };
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

/** Vehicles with hours and kinds, as SQLite reads them; `kinds` has a bit for each. */
const SPELLS = `JOIN (SELECT value->>0 AS device, value->>1 AS begins, value->>2 AS ends, value->>3 AS kinds FROM json_each(?)) AS spell
  ON part = spell.device / ${ACCESS_LOG_SPAN} AND hour BETWEEN spell.begins AND spell.ends
  AND (spell.kinds >> kind) & 1 AND holds(devices, spell.device % ${ACCESS_LOG_SPAN})`;
/** Builds a query with only the conditions that apply; a vehicle leads to its part, a reader to their lines. */
function searchSql(search: AccessLogSearch): { readonly sql: string; readonly values: SQLInputValue[] } {
  const { deviceId, within, readerId, from, to, kind, isOldestFirst, after, limit } = search;
  const text = search.text === null ? null : patternOf(search.text);
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

import {
  ACCESS_LOG_SPAN,
  type AccessLogSearch,
  type AccessLogStorage,
  type NewAccessLogEntry,
  type StoredAccessLogEntry,
} from '../access-log-port.ts';
import {
  bytesOf,
  KINDS,
  packed,
  spellsOf,
  toAccessLogEntry,
  unpacked,
  spansOf,
} from '../rows/access-log-rows.ts';
import { patternOf } from '../rows/values.ts';
import { Bound, whereAll } from './bound.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Newest and oldest hour first are the same columns, both ways. */
const ORDER = ['hour', 'reader_id', 'kind', 'by_token'];

/** Access log: who read the positions of which vehicles. */
export const accessLogMethods = (db: PostgresDatabase): AccessLogStorage => ({
  addAccessLogEntries: (viewings) =>
    db.transaction(async (queries) => {
      for (const entry of viewings) await addEntry(queries, entry);
    }),
  async searchAccessLog(search) {
    const { within, limit } = search;
    if (within === null) return pageOf(db, search);
    const found: StoredAccessLogEntry[] = [];
    for (const { from, to } of spansOf(search)) {
      if (found.length >= limit) break;
      const then = within.filter((each) => each.from <= to && each.to >= from);
      if (then.length === 0) continue;
      found.push(...(await pageOf(db, { ...search, from, to, within: then, limit: limit - found.length })));
    }
    return found;
  },
  removeAccessLogBefore: (hour) =>
    db.transaction(async (queries) => {
      await queries.run('DELETE FROM access_log WHERE hour < $1', [hour]);
      await queries.run(
        `DELETE FROM access_log_readers AS reader
         WHERE NOT EXISTS (SELECT 1 FROM access_log WHERE access_log.reader_id = reader.reader_id)`,
      );
    }),
  async renameReader(readerId, name) {
    await db.run('UPDATE access_log_readers SET name = $2 WHERE reader_id = $1', [readerId, name]);
  },
});

async function addEntry(queries: Queries, entry: NewAccessLogEntry): Promise<void> {
  const { hour, readerId, readerName, isGuest, kind, byToken, parts } = entry;
  // Locks the reader: whoever adds to the same line waits for this transaction, and sees what it added.
  await queries.run(
    `INSERT INTO access_log_readers VALUES ($1, $2, $3)
     ON CONFLICT (reader_id) DO UPDATE SET name = excluded.name, is_guest = excluded.is_guest`,
    [readerId, readerName, isGuest],
  );
  for (const { part, bits } of parts) {
    const key = [part, hour, readerId, KINDS[kind], byToken];
    const [known] = await queries.all(
      `SELECT devices FROM access_log
       WHERE part = $1 AND hour = $2 AND reader_id = $3 AND kind = $4 AND by_token = $5`,
      key,
    );
    const before = known ? unpacked(bytesOf(known['devices'])) : null;
    const all = before === null ? bits : bits.map((byte, at) => byte | (before[at] ?? 0));
    await queries.run(
      `INSERT INTO access_log VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (part, hour, reader_id, kind, by_token) DO UPDATE SET devices = excluded.devices`,
      [...key, Buffer.from(packed(all))],
    );
  }
}

async function pageOf(db: PostgresDatabase, search: AccessLogSearch): Promise<StoredAccessLogEntry[]> {
  const { sql, values } = searchSql(search);
  return (await db.all(sql, values)).map((row) => toAccessLogEntry(row, search));
}

/** Vehicles with hours and kinds, one JSON; `kinds` has a bit for each. */
const spellsIn = (json: string): string =>
  `JOIN (SELECT (value->>0)::bigint AS device, (value->>1)::bigint AS begins, (value->>2)::bigint AS ends,
     (value->>3)::int AS kinds FROM json_array_elements(${json}::json)) AS spell
   ON part = spell.device / ${ACCESS_LOG_SPAN} AND hour BETWEEN spell.begins AND spell.ends
   AND (spell.kinds >> kind) & 1 = 1 AND holds(devices, (spell.device % ${ACCESS_LOG_SPAN})::int)`;

/** Builds a query with only the conditions that apply; a vehicle leads to its part, a reader to their lines. */
function searchSql(search: AccessLogSearch): { readonly sql: string; readonly values: readonly unknown[] } {
  const { deviceId, within, readerId, from, to, kind, text, isOldestFirst, after, limit } = search;
  const bound = new Bound();
  const of = (value: unknown): string => bound.of(value);
  const spells = within && spellsIn(of(spellsOf(within)));
  const where = whereAll([
    deviceId === null ? null : `part = ${of(Math.floor(deviceId / ACCESS_LOG_SPAN))}`,
    readerId === null ? null : `reader_id = ${of(readerId)}`,
    `hour BETWEEN ${of(from)} AND ${of(to)}`,
    kind === null ? null : `kind = ${of(KINDS[kind])}`,
    text === null ? null : `name ILIKE ${of(patternOf(text))}`,
    after &&
      `(${ORDER.join(', ')}) ${isOldestFirst ? '>' : '<'}
       (${[after.hour, after.readerId, KINDS[after.kind], after.byToken].map(of).join(', ')})`,
    deviceId === null ? null : `holds(devices, ${of(deviceId % ACCESS_LOG_SPAN)})`,
  ]);
  const order = ORDER.map((column) => `${column}${isOldestFirst ? '' : ' DESC'}`).join(', ');
  const seen = within ? 'DISTINCT spell.device::text' : "part || ':' || encode(devices, 'hex')";
  return {
    sql: `SELECT ${ORDER.join(', ')}, name, is_guest, string_agg(${seen}, ',') AS parts
      FROM access_log JOIN access_log_readers USING (reader_id) ${spells ?? ''} ${where}
      GROUP BY ${ORDER.join(', ')}, name, is_guest ORDER BY ${order} LIMIT ${of(limit)}`,
    values: bound.values,
  };
}

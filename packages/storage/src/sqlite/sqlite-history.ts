import type { Knots } from '@rastro/fleet';
import type { HistoryQuery, HistoryReader } from '../history-port.ts';
import { StorageError } from '../storage-error.ts';
import type { PositionText, RawPosition, StoredEvent, TrackPosition } from '../records.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { openReadOnly, type ReadOnlyDatabase } from './open-read-only.ts';
import { pickAttributes } from './pick-attributes.ts';
import { toEvent, toPosition } from './rows.ts';

type Row = ArrayRow;
interface Cursor {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}
const CACHE_KIB = 16_384;
/** Parts of a position whose texts are put together. */
const TEXT_PARTS = 14;

/**
 * Reads where it is called, so it belongs into a thread of its own.
 * Rows come as arrays: naming the columns of each of millions of rows costs more than reading them.
 */
export function openSqliteHistory(path: string): HistoryReader {
  const source = openReadOnly(path, CACHE_KIB);
  const { db, answered } = source;
  const whole = range(
    source,
    `id, device_id, server_time, protocol, valid, latitude, longitude, altitude, speed, course, accuracy, address,
     network, geofence_ids, attributes`,
  );
  const narrow = range(source, 'id, latitude, longitude, speed, address, attributes');
  const bare = range(source, 'id, latitude, longitude, speed, address');
  // Most vehicles have no gauge: their attributes are not read.
  const gauges = range(
    source,
    `id, latitude, longitude, speed, address,
     CASE WHEN instr(attributes, '"fuel') > 0 THEN attributes END`,
  );
  const events = db.prepare(
    `SELECT * FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  const byId = db.prepare('SELECT * FROM positions WHERE id IN (SELECT value FROM json_each(?))');
  return {
    async *positions(query) {
      for (const page of whole(query)) yield page.map(toRaw);
    },
    positionTexts: texts(source),
    async *track(query, names) {
      const onlyFuel = names.length > 0 && names.every((name) => name.startsWith('fuel'));
      const read = names.length === 0 ? bare : onlyFuel ? gauges : narrow;
      for (const page of read(query)) yield page.map((row) => toTrack(row, names));
    },
    async *events({ deviceId, from, to, pageSize }) {
      let after = { eventTime: from - 1, id: Number.MAX_SAFE_INTEGER };
      for (;;) {
        const { eventTime, id } = after;
        const page: StoredEvent[] = answered(() => events.all(deviceId, to, eventTime, id, pageSize)).map(
          toEvent,
        );
        const last = page.at(-1);
        if (!last) return;
        yield page;
        if (page.length < pageSize) return;
        after = last;
      }
    },
    placesById: places(source),
    positionsById: async (ids) => answered(() => byId.all(JSON.stringify(ids))).map(toPosition),
    close: async () => db.close(),
  };
}

function places({ db, answered }: ReadOnlyDatabase): HistoryReader['placesById'] {
  const some = arrayRows(
    db,
    'SELECT id, latitude, longitude, address FROM positions WHERE id IN (SELECT value FROM json_each(?))',
  );
  return async (ids) =>
    answered(() => some(JSON.stringify(ids))).map(([id, latitude, longitude, address]) => ({
      id: Number(id),
      latitude: Number(latitude),
      longitude: Number(longitude),
      address: typeof address === 'string' ? address : null,
    }));
}

function texts(source: ReadOnlyDatabase): HistoryReader['positionTexts'] {
  // Handing a value over costs more than putting texts together here; `||` would copy the text at each step.
  const read = range(
    source,
    `server_time, valid, latitude, longitude, altitude, speed, course, accuracy, address,
     concat('{"id":', id, ',"attributes":', attributes, ',"deviceId":', device_id, ',"protocol":"', protocol, '"'),
     CASE WHEN network IS NOT NULL OR geofence_ids IS NOT NULL THEN
       concat('"network":', ifnull(network, 'null'), ',"geofenceIds":', ifnull(geofence_ids, 'null'), '}') END`,
  );
  return async function* (query) {
    // Rows as they come are what is wanted: an object of each would be copied by every collection in a page.
    for (const page of read(query)) {
      if (!page.every(isText)) throw new StorageError('read the history', 'UNAVAILABLE');
      yield page;
    }
  };
}

/** Checks the column types of the table. */
const isText = (row: Row): row is PositionText => row.length === TEXT_PARTS && typeof row[12] === 'string';

/** Reads pages of a device's positions with these columns. */
function range(
  { db, answered }: ReadOnlyDatabase,
  columns: string,
): (query: HistoryQuery) => Iterable<readonly Row[]> {
  const after = arrayRows(
    db,
    `SELECT fix_time, device_time, content_key, ${columns} FROM positions
       WHERE device_id = ? AND fix_time <= ? AND (fix_time, device_time, content_key) > (?, ?, ?)
       ORDER BY fix_time, device_time, content_key LIMIT ?`,
  );
  return (query) =>
    pages(query, (last) => {
      const { deviceId, to, pageSize } = query;
      const { fixTime, deviceTime, contentKey } = last;
      return answered(() => after(deviceId, to, fixTime, deviceTime, contentKey, pageSize));
    });
}

function* pages(query: HistoryQuery, read: (after: Cursor) => readonly Row[]): Generator<readonly Row[]> {
  let after: Cursor = { fixTime: query.from - 1, deviceTime: Number.MAX_SAFE_INTEGER, contentKey: 0 };
  for (;;) {
    const page = read(after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < query.pageSize) return;
    after = { fixTime: last[0] as number, deviceTime: last[1] as number, contentKey: last[2] as number };
  }
}

const toTrack = (row: Row, names: readonly string[]): TrackPosition => ({
  id: row[3] as number,
  fixTime: row[0] as number,
  latitude: row[4] as number,
  longitude: row[5] as number,
  speed: row[6] as Knots,
  address: row[7] as string | null,
  attributes: typeof row[8] === 'string' ? pickAttributes(row[8], names) : NONE,
});
const NONE = {};

const toRaw = (row: Row): RawPosition => ({
  fixTime: row[0] as number,
  deviceTime: row[1] as number,
  contentKey: row[2] as number,
  id: row[3] as number,
  deviceId: row[4] as number,
  serverTime: row[5] as number,
  protocol: row[6] as string,
  valid: row[7] === 1,
  latitude: row[8] as number,
  longitude: row[9] as number,
  altitude: row[10] as number,
  speed: row[11] as Knots,
  course: row[12] as number,
  accuracy: row[13] as number,
  address: row[14] as string | null,
  network: row[15] as string | null,
  geofenceIds: row[16] as string | null,
  attributes: row[17] as string,
});

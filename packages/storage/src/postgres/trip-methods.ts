import type { Episode, RecordKey } from '@rastro/fleet/trips';
import { packEpisode, packPiece, packQuarters, SUM_COLUMNS, SUM_FIELDS } from '../rows/trip-codec.ts';
import { toTripCursor } from '../rows/trip-head-row.ts';
import type { TripChange, TripStorage } from '../trip-port.ts';
import { columnsOf } from './bound.ts';
import { putBlocks, putDriverDays } from './driver-day-writes.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';
import { lastOf, typeOf } from './trip-columns.ts';

/** Derived history that its writer stores, and reads when it starts. */
export const tripMethods = (db: PostgresDatabase): Pick<TripStorage, 'tripCursors' | 'applyTrips'> => ({
  async tripCursors(deviceIds) {
    const rows = await db.all(
      `SELECT device_id, settings, revision, last_time, last_device_time, last_key, late_from, late_to FROM trip_heads
       WHERE $1::bigint[] IS NULL OR device_id = ANY($1)`,
      [deviceIds],
    );
    return rows.map(toTripCursor);
  },
  applyTrips: (changes) =>
    db.transaction(async (queries) => {
      const stored = new Set<TripChange>();
      for (const round of roundsOf(changes))
        for (const change of await applyRound(queries, round)) stored.add(change);
      return changes.map((change) => stored.has(change));
    }),
});

/** Changes of one device come one after the other; nearly always there is one of each. */
function roundsOf(changes: readonly TripChange[]): readonly (readonly TripChange[])[] {
  const rounds: Map<number, TripChange>[] = [];
  for (const change of changes) {
    const free = rounds.find((round) => !round.has(change.deviceId));
    if (free) free.set(change.deviceId, change);
    else rounds.push(new Map([[change.deviceId, change]]));
  }
  return rounds.map((round) => [...round.values()]);
}

/** All devices in as many statements as one. @returns those that were stored. */
async function applyRound(queries: Queries, changes: readonly TripChange[]): Promise<readonly TripChange[]> {
  const taken = new Set([...(await changeHeads(queries, changes)), ...(await beginHeads(queries, changes))]);
  const applied = changes.filter(({ deviceId }) => taken.has(deviceId));
  await removeReplaced(queries, applied);
  await removeDays(queries, applied);
  await putPieces(queries, applied);
  await putEpisodes(queries, applied);
  await putDays(queries, applied);
  await putDriverDays(queries, applied);
  await putBlocks(queries, applied);
  const anew = applied.filter(({ beginsAnew }) => beginsAnew);
  if (anew.length > 0)
    await queries.run('UPDATE trip_heads SET kept_state = NULL WHERE device_id = ANY($1::bigint[])', [
      anew.map(({ deviceId }) => deviceId),
    ]);
  return applied;
}

/** Of histories that are there; whoever changes one of them at the same time is waited for. @returns their devices. */
async function changeHeads(queries: Queries, changes: readonly TripChange[]): Promise<readonly number[]> {
  const later = changes.filter(({ revision }) => revision > 0);
  if (later.length === 0) return [];
  const rows = await queries.lists(
    `UPDATE trip_heads h SET revision = h.revision + 1, late_from = NULL, late_to = NULL,
       settings = coalesce(c.settings, h.settings), last_time = coalesce(c.last_time, h.last_time),
       last_device_time = coalesce(c.last_device_time, h.last_device_time),
       last_key = coalesce(c.last_key, h.last_key), state = coalesce(c.state, h.state),
       longest_episode = greatest(h.longest_episode, c.longest_episode)
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
       AS c (device_id, revision, settings, last_time, last_device_time, last_key, state, longest_episode)
     WHERE h.device_id = c.device_id AND h.revision = c.revision RETURNING h.device_id`,
    columnsOf(later, headOf),
  );
  return rows.map(([deviceId]) => Number(deviceId));
}

/** Of devices that had none. @returns those of them that still had none. */
async function beginHeads(queries: Queries, changes: readonly TripChange[]): Promise<readonly number[]> {
  const first = changes.filter(({ revision }) => revision === 0);
  if (first.length === 0) return [];
  const begun = first.filter(({ head }) => head !== null);
  const inserted =
    begun.length === 0
      ? []
      : await queries.lists(
          `INSERT INTO trip_heads (device_id, revision, settings, last_time, last_device_time, last_key, state,
             longest_episode)
           SELECT d, r + 1, s, t, dt, k, st, l FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[],
             $5::bigint[], $6::bigint[], $7::text[], $8::bigint[]) AS c (d, r, s, t, dt, k, st, l) ORDER BY d
           ON CONFLICT DO NOTHING RETURNING device_id`,
          columnsOf(begun, headOf),
        );
  const others = first.filter(({ head }) => head === null).map(({ deviceId }) => deviceId);
  const without =
    others.length === 0
      ? []
      : await queries.lists(
          `SELECT d FROM unnest($1::bigint[]) AS d WHERE NOT EXISTS (SELECT FROM trip_heads WHERE device_id = d)`,
          [others],
        );
  return [...inserted, ...without].map(([deviceId]) => Number(deviceId));
}

const headOf = ({ deviceId, revision, head, pieces }: TripChange): readonly unknown[] => {
  const longest = pieces.flatMap(({ episodes }) => episodes.map(lengthOf)).reduce(larger, 0);
  const last = head ? keyOf(head.last) : [null, null, null];
  return [deviceId, revision, head?.settings ?? null, ...last, head?.state ?? null, longest];
};
const lengthOf = ({ start, end }: Episode): number => end.time - start.time;
const larger = (a: number, b: number): number => Math.max(a, b);
const keyOf = ({ time, deviceTime, key }: RecordKey) => [time, deviceTime, key] as const;

const FIRST: RecordKey = { time: Number.MIN_SAFE_INTEGER, deviceTime: 0, key: 0 };
const LAST: RecordKey = { time: Number.MAX_SAFE_INTEGER, deviceTime: 0, key: 0 };

async function removeReplaced(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const ranges = changes.flatMap(({ deviceId, replaces }) =>
    replaces ? [[deviceId, ...keyOf(replaces.after ?? FIRST), ...keyOf(replaces.upTo ?? LAST)]] : [],
  );
  if (ranges.length === 0) return;
  const columns = columnsOf(ranges, (range) => range);
  for (const table of ['trip_pieces', 'trip_episodes'])
    await queries.run(
      `DELETE FROM ${table} p USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
         $6::bigint[], $7::bigint[]) AS r (d, t0, dt0, k0, t1, dt1, k1)
       WHERE p.device_id = d AND (p.decided_time, p.decided_device_time, p.decided_key) > (t0, dt0, k0)
         AND (p.decided_time, p.decided_device_time, p.decided_key) <= (t1, dt1, k1)`,
      columns,
    );
}

/** Tracks of a day go with its history: those that are replaced, and those that get new values. */
async function removeDays(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const replaced = changes.flatMap(({ deviceId, replacesDays }) =>
    replacesDays ? [[deviceId, replacesDays.from, replacesDays.to ?? LAST.time]] : [],
  );
  const given = changes.flatMap(({ deviceId, days }) => days.map(({ day }) => [deviceId, day, day]));
  const remove = async (table: string, ranges: readonly (readonly number[])[]): Promise<void> => {
    if (ranges.length === 0) return;
    await queries.run(
      `DELETE FROM ${table} t USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (d, first, last)
       WHERE t.device_id = d AND t.day BETWEEN first AND last`,
      columnsOf(ranges, (range) => range),
    );
  };
  await remove('trip_days', replaced);
  await remove('driver_days', [...replaced, ...given]);
  await remove('track_days', [...replaced, ...given]);
}

async function putPieces(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const rows = changes.flatMap(({ deviceId, pieces }) =>
    pieces.map((piece) => {
      const { kind, start, end, decidedAt, state } = piece;
      const place = [deviceId, start.time, end.time, start.key, end.key, kind];
      return [...place, ...keyOf(decidedAt), packPiece(piece), packQuarters(piece.quarters), state];
    }),
  );
  if (rows.length === 0) return;
  await queries.run(
    `INSERT INTO trip_pieces (device_id, start_time, end_time, start_key, end_key, kind, decided_time,
       decided_device_time, decided_key, body, quarters, state)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[])
     ON CONFLICT (device_id, start_time, end_time, kind, start_key, end_key) DO UPDATE SET
       decided_time = excluded.decided_time, decided_device_time = excluded.decided_device_time,
       decided_key = excluded.decided_key, body = excluded.body, quarters = excluded.quarters, state = excluded.state`,
    columnsOf(lastOf(rows, 6), (row) => row),
  );
}

async function putEpisodes(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const rows = changes.flatMap(({ deviceId, pieces }) =>
    pieces.flatMap(({ decidedAt, episodes }) =>
      episodes.map((episode) => {
        const { kind, start, end, geofenceId } = episode;
        const place = [deviceId, start.time, end.time, geofenceId, start.key, end.key, kind];
        return [...place, ...keyOf(decidedAt), packEpisode(episode)];
      }),
    ),
  );
  if (rows.length === 0) return;
  await queries.run(
    `INSERT INTO trip_episodes (device_id, start_time, end_time, geofence_id, start_key, end_key, kind, decided_time,
       decided_device_time, decided_key, body)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
       $8::bigint[], $9::bigint[], $10::bigint[], $11::text[])
     ON CONFLICT (device_id, kind, start_time, end_time, geofence_id, start_key, end_key) DO UPDATE SET
       decided_time = excluded.decided_time, decided_device_time = excluded.decided_device_time,
       decided_key = excluded.decided_key, body = excluded.body`,
    columnsOf(lastOf(rows, 7), (row) => row),
  );
}

async function putDays(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const rows = changes.flatMap(({ deviceId, days }) =>
    days.map(({ day, sums, quarters }) => [
      deviceId,
      day,
      packQuarters(quarters),
      ...SUM_FIELDS.map((field) => sums[field]),
    ]),
  );
  if (rows.length === 0) return;
  const types = ['bigint', 'bigint', 'text', ...SUM_COLUMNS.map(typeOf)];
  await queries.run(
    `INSERT INTO trip_days (device_id, day, quarters, ${SUM_COLUMNS.join()})
     SELECT * FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join()})
     ON CONFLICT (device_id, day) DO UPDATE SET quarters = excluded.quarters,
       ${SUM_COLUMNS.map((column) => `${column} = excluded.${column}`).join()}`,
    columnsOf(lastOf(rows, 2), (row) => row),
  );
}

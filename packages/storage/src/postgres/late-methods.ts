import type { LateFindings, LateOutcome, LateReads, LateStorage } from '../late-port.ts';
import type { NewEvent, StoredEvent } from '../records.ts';
import { toEvent } from '../rows/values.ts';
import { insertEvents } from './batch-rows.ts';
import { columnsOf } from './bound.ts';
import { reserveIds } from './ingest-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Findings about late records. */
export const lateMethods = (db: PostgresDatabase): LateStorage => ({
  settleLate: (all) =>
    db.transaction(async (queries) => {
      const outcomes: LateOutcome[] = [];
      for (const findings of all) outcomes.push(await settle(queries, findings));
      return outcomes;
    }),
});

async function settle(queries: Queries, findings: LateFindings): Promise<LateOutcome> {
  const { events, outboxTypes = [] } = findings;
  const gone = (await reportedBefore(queries, findings)).filter((found) => !events.some(isSameAs(found)));
  if (gone.length > 0)
    await queries.run('DELETE FROM events WHERE id = ANY($1::bigint[])', [gone.map(({ id }) => id)]);
  const pendingCorrection = await correct(queries, findings);
  return { pendingCorrection, events: await insertNew(queries, events, outboxTypes) };
}

const isSameAs =
  (found: NewEvent) =>
  ({ type, eventTime, geofenceId }: NewEvent): boolean =>
    type === found.type && eventTime === found.eventTime && geofenceId === found.geofenceId;

/** Events that an earlier check found, and this one may not find any more. */
async function reportedBefore(
  queries: Queries,
  { deviceId, from, to, positionIds, dwellGeofences, visits }: LateFindings,
): Promise<readonly StoredEvent[]> {
  const atRecords = await queries.all(
    `SELECT * FROM events WHERE device_id = $1 AND event_time BETWEEN $2 AND $3
     AND position_id = ANY($4::bigint[]) AND geofence_id <> ALL($5::bigint[])`,
    [deviceId, from, to, positionIds, dwellGeofences],
  );
  const ofVisits =
    visits.length === 0
      ? []
      : await queries.all(
          `SELECT DISTINCT e.* FROM events e JOIN unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS v (g, t0, t1)
           ON e.geofence_id = g AND e.event_time BETWEEN t0 AND t1
           WHERE e.device_id = $1 AND e.type IN ('geofenceEnter', 'geofenceExit')`,
          [deviceId, ...columnsOf(visits, (visit) => [visit.geofenceId, visit.from, visit.to])],
        );
  return [...atRecords.map(toEvent).filter(isRechecked), ...ofVisits.map(toEvent).filter(isOfLateRecord)];
}

/** Their attributes are read here: those of devices may have texts that the JSON of the database does not take. */
const isOfLateRecord = ({ attributes }: StoredEvent): boolean => attributes['late'] === true;

/** Alarms of late records are stored with them, except those calculated from speeds. */
const isRechecked = (event: StoredEvent): boolean =>
  isOfLateRecord(event) && (event.type !== 'alarm' || (event.attributes['acceleration'] ?? null) !== null);

/** Of records that were not removed meanwhile. @returns the pending correction of the device, with what was added. */
async function correct(
  queries: Queries,
  { deviceId, records }: LateFindings,
): Promise<LateOutcome['pendingCorrection']> {
  const found = await queries.lists(
    `SELECT position_id, coalesce(correction_m, 0), coalesce(correction_ms, 0) FROM late_records
     WHERE device_id = $1 AND (fix_time, position_id) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[])) FOR UPDATE`,
    [deviceId, records.map(({ fixTime }) => fixTime), records.map(({ id }) => id)],
  );
  const before = new Map(found.map(([id, m, ms]) => [Number(id), [Number(m), Number(ms)] as const]));
  let [distanceM, engineMs] = [0, 0];
  const changed = records.filter(({ id, correction }) => {
    const [m, ms] = before.get(id) ?? [];
    if (m === undefined || ms === undefined) return false;
    distanceM += correction.distanceM - m;
    engineMs += correction.engineMs - ms;
    return true;
  });
  if (changed.length > 0)
    await queries.run(
      `UPDATE late_records l SET correction_m = m, correction_ms = ms
       FROM unnest($1::bigint[], $2::bigint[], $3::float8[], $4::bigint[]) AS c (t, id, m, ms)
       WHERE l.device_id = $5 AND l.fix_time = t AND l.position_id = id`,
      [
        ...columnsOf(changed, ({ fixTime, id, correction }) => [
          fixTime,
          id,
          correction.distanceM,
          correction.engineMs,
        ]),
        deviceId,
      ],
    );
  const [sum] = await queries.lists(
    `INSERT INTO pending_corrections AS c VALUES ($1, $2, $3) ON CONFLICT (device_id) DO UPDATE SET
     correction_m = c.correction_m + excluded.correction_m, correction_ms = c.correction_ms + excluded.correction_ms
     RETURNING correction_m, correction_ms`,
    [deviceId, distanceM, engineMs],
  );
  return { distanceM: Number(sum?.[0]), engineMs: Number(sum?.[1]) };
}

/** Stores those events that are not there, with ids of their own. */
async function insertNew(
  queries: Queries,
  events: readonly NewEvent[],
  outboxTypes: readonly string[],
): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  const rows = await queries.all(
    `SELECT DISTINCT e.* FROM events e JOIN unnest($1::bigint[], $2::bigint[]) AS n (d, t)
     ON e.device_id = d AND e.event_time = t`,
    columnsOf(events, ({ deviceId, eventTime }) => [deviceId, eventTime]),
  );
  const there = rows.map(toEvent);
  const fresh = events.filter(
    (event) => !there.some((found) => found.deviceId === event.deviceId && isSameAs(found)(event)),
  );
  if (fresh.length === 0) return [];
  const first = await reserveIds(queries, 'event', fresh.length);
  const stored = fresh.map((event, at) => ({ ...event, id: first + at }));
  await insertEvents(queries, stored, ({ type }) => outboxTypes.includes(type));
  return stored;
}

export const lateReads = (queries: Queries): LateReads => ({
  async lateRecords(deviceId, from, to) {
    const rows = await queries.planned(
      `SELECT position_id, fix_time, correction_m, correction_ms FROM late_records
       WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3 ORDER BY fix_time, position_id`,
      [deviceId, from, to],
    );
    return rows.map(([id, fixTime, m, ms]) => ({
      id: Number(id),
      fixTime: Number(fixTime),
      correction: m === null ? null : { distanceM: Number(m), engineMs: Number(ms) },
    }));
  },
  async firstOpenLate(deviceId) {
    const [row] = await queries.planned(
      'SELECT min(fix_time) FROM late_records WHERE device_id = $1 AND correction_m IS NULL',
      [deviceId],
    );
    const time = row?.[0];
    return typeof time === 'number' ? time : null;
  },
});

import { waitsForSomebody } from '@rastro/fleet/threads';
import type { IngestBatch, StoredDeviceState, StoredEvent, StoredPosition } from '../records.ts';
import type { StoredNames } from '../stored-names.ts';
import { columnsOf } from './bound.ts';
import { moveCursors } from './cursor-methods.ts';
import { flagLate } from './late-flags.ts';
import type { Queries } from './postgres-database.ts';

/**
 * All rows of a batch but its positions and commands: one statement for each table.
 * @param positions Also those that are known already: states stand on them.
 */
export function batchRows(
  queries: Queries,
  { events, states, late = [], passedOver = [], cursors = [], outbox = [] }: IngestBatch,
  positions: readonly StoredPosition[],
  names: StoredNames,
): readonly Promise<void>[] {
  const byId = new Map(positions.map((position) => [position.id, position]));
  const some = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return [
    passOver(queries, some(passedOver)),
    flagLate(
      queries,
      some(late).map(({ deviceId, fixTime }) => ({ deviceId, from: fixTime, to: fixTime })),
    ),
    insertEvents(queries, events, outboxOf(outbox)),
    putStates(queries, states, (id) => ({ id: names.of(id), time: byId.get(id)?.fixTime ?? null })),
    moveCursors(queries, cursors),
  ];
}

async function passOver(queries: Queries, positions: readonly StoredPosition[]): Promise<void> {
  if (positions.length === 0) return;
  await queries.run(
    `INSERT INTO late_records (device_id, fix_time, position_id)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
    columnsOf(positions, ({ deviceId, fixTime, id }) => [deviceId, fixTime, id]),
  );
}

function outboxOf(ids: readonly number[]): (event: StoredEvent) => boolean {
  const wanted = new Set(ids);
  return ({ id }) => wanted.has(id);
}

/**
 * With their alarms, in one statement, also within a transaction of whoever calls.
 * @param isForOutbox Rules of notifications are to be matched with it.
 */
export async function insertEvents(
  queries: Queries,
  events: readonly StoredEvent[],
  isForOutbox: (event: StoredEvent) => boolean,
): Promise<void> {
  if (events.length === 0) return;
  await queries.run(
    `WITH sent AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[],
         $7::bigint[], $8::text[], $9::boolean[], $10::boolean[])
       AS e (id, device_id, type, event_time, position_id, geofence_id, maintenance_id, attributes, waits, notifies)),
     stored AS (INSERT INTO events SELECT id, device_id, type, event_time, position_id, geofence_id, maintenance_id,
       attributes FROM sent),
     announced AS (INSERT INTO outbox SELECT id FROM sent WHERE notifies)
     INSERT INTO alarms (event_id, device_id, event_time) SELECT id, device_id, event_time FROM sent WHERE waits`,
    columnsOf(events, (e) => [
      e.id,
      e.deviceId,
      e.type,
      e.eventTime,
      e.positionId,
      e.geofenceId,
      e.maintenanceId,
      JSON.stringify(e.attributes),
      waitsForSomebody(e),
      isForOutbox(e),
    ]),
  );
}

/** Of two of a device the last one counts. @param standsOn The row of a position, and its fixTime; null = not known here. */
async function putStates(
  queries: Queries,
  states: readonly StoredDeviceState[],
  standsOn: (positionId: number) => { readonly id: number; readonly time: number | null },
): Promise<void> {
  if (states.length === 0) return;
  const last = [...new Map(states.map((state) => [state.deviceId, state])).values()];
  await queries.run(
    `INSERT INTO device_states AS s (device_id, position_id, position_time, last_update, status, memory)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
     ON CONFLICT (device_id) DO UPDATE SET position_id = excluded.position_id,
       position_time = coalesce(excluded.position_time,
         CASE WHEN excluded.position_id = s.position_id THEN s.position_time END),
       last_update = excluded.last_update, status = excluded.status, memory = excluded.memory`,
    columnsOf(last, ({ deviceId, positionId, lastUpdate, status, memory }) => {
      const { id, time } = standsOn(positionId);
      return [deviceId, id, time, lastUpdate, status, memory];
    }),
  );
}

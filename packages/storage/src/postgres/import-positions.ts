import type { RawPosition } from '../records.ts';
import { allOf } from './all-of.ts';
import { COPY_POSITIONS, encodeRawPositions } from './encode-positions.ts';
import type { PositionTables } from './position-tables.ts';
import { toStorageError } from './postgres-error.ts';
import type { PipelinedQueries, PostgresDatabase, Queries } from './postgres-database.ts';

/**
 * Stores many old positions, whose identities and ids nobody has, in one transaction with something else. All of it is
 * sent at once. A crash of the database may take back the last ones: then that is taken back, too.
 * @param writer Connections that send statements without waiting for answers.
 */
export async function importPositions(
  writer: PostgresDatabase,
  tables: PositionTables,
  positions: readonly RawPosition[],
  also: (queries: Queries) => readonly Promise<unknown>[],
): Promise<void> {
  await tables.prepare(positions);
  const data = encodeRawPositions(positions);
  const send = (queries: PipelinedQueries): Promise<void> =>
    allOf([
      queries.run('BEGIN'),
      queries.run('SET LOCAL synchronous_commit = off'),
      ...(positions.length === 0 ? [] : [queries.copyIn(COPY_POSITIONS, data)]),
      ...also(queries),
      queries.run('COMMIT'),
    ]);
  await writer.onConnection(send).catch((error: unknown) => {
    throw toStorageError('store positions', error);
  });
}

/** Devices with positions, in order: each is found by the index of identities. */
export async function devicesWithPositions(queries: Queries): Promise<readonly number[]> {
  const rows = await queries.lists(
    `WITH RECURSIVE d (id) AS (SELECT min(device_id) FROM positions UNION ALL
       SELECT (SELECT min(device_id) FROM positions WHERE device_id > d.id) FROM d WHERE d.id IS NOT NULL)
     SELECT id FROM d WHERE id IS NOT NULL
     UNION SELECT id FROM entities WHERE kind = 'device' UNION SELECT device_id FROM device_states
     UNION SELECT device_id FROM trip_heads ORDER BY 1`,
  );
  return rows.map(([id]) => Number(id));
}

import type { IngestStorage, ReservedKind } from '../ingest-port.ts';
import type { Committer } from './committer.ts';
import { partitionReads } from './partition-methods.ts';
import { removePositions } from './position-removal.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';
import { stateMethods } from './state-methods.ts';

/** Data that the process writes which owns a partition, and reads when it starts. */
export const ingestMethods = (
  db: PostgresDatabase,
  committer: Pick<Committer, 'commit' | 'outcomeOf'>,
): IngestStorage => ({
  commit: (batch) => committer.commit(batch),
  outcomeOf: (sequence) => committer.outcomeOf(sequence),
  reserveIds: (kind, count) => reserveIds(db, kind, count),
  removePositions: (range, limit) => db.transaction((queries) => removePositions(queries, range, limit)),
  ...partitionReads(db),
  ...stateMethods(db),
});

/** Also within a transaction of whoever calls. Rows may have been inserted another way, with ids that were not reserved. */
export async function reserveIds(queries: Queries, kind: ReservedKind, count: number): Promise<number> {
  const table = kind === 'position' ? 'positions' : 'events';
  const [row] = await queries.all(
    `UPDATE id_blocks SET next = greatest(next, (SELECT coalesce(max(id), 0) + 1 FROM ${table})) + $2
     WHERE kind = $1 RETURNING next`,
    [kind, count],
  );
  return Number(row?.['next']) - count;
}

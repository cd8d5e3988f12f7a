import type { IngestBatch, KnownPosition, StoredPosition } from '../records.ts';
import { columnsOf } from './bound.ts';
import type { PackedSearch } from './packed-keys.ts';
import type { Queries } from './postgres-database.ts';

const identityOf = (p: StoredPosition) => [p.deviceId, p.fixTime, p.deviceTime, p.contentKey] as const;
const nameOf = (identity: readonly unknown[]): string => identity.map(Number).join('/');

/** Those whose identity is taken, by a row, in a run, or by one before them in the same batch. */
export async function knownPositions(
  queries: Queries,
  positions: readonly StoredPosition[],
  { idOf }: Pick<PackedSearch, 'idOf'>,
): Promise<readonly KnownPosition[]> {
  if (positions.length === 0) return [];
  const rows = await queries.lists(
    `SELECT p.device_id, p.fix_time, p.device_time, p.content_key, p.id
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS sent (d, t, dt, k)
     JOIN positions p ON p.device_id = d AND p.fix_time = t AND p.device_time = dt AND p.content_key = k
     WHERE p.fix_time BETWEEN $5 AND $6`,
    [...columnsOf(positions, identityOf), ...timesOf(positions)],
  );
  const taken = new Map(rows.map(([d, t, dt, k, id]) => [nameOf([d, t, dt, k]), Number(id)]));
  const known: KnownPosition[] = [];
  for (const position of positions) {
    const name = nameOf(identityOf(position));
    const storedAs = taken.get(name) ?? idOf(position) ?? undefined;
    if (storedAs === undefined) taken.set(name, position.id);
    else known.push({ id: position.id, storedAs });
  }
  return known;
}

/** The first and the last, so that only tables of these times are searched. */
const timesOf = (positions: readonly StoredPosition[]): readonly [number, number] => {
  let [first, last] = [Infinity, -Infinity];
  for (const { fixTime } of positions) {
    first = Math.min(first, fixTime);
    last = Math.max(last, fixTime);
  }
  return [first, last];
};

/** The rest of a batch without them. */
export function withoutKnown(batch: IngestBatch, known: readonly KnownPosition[]): IngestBatch {
  if (known.length === 0) return batch;
  const ids = new Set(known.map(({ id }) => id));
  return {
    ...batch,
    positions: batch.positions.filter(({ id }) => !ids.has(id)),
    events: batch.events.filter(({ positionId }) => !ids.has(positionId)),
    commands: (batch.commands ?? []).filter(({ positionId }) => !ids.has(positionId)),
    late: (batch.late ?? []).filter((id) => !ids.has(id)),
    passedOver: (batch.passedOver ?? []).filter((id) => !ids.has(id)),
  };
}

import type { IngestStorage } from '../ingest-port.ts';
import type { PartitionStorage } from '../partition-port.ts';
import type { PartitionCursor } from '../records.ts';
import { REJECTED } from './postgres-error.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

const AFTER_MS = (place: string): string => `clock_timestamp() + ${place} * interval '1 millisecond'`;
/** Of a former owner: its commits must not pass any more, whether or not somebody else takes the partition. */
const FREE = 'owner = NULL, lease_until = NULL, epoch = epoch + 1';

/** Ownership of the partitions. */
export const partitionMethods = (db: PostgresDatabase): PartitionStorage => ({
  async noteAlive(owner, aliveMs) {
    const [row] = await db.all(
      `WITH noted AS (INSERT INTO nodes VALUES ($1, ${AFTER_MS('$2')})
         ON CONFLICT (name) DO UPDATE SET alive_until = excluded.alive_until),
       gone AS (DELETE FROM nodes WHERE alive_until < clock_timestamp() - interval '1 day' AND name <> $1)
       SELECT 1 + count(*) AS alive FROM nodes WHERE name <> $1 AND alive_until > clock_timestamp()`,
      [owner, aliveMs],
    );
    return Number(row?.['alive']);
  },
  async noteGone(owner) {
    await db.run(
      `WITH gone AS (DELETE FROM nodes WHERE name = $1) UPDATE partitions SET ${FREE} WHERE owner = $1`,
      [owner],
    );
  },
  async takePartitions(owner, wanted, leaseMs) {
    // Of several who take at once none waits for another, nor for the last commit of a former owner.
    const rows = await db.all(
      `WITH free AS (SELECT partition FROM partitions WHERE owner IS NULL OR lease_until <= clock_timestamp()
         ORDER BY partition LIMIT $2 FOR UPDATE SKIP LOCKED)
       UPDATE partitions p SET owner = $1, epoch = epoch + 1, lease_until = ${AFTER_MS('$3')}
       FROM free WHERE p.partition = free.partition RETURNING p.partition, p.epoch, coalesce(p.seq, 0) AS seq`,
      [owner, wanted, leaseMs],
    );
    return rows.map((row) => ({
      partition: Number(row['partition']),
      epoch: Number(row['epoch']),
      seq: Number(row['seq']),
    }));
  },
  async renewPartitions(owner, leaseMs) {
    const rows = await db.all(
      `UPDATE partitions SET lease_until = ${AFTER_MS('$2')} WHERE owner = $1 RETURNING partition`,
      [owner, leaseMs],
    );
    return rows.map((row) => Number(row['partition'])).toSorted((a, b) => a - b);
  },
  async giveUpPartitions(owner, partitions) {
    await db.run(`UPDATE partitions SET ${FREE} WHERE owner = $1 AND partition = ANY($2::int[])`, [
      owner,
      partitions,
    ]);
  },
});

/** Reads how far a partition has come. */
export const partitionReads = (db: PostgresDatabase): Pick<IngestStorage, 'cursor'> => ({
  async cursor(partition) {
    const [row] = await db.all('SELECT epoch, seq FROM partitions WHERE partition = $1 AND seq IS NOT NULL', [
      partition,
    ]);
    return row ? { partition, epoch: Number(row['epoch']), seq: Number(row['seq']) } : null;
  },
});

/** Moves the cursor of a partition with a batch, which is rejected when a newer owner has taken over. */
export async function advanceCursor(
  queries: Queries,
  { partition, epoch, seq }: PartitionCursor,
): Promise<void> {
  await queries.run(
    `WITH moved AS (UPDATE partitions SET epoch = $2, seq = $3 WHERE partition = $1 AND epoch <= $2 RETURNING 1)
     SELECT reject('${REJECTED.FENCED}') WHERE NOT EXISTS (SELECT FROM moved)`,
    [partition, epoch, seq],
  );
}

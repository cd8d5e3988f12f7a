import type { IngestStorage } from '../ingest-port.ts';
import type { PartitionStorage, SentMessages } from '../partition-port.ts';
import type { PartitionCursor } from '../records.ts';
import { columnsOf } from './bound.ts';
import { REJECTED } from './postgres-error.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

const AFTER_MS = (place: string): string => `clock_timestamp() + ${place} * interval '1 millisecond'`;
/** Of a former owner: its commits must not pass any more, whether or not somebody else takes the partition. */
const FREE = 'owner = NULL, lease_until = NULL, epoch = epoch + 1';

/** All of an owner; always locked in the same order, so that nobody waits in a circle. */
const HELD = 'held AS (SELECT partition FROM partitions WHERE owner = $1 ORDER BY partition FOR UPDATE)';

/** Ownership of the partitions. */
export const partitionMethods = (db: PostgresDatabase): PartitionStorage => ({
  ...ownershipMethods(db),
  ...publisherMethods(db),
});

const publisherMethods = (db: PostgresDatabase): Pick<PartitionStorage, 'noteSent'> => ({
  async noteSent(publisher, sent, aliveMs) {
    // All see what was there before the statement: each writes its own row, and deletes what has ended.
    const rows = await db.all(
      `WITH noted AS (INSERT INTO publishers VALUES ($1, $2, ${AFTER_MS('$3')})
         ON CONFLICT (name) DO UPDATE SET sent = excluded.sent, alive_until = excluded.alive_until),
       gone AS (DELETE FROM publishers WHERE alive_until < clock_timestamp() - interval '1 minute' AND name <> $1)
       SELECT name, sent FROM publishers WHERE name <> $1 AND alive_until > clock_timestamp()`,
      [publisher, textOf(sent), aliveMs],
    );
    return new Map(rows.map((row) => [String(row['name']), countsIn(String(row['sent']))]));
  },
});

const ownershipMethods = (db: PostgresDatabase): Omit<PartitionStorage, 'noteSent'> => ({
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
      `WITH gone AS (DELETE FROM nodes WHERE name = $1), ${HELD}
       UPDATE partitions p SET ${FREE} FROM held WHERE p.partition = held.partition`,
      [owner],
    );
  },
  async takePartitions(owner, wanted, leaseMs) {
    // Of several who take at once none waits for another, nor for the last commit of a former owner.
    const rows = await db.all(
      `WITH free AS (SELECT partition FROM partitions WHERE owner IS NULL OR lease_until <= clock_timestamp()
         ORDER BY partition LIMIT $2 FOR UPDATE SKIP LOCKED)
       UPDATE partitions p SET owner = $1, epoch = epoch + 1, lease_until = ${AFTER_MS('$3')}
       FROM free WHERE p.partition = free.partition RETURNING p.partition, p.epoch, coalesce(p.seq, 0) AS seq,
         p.senders`,
      [owner, wanted, leaseMs],
    );
    return rows.map((row) => ({
      partition: Number(row['partition']),
      epoch: Number(row['epoch']),
      seq: Number(row['seq']),
      ...sendersOf(row),
    }));
  },
  async epochs() {
    const rows = await db.all('SELECT partition, epoch FROM partitions');
    return new Map(rows.map((row) => [Number(row['partition']), Number(row['epoch'])]));
  },
  async renewPartitions(owner, leaseMs) {
    const rows = await db.all(
      `WITH ${HELD} UPDATE partitions p SET lease_until = ${AFTER_MS('$2')}
       FROM held WHERE p.partition = held.partition RETURNING p.partition`,
      [owner, leaseMs],
    );
    return rows.map((row) => Number(row['partition'])).toSorted((a, b) => a - b);
  },
  async giveUpPartitions(owner, partitions) {
    await db.run(
      `WITH ${HELD} UPDATE partitions p SET ${FREE}
       FROM held WHERE p.partition = held.partition AND p.partition = ANY($2::int[])`,
      [owner, partitions],
    );
  },
});

/** Reads how far a partition has come. */
export const partitionReads = (db: PostgresDatabase): Pick<IngestStorage, 'cursor'> => ({
  async cursor(partition) {
    const [row] = await db.all(
      'SELECT epoch, seq, senders FROM partitions WHERE partition = $1 AND seq IS NOT NULL',
      [partition],
    );
    return row
      ? { partition, epoch: Number(row['epoch']), seq: Number(row['seq']), ...sendersOf(row) }
      : null;
  },
});

/**
 * Moves the cursors of partitions with a batch, which is rejected when a newer owner has taken over one of them.
 */
export async function advanceCursors(queries: Queries, cursors: readonly PartitionCursor[]): Promise<void> {
  if (cursors.length === 0) return;
  await queries.run(
    `WITH sent AS (SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[])
       AS s (partition, epoch, seq, senders)),
     held AS (SELECT p.partition FROM partitions p JOIN sent s ON s.partition = p.partition AND p.epoch <= s.epoch
       ORDER BY p.partition FOR UPDATE OF p),
     moved AS (UPDATE partitions p SET epoch = s.epoch, seq = s.seq,
         senders = coalesce(s.senders, p.senders) FROM sent s JOIN held h ON h.partition = s.partition
       WHERE p.partition = s.partition AND p.epoch <= s.epoch RETURNING 1)
     SELECT reject('${REJECTED.FENCED}') WHERE (SELECT count(*) FROM moved) < (SELECT count(*) FROM sent)`,
    columnsOf(cursors, ({ partition, epoch, seq, senders = null }) => [partition, epoch, seq, senders]),
  );
}

const sendersOf = ({ senders }: Readonly<Record<string, unknown>>): Pick<PartitionCursor, 'senders'> =>
  typeof senders === 'string' ? { senders } : {};

/** A line for each topic. */
const textOf = (sent: SentMessages): string =>
  Object.entries(sent)
    .map(([topic, count]) => `${topic} ${count}`)
    .join('\n');
const countsIn = (text: string): SentMessages =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [topic = '', count = ''] = line.split(' ');
        return [topic, Number(count)];
      }),
  );

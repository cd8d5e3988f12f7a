import { serverAt } from '../location.ts';
import type { Storage } from '../port.ts';
import { addressMethods } from './address-methods.ts';
import { alarmMethods } from './alarm-methods.ts';
import { auditMethods } from './audit-methods.ts';
import { commandMethods } from './command-methods.ts';
import { Committer } from './committer.ts';
import { credentialMethods } from './credential-methods.ts';
import { cursorListMethods, cursorMethods } from './cursor-methods.ts';
import { deliveryMethods } from './delivery-methods.ts';
import { directoryMethods } from './directory-methods.ts';
import { historyMethods } from './history-methods.ts';
import { ingestMethods } from './ingest-methods.ts';
import { IngestRuns } from './ingest-runs.ts';
import { lateMethods } from './late-methods.ts';
import { leaseMethods } from './lease-methods.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { packInBackground } from './pack-in-background.ts';
import { packEverything } from './packing-round.ts';
import { partitionMethods } from './partition-methods.ts';
import { PositionTables } from './position-tables.ts';
import { opened } from './moving.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { privateMethods } from './private-methods.ts';
import { ReplicaReads } from './read-replica.ts';
import { retentionMethods } from './retention-methods.ts';
import { SCHEMA } from './schema.ts';
import { serviceMethods } from './service-methods.ts';
import { statisticsMethods } from './statistics-methods.ts';
import { trackMethods } from './track-methods.ts';
import { tripMethods } from './trip-methods.ts';

/** One batch is stored, and the next one is copied. */
const WRITERS = 2;
/** Users who read history at a time, on the primary and on the replica. */
const READERS = 4;

/**
 * @param options `packsAtOnce`: packs history after each commit, for tests. `readUrl`: of a replica that users read from.
 * @throws StorageError UNAVAILABLE when the server cannot be reached, TOO_NEW for a newer database.
 */
export async function openPostgresStorage(
  url: string,
  {
    packsAtOnce = false,
    readUrl = null,
  }: { readonly packsAtOnce?: boolean; readonly readUrl?: string | null } = {},
): Promise<Storage> {
  const settings = { url, schema: SCHEMA };
  await migrate(settings, MIGRATIONS);
  const db = await opened(settings);
  const writer = new PostgresDatabase(settings, { connections: WRITERS, pipeline: true });
  const tables = new PositionTables(db);
  const reads = new ReplicaReads(settings, readUrl, { connections: READERS });
  const runs = new IngestRuns(db);
  await tables.prepare([]);
  await runs.forgetOld();
  const endPacking = packsAtOnce ? null : packInBackground(db, url);
  const committer = new Committer(writer, tables, runs);
  return {
    location: serverAt(url, readUrl),
    partitions: partitionMethods(db),
    ...ingestMethods(db, packsAtOnce ? packingCommitter(committer, db) : committer),
    ...historyMethods(db, reads),
    ...tripMethods(db),
    ...retentionMethods(db),
    ...lateMethods(db),
    ...trackMethods(db),
    ...directoryMethods(db),
    ...credentialMethods(db),
    ...commandMethods(db),
    ...deliveryMethods(db),
    ...alarmMethods(db),
    ...serviceMethods(db),
    ...privateMethods(db),
    ...auditMethods(db),
    ...statisticsMethods(db),
    ...addressMethods(db),
    ...cursorMethods(db),
    ...cursorListMethods(db),
    ...leaseMethods(db),
    healthy: () => db.healthy(),
    async close() {
      await endPacking?.();
      await reads.close();
      await writer.close();
      await db.close();
    },
  };
}

const packingCommitter = (
  committer: Committer,
  db: PostgresDatabase,
): Pick<Committer, 'commit' | 'outcomeOf'> => ({
  async commit(batch) {
    const outcome = await committer.commit(batch);
    await packEverything(db);
    return outcome;
  },
  outcomeOf: (sequence) => committer.outcomeOf(sequence),
});

import type { DatabaseSync } from 'node:sqlite';
import { addressReads } from './address-methods.ts';
import { alarmReads } from './alarm-methods.ts';
import { auditReads } from './audit-methods.ts';
import { tripReads } from './trip-methods.ts';
import { commandReads } from './command-methods.ts';
import { credentialReads } from './credential-methods.ts';
import { deliveryReads } from './delivery-methods.ts';
import { directoryReads } from './directory-methods.ts';
import { historyReads } from './history-methods.ts';
import { ingestReads } from './ingest-methods.ts';
import { privateReads } from './private-methods.ts';
import { serviceReads } from './service-methods.ts';
import { statisticsReads } from './statistics-methods.ts';

/** All read-only methods. Runs in the reader thread, in parallel with the writer. */
export const readMethods = (db: DatabaseSync) => ({
  ...ingestReads(db),
  ...historyReads(db),
  ...directoryReads(db),
  ...credentialReads(db),
  ...commandReads(db),
  ...deliveryReads(db),
  ...alarmReads(db),
  ...serviceReads(db),
  ...auditReads(db),
  ...privateReads(db),
  ...statisticsReads(db),
  ...tripReads(db),
  ...addressReads(db),
  healthy: (): boolean => db.prepare('SELECT 1 AS one').get()?.['one'] === 1,
});

import type { DatabaseSync } from 'node:sqlite';
import { addressWrites } from './address-methods.ts';
import { alarmWrites } from './alarm-methods.ts';
import { auditWrites } from './audit-methods.ts';
import { tripWrites, positionDrop } from './trip-methods.ts';
import { commandWrites } from './command-methods.ts';
import { credentialWrites } from './credential-methods.ts';
import { deliveryWrites } from './delivery-methods.ts';
import { directoryWrites } from './directory-methods.ts';
import { ingestWrites } from './ingest-methods.ts';
import { lateWrites } from './late-methods.ts';
import { leaseMethods } from './lease-methods.ts';
import { positionRemoval } from './position-removal.ts';
import { privateWrites } from './private-methods.ts';
import { serviceWrites } from './service-methods.ts';
import { statisticsWrites } from './statistics-methods.ts';
import { trackWrites } from './track-methods.ts';
import type { WrittenHistory } from './written-history.ts';

/** Everything that changes the database. Runs in the writer thread, one call after the other. */
export function writeMethods(db: DatabaseSync, history: WrittenHistory) {
  const { insertCommand, ...commands } = commandWrites(db);
  const { appendAction, ...audit } = auditWrites(db);
  return {
    ...ingestWrites(db, { history, insertCommand, appendAction }),
    ...positionRemoval(db, history),
    ...directoryWrites(db, history),
    ...credentialWrites(db),
    ...commands,
    ...deliveryWrites(db),
    ...alarmWrites(db),
    ...serviceWrites(db),
    ...audit,
    ...privateWrites(db),
    ...statisticsWrites(db),
    ...tripWrites(db),
    ...positionDrop(db, history),
    ...trackWrites(db),
    ...lateWrites(db),
    ...addressWrites(db),
    ...leaseMethods(db),
  };
}

import { serverAt } from '../location.ts';
import type { AreaStorage } from '../port.ts';
import { addressMethods } from './address-methods.ts';
import { alarmMethods } from './alarm-methods.ts';
import { auditMethods } from './audit-methods.ts';
import { commandMethods } from './command-methods.ts';
import { credentialMethods } from './credential-methods.ts';
import { cursorListMethods, cursorMethods } from './cursor-methods.ts';
import { deliveryMethods } from './delivery-methods.ts';
import { directoryMethods } from './directory-methods.ts';
import { leaseMethods } from './lease-methods.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { privateMethods } from './private-methods.ts';
import { SCHEMA } from './schema.ts';
import { serviceMethods } from './service-methods.ts';
import { statisticsMethods } from './statistics-methods.ts';

/** @throws StorageError UNAVAILABLE when the server cannot be reached, TOO_NEW for a newer database. */
export async function openPostgresAreas(url: string): Promise<AreaStorage> {
  const settings = { url, schema: SCHEMA };
  await migrate(settings, MIGRATIONS);
  const db = new PostgresDatabase(settings);
  return {
    location: serverAt(url),
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
    close: () => db.close(),
  };
}

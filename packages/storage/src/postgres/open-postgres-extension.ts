import type { ExtensionStorage } from '../extension-port.ts';
import { accessLogMethods } from './access-log-methods.ts';
import { auditMethods } from './audit-methods.ts';
import { cursorMethods } from './cursor-methods.ts';
import { customerMethods } from './customer-methods.ts';
import { documentMethods } from './document-methods.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { invoiceReads } from './invoice-reads.ts';
import { invoiceWrites } from './invoice-writes.ts';
import { leaseMethods } from './lease-methods.ts';
import { listingMethods } from './listing-methods.ts';
import { migrate } from './migrate.ts';
import { opened } from './moving.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { postgresState } from './postgres-state.ts';
import { privateMethods } from './private-methods.ts';
import { EXTENSION_SCHEMA } from './schema.ts';

/**
 * @param readUrl Of a replica, whose state it tells; null = there is none.
 * @throws StorageError UNAVAILABLE when the server cannot be reached, TOO_NEW for a newer database.
 */
export async function openPostgresExtension(
  url: string,
  readUrl: string | null = null,
): Promise<ExtensionStorage> {
  const settings = { url, schema: EXTENSION_SCHEMA };
  await migrate(settings, EXTENSION_MIGRATIONS);
  const db = await opened(settings);
  const replica =
    readUrl === null ? null : new PostgresDatabase({ ...settings, url: readUrl }, { connections: 1 });
  const state = await postgresState(db, replica);
  return {
    ...documentMethods(db),
    ...listingMethods(db),
    ...leaseMethods(db),
    ...auditMethods(db),
    ...privateMethods(db),
    ...cursorMethods(db),
    ...invoiceReads(db),
    ...invoiceWrites(db),
    ...customerMethods(db),
    ...accessLogMethods(db),
    ...state,
    async close() {
      await replica?.close();
      await db.close();
    },
  };
}

import type { Lease, LeaseStorage } from '../lease-port.ts';
import { StorageError } from '../storage-error.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/**
 * Compare and set, by the clock of the database: of the instants that a caller names, only how far they are apart counts.
 * Of concurrent requests for a lease the database accepts one.
 */
export const leaseMethods = (db: PostgresDatabase): LeaseStorage => ({
  async takeLease({ name, owner, now, until }) {
    const taken = await db.run(
      `INSERT INTO leases AS held VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE held.owner = excluded.owner OR held.until <= clock_timestamp()`,
      [name, owner, until - now],
    );
    return taken > 0;
  },
  async releaseLease({ name, owner }) {
    await db.run('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner]);
  },
});

/**
 * For use within a transaction: nobody else takes the lease before its end.
 * @throws StorageError FENCED when another holder has the lease by now.
 */
export async function requireLease(queries: Queries, lease: Lease | undefined): Promise<void> {
  if (!lease) return;
  const [row] = await queries.all('SELECT owner FROM leases WHERE name = $1 FOR SHARE', [lease.name]);
  if (row?.['owner'] !== lease.owner) throw new StorageError(`work under the lease ${lease.name}`, 'FENCED');
}

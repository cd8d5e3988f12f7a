import type { DatabaseSync } from 'node:sqlite';
import type { Lease, LeaseHold } from '../lease-port.ts';
import { StorageError } from '../storage-error.ts';

/**
 * Compare and set: of concurrent requests for a lease the database accepts one. A lease that would last far longer than any
 * was taken by a clock that was wrong.
 */
export function leaseMethods(db: DatabaseSync) {
  const take = db.prepare(
    `INSERT INTO leases VALUES (?1, ?2, ?3) ON CONFLICT (name)
     DO UPDATE SET owner = excluded.owner, until = excluded.until
     WHERE owner = excluded.owner OR until <= ?4 OR until - ?4 > 10 * (excluded.until - ?4)`,
  );
  const release = db.prepare('DELETE FROM leases WHERE name = ? AND owner = ?');
  return {
    takeLease: ({ name, owner, until, now }: LeaseHold): boolean =>
      take.run(name, owner, until, now).changes > 0,
    releaseLease: ({ name, owner }: Lease): void => {
      release.run(name, owner);
    },
  };
}

/** For use within a transaction. @throws StorageError FENCED when another holder has the lease by now. */
export function leaseCheck(db: DatabaseSync): (lease: Lease | undefined) => void {
  const holder = db.prepare('SELECT owner FROM leases WHERE name = ?');
  return (lease) => {
    if (lease && holder.get(lease.name)?.['owner'] !== lease.owner)
      throw new StorageError(`work under the lease ${lease.name}`, 'FENCED');
  };
}

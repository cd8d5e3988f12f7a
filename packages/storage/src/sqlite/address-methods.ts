import type { DatabaseSync } from 'node:sqlite';
import type { AddressReader, AddressStorage, StoredAddress } from '../address-port.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { inTransaction } from './in-transaction.ts';
import { openReadOnly } from './open-read-only.ts';

const CACHE_KIB = 4096;

export function addressReads(db: DatabaseSync) {
  const some = arrayRows(
    db,
    'SELECT cell, address, found_at FROM addresses WHERE cell IN (SELECT value FROM json_each(?))',
  );
  const any = arrayRows(db, 'SELECT 1 FROM addresses LIMIT 1');
  return {
    addressesOf(cells: readonly number[]): readonly StoredAddress[] {
      // Most installations have no geocoding service: this check is cheaper than a list of a thousand numbers.
      if (cells.length === 0 || any().length === 0) return [];
      return some(JSON.stringify(cells)).map(toStoredAddress);
    },
  };
}

const toStoredAddress = ([cell, address, foundAt]: ArrayRow): StoredAddress => ({
  cell: Number(cell),
  address: typeof address === 'string' ? address : null,
  foundAt: Number(foundAt),
});

export function addressWrites(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO addresses (cell, address, found_at) VALUES (?, ?, ?)');
  const removeOld = db.prepare(
    `DELETE FROM addresses WHERE cell IN (SELECT cell FROM addresses
     WHERE found_at < ?1 OR (found_at < ?2 AND address IS NULL) ORDER BY found_at LIMIT ?3)`,
  );
  const count = db.prepare('SELECT count(*) AS all_of_them FROM addresses');
  const removeOldest = db.prepare(
    'DELETE FROM addresses WHERE cell IN (SELECT cell FROM addresses ORDER BY found_at LIMIT ?)',
  );
  return {
    saveAddresses: (addresses: readonly StoredAddress[]): void =>
      inTransaction(db, () => {
        for (const { cell, address, foundAt } of addresses) put.run(cell, address, foundAt);
      }),
    removeAddresses({
      foundBefore,
      nothingBefore,
      most,
    }: Parameters<AddressStorage['removeAddresses']>[0]): boolean {
      const { changes } = removeOld.run(foundBefore, nothingBefore, REMOVED_AT_ONCE);
      if (Number(changes) === REMOVED_AT_ONCE) return false;
      const tooMany = Number(count.get()?.['all_of_them']) - most;
      if (tooMany > 0) removeOldest.run(Math.min(tooMany, REMOVED_AT_ONCE));
      return tooMany <= REMOVED_AT_ONCE;
    },
  };
}

/** Reads where it is called, so it belongs into a thread of its own. */
export function openSqliteAddresses(path: string): AddressReader {
  const { db, answered } = openReadOnly(path, CACHE_KIB);
  const reads = answered(() => addressReads(db));
  return {
    addressesOf: async (cells) => answered(() => reads.addressesOf(cells)),
    close: async () => db.close(),
  };
}

import type { AddressReader, AddressStorage, StoredAddress } from '../address-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { textOrNull } from '../rows/values.ts';
import { columnsOf } from './bound.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SCHEMA } from './schema.ts';

/** Addresses that were asked for once. */
export const addressMethods = (db: PostgresDatabase): AddressStorage => ({
  async saveAddresses(addresses) {
    if (addresses.length === 0) return;
    const last = [...new Map(addresses.map((each) => [each.cell, each])).values()];
    await db.run(
      `INSERT INTO addresses
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS found (cell, address, at) ORDER BY cell
       ON CONFLICT (cell) DO UPDATE SET address = excluded.address, found_at = excluded.found_at`,
      columnsOf(last, ({ cell, address, foundAt }) => [cell, address, foundAt]),
    );
  },
  addressesOf: (cells) => addressesOf(db, cells),
  async removeAddresses({ foundBefore, nothingBefore, most }) {
    const removed = await db.run(
      `DELETE FROM addresses WHERE cell IN (SELECT cell FROM addresses
       WHERE found_at < $1 OR (found_at < $2 AND address IS NULL) ORDER BY found_at LIMIT ${REMOVED_AT_ONCE})`,
      [foundBefore, nothingBefore],
    );
    if (removed === REMOVED_AT_ONCE) return false;
    const [row] = await db.all('SELECT count(*) AS all_of_them FROM addresses');
    const tooMany = Number(row?.['all_of_them']) - most;
    if (tooMany > 0)
      await db.run(
        'DELETE FROM addresses WHERE cell IN (SELECT cell FROM addresses ORDER BY found_at LIMIT $1)',
        [Math.min(tooMany, REMOVED_AT_ONCE)],
      );
    return tooMany <= REMOVED_AT_ONCE;
  },
});

async function addressesOf(
  db: PostgresDatabase,
  cells: readonly number[],
): Promise<readonly StoredAddress[]> {
  if (cells.length === 0) return [];
  const sql = 'SELECT cell, address, found_at FROM addresses WHERE cell = ANY($1::bigint[])';
  const rows = await db.planned(sql, [cells]);
  return rows.map(([cell, address, foundAt]) => ({
    cell: Number(cell),
    address: textOrNull(address),
    foundAt: Number(foundAt),
  }));
}

/** For a thread: one connection of its own. */
export function openPostgresAddresses(url: string): AddressReader {
  const db = new PostgresDatabase({ url, schema: SCHEMA }, { connections: 1 });
  return { addressesOf: (cells) => addressesOf(db, cells), close: () => db.close() };
}

import type { Listing, ListingStorage } from '../listing-port.ts';
import {
  ListingStatements,
  listingValues,
  toListingPage,
  toListingSum,
  toStates,
} from '../rows/listing-sql.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

const statements = new ListingStatements({
  place: (number) => `$${number}`,
  among: (column, place, type) => `${column} = ANY(${place}::${type}[])`,
  list: (values) => values,
});

export const listingMethods = (db: PostgresDatabase): ListingStorage => ({
  async listedDocuments(query) {
    const { sql, values } = statements.page(query);
    return toListingPage(await db.all(sql, values), query.limit);
  },
  async listedSums(filter) {
    const { sql, values } = statements.sums(filter);
    return (await db.all(sql, values)).map(toListingSum);
  },
  async listedStates(kind, keys) {
    const { sql, values } = statements.states(kind, keys);
    return toStates(await db.all(sql, values));
  },
});

/** Writes the place of a document in its list; undefined = it is in none. */
export async function listDocument(
  queries: Queries,
  { kind, key }: { readonly kind: string; readonly key: string },
  listing: Listing | undefined,
): Promise<void> {
  if (listing === undefined) {
    await queries.run('DELETE FROM listings WHERE kind = $1 AND key = $2', [kind, key]);
    return;
  }
  await queries.run(
    `INSERT INTO listings VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (kind, key) DO UPDATE SET
       owner_id = excluded.owner_id, device_id = excluded.device_id, state = excluded.state, at = excluded.at,
       amount = excluded.amount, text = excluded.text`,
    [kind, key, ...listingValues(listing)],
  );
}

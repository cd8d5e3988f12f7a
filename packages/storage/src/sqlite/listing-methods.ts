import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Listing, ListingFilter, ListingPage, ListingQuery, ListingSum } from '../listing-port.ts';
import {
  ListingStatements,
  listingValues,
  toListingPage,
  toListingSum,
  toStates,
  type ListingSql,
} from '../rows/listing-sql.ts';

const statements = new ListingStatements({
  place: (number) => `?${number}`,
  among: (column, place) => `${column} IN (SELECT value FROM json_each(${place}))`,
  list: (values) => JSON.stringify(values),
});

export function listingReads(db: DatabaseSync) {
  // One per combination of filters, which are few.
  const known = new Map<string, StatementSync>();
  const rowsOf = ({ sql, values }: ListingSql<string>) => {
    const statement = known.get(sql) ?? db.prepare(sql);
    known.set(sql, statement);
    return statement.all(...values);
  };
  return {
    listedDocuments: (query: ListingQuery): ListingPage =>
      toListingPage(rowsOf(statements.page(query)), query.limit),
    listedSums: (filter: ListingFilter): readonly ListingSum[] =>
      rowsOf(statements.sums(filter)).map(toListingSum),
    listedStates: (kind: string, keys: readonly string[]): ReadonlyMap<string, string> =>
      toStates(rowsOf(statements.states(kind, keys))),
  };
}

/** Writes of the place of a document in its list, within a transaction. */
export function listingWrites(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO listings VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM listings WHERE kind = ? AND key = ?');
  return {
    list: (kind: string, key: string, listing: Listing | undefined): void => {
      if (listing === undefined) return void remove.run(kind, key);
      put.run(kind, key, ...listingValues(listing));
    },
  };
}

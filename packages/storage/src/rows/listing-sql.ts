import type { Listing, ListingFilter, ListingPage, ListingQuery, ListingSum } from '../listing-port.ts';
import { toExtensionDocument } from './document-rows.ts';
import { patternOf, type Row } from './values.ts';

/** Differences between the two databases. */
export interface ListingDialect<L> {
  /** Place of the value of this number, 1 for the first. */
  readonly place: (number: number) => string;
  /** Whether a column is one of a list. @param place Of the list. */
  readonly among: (column: string, place: string, type: 'bigint' | 'text') => string;
  /** A list as a value. */
  readonly list: (values: readonly (string | number)[]) => L;
}
export interface ListingSql<L> {
  readonly sql: string;
  readonly values: readonly (string | number | L)[];
}

/** Statements over lists of documents; no value is ever part of a text. */
export class ListingStatements<L> {
  readonly #dialect: ListingDialect<L>;
  constructor(dialect: ListingDialect<L>) {
    this.#dialect = dialect;
  }

  /** One row more than asked for, when there is more. */
  page({ sort, isDescending, after, limit, ...filter }: ListingQuery): ListingSql<L> {
    const { place } = this.#dialect;
    const { conditions, values } = this.#conditions(filter);
    const [compare, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
    const of = (value: string | number | L): string => place(values.push(value));
    if (after) conditions.push(`(${sort}, key) ${compare} (${of(after.value)}, ${of(after.key)})`);
    const sql = `SELECT listed.key, listed.${sort} AS value, documents.version, documents.body FROM
      (SELECT kind, key, ${sort} FROM listings WHERE ${conditions.join(' AND ')}
       ORDER BY ${sort} ${order}, key ${order} LIMIT ${of(limit + 1)}) AS listed
      JOIN documents ON documents.kind = listed.kind AND documents.key = listed.key
      ORDER BY listed.${sort} ${order}, listed.key ${order}`;
    return { sql, values };
  }

  sums(filter: ListingFilter): ListingSql<L> {
    const { conditions, values } = this.#conditions(filter);
    const sql = `SELECT owner_id, device_id, state, count(*) AS count, sum(amount) AS amount FROM listings
      WHERE ${conditions.join(' AND ')} GROUP BY owner_id, device_id, state ORDER BY owner_id, device_id, state`;
    return { sql, values };
  }

  states(kind: string, keys: readonly string[]): ListingSql<L> {
    const { place, among, list } = this.#dialect;
    const sql = `SELECT key, state FROM listings WHERE kind = ${place(1)} AND ${among('key', place(2), 'text')}`;
    return { sql, values: [kind, list(keys)] };
  }

  #conditions({ kind, ownerIds, deviceIds, states, from, to, text }: ListingFilter): {
    readonly conditions: string[];
    readonly values: (string | number | L)[];
  } {
    const { place, among, list } = this.#dialect;
    const values: (string | number | L)[] = [];
    const of = (value: string | number | L): string => place(values.push(value));
    const [onlyOwner, second] = ownerIds ?? [];
    const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
    const conditions = [
      `kind = ${of(kind)}`,
      // By one owner an index has the order, too.
      ownerIds &&
        (onlyOwner !== undefined && second === undefined
          ? `owner_id = ${of(onlyOwner)}`
          : among('owner_id', of(list(ownerIds)), 'bigint')),
      deviceIds && among('device_id', of(list(deviceIds)), 'bigint'),
      states && among('state', of(list(states)), 'text'),
      from === null ? null : `at >= ${of(from)}`,
      to === null ? null : `at <= ${of(to)}`,
      ...words.map((word) => `text LIKE ${of(patternOf(word))} ESCAPE '\\'`),
    ].filter((condition) => condition !== null);
    return { conditions, values };
  }
}

/** An index takes so much: what is behind it is neither found nor sorted by. */
const MAX_TEXT = 400;
/** Values of a listing in the order of its columns. */
export const listingValues = (listing: Listing): readonly (string | number)[] => {
  const { ownerId, deviceId, state, at, amount, text } = listing;
  return [ownerId, deviceId, state, at, amount, text.slice(0, MAX_TEXT)];
};

/** @param limit So many were asked for, and one more. */
export function toListingPage(rows: readonly Row[], limit: number): ListingPage {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const value = last?.['value'];
  return {
    documents: rows.slice(0, limit).map(toExtensionDocument),
    next: last
      ? { value: typeof value === 'string' ? value : Number(value), key: String(last['key']) }
      : null,
  };
}

export const toStates = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [String(row['key']), String(row['state'])]));

export const toListingSum = (row: Row): ListingSum => ({
  ownerId: Number(row['owner_id']),
  deviceId: Number(row['device_id']),
  state: String(row['state']),
  count: Number(row['count']),
  amount: Number(row['amount']),
});

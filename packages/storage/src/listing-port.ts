import type { ExtensionDocument } from './extension-document.ts';

/** Where a document stands in the list of its kind: by these it is found, sorted and added up. */
export interface Listing {
  /** Account whose it is. */
  readonly ownerId: number;
  /** 0 = none. */
  readonly deviceId: number;
  /** '' = none. */
  readonly state: string;
  /** Instant by which it is sorted, in milliseconds since 1970. */
  readonly at: number;
  /** A whole number that is added up, such as cents; 0 = nothing. */
  readonly amount: number;
  /** Words by which it is found and sorted, as `foldText` writes them; 400 characters count. */
  readonly text: string;
}

/** Null = whichever. */
export interface ListingFilter {
  readonly kind: string;
  readonly ownerIds: readonly number[] | null;
  /** 0 = those without a device. */
  readonly deviceIds: readonly number[] | null;
  readonly states: readonly string[] | null;
  /** Milliseconds since 1970, both included. */
  readonly from: number | null;
  readonly to: number | null;
  /** Words, folded: each is somewhere in its text. */
  readonly text: string | null;
}
export const LISTING_SORTS = ['at', 'text'] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];
export interface ListingQuery extends ListingFilter {
  readonly sort: ListingSort;
  readonly isDescending: boolean;
  /** The last one of the page before; null = the first page. */
  readonly after: ListingCursor | null;
  readonly limit: number;
}
export interface ListingCursor {
  /** Value of what is sorted by. */
  readonly value: string | number;
  readonly key: string;
}
export interface ListingPage {
  readonly documents: readonly ExtensionDocument[];
  /** Null = there is no more. */
  readonly next: ListingCursor | null;
}
/** Number and total of the documents of an owner, a device and a state. */
export interface ListingSum {
  readonly ownerId: number;
  readonly deviceId: number;
  readonly state: string;
  readonly count: number;
  readonly amount: number;
}

/** Lists of documents that were stored with a listing. Cost follows the page, not what exists. */
export interface ListingStorage {
  listedDocuments(query: ListingQuery): Promise<ListingPage>;
  listedSums(filter: ListingFilter): Promise<readonly ListingSum[]>;
  /** States of documents of a kind, without reading them; those that are in no list are left out. */
  listedStates(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

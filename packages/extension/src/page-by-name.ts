import { foldText } from '@rastro/fleet';
import type { ExtensionDocument, ListingFilter, ListingStorage } from '@rastro/storage';
import { cursorIn, pageLimit, writtenCursor } from './listing-cursor.ts';

interface Asked {
  readonly text: string | null;
  readonly limit: number | null;
  readonly after: string | null;
}
interface Found {
  readonly documents: readonly ExtensionDocument[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
}

/** A page of a list that is sorted by name and has neither days nor states. Null = `after` is not the next of a page. */
export async function pageByName(
  storage: Pick<ListingStorage, 'listedDocuments'>,
  seen: Pick<ListingFilter, 'kind' | 'ownerIds' | 'deviceIds'>,
  query: Asked,
): Promise<Found | null> {
  const after = cursorIn(query.after, true);
  if (after === undefined) return null;
  const { documents, next } = await storage.listedDocuments({
    ...seen,
    states: null,
    from: null,
    to: null,
    text: query.text === null ? null : foldText(query.text),
    sort: 'text',
    isDescending: false,
    after,
    limit: pageLimit(query.limit),
  });
  return { documents, next: next && writtenCursor(next) };
}

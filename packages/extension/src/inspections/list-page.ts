import { foldText, type User } from '@rastro/fleet';
import type { ExtensionDocument, ListingFilter } from '@rastro/storage';
import { inSight, sightOf } from '../companies.ts';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import type { InspectionContext } from './inspection-deps.ts';

interface Asked {
  readonly kind: string;
  /** None = all. */
  readonly states: readonly string[];
  readonly query: {
    readonly deviceId: readonly number[];
    readonly from: number | null;
    readonly to: number | null;
    readonly text: string | null;
    readonly sort: 'time' | 'vehicle' | null;
    readonly descending: boolean;
    readonly limit: number | null;
    readonly after: string | null;
  };
}
interface Found {
  readonly documents: readonly ExtensionDocument[];
  readonly next: string | null;
  /** Of all pages. */
  readonly countOf: (state: string) => number;
}

/** A page of inspections or defects that the caller sees. Null = `after` is not the next of a page. */
export async function listPage(
  here: InspectionContext,
  caller: User,
  { kind, states, query }: Asked,
): Promise<Found | null> {
  const isText = query.sort === 'vehicle';
  const after = cursorIn(query.after, isText);
  if (after === undefined) return null;
  const filter: ListingFilter = {
    kind,
    ...inSight(await sightOf(here, caller), query.deviceId),
    states: null,
    from: query.from,
    to: query.to,
    text: query.text === null ? null : foldText(query.text),
  };
  const [page, sums] = await Promise.all([
    here.storage.listedDocuments({
      ...filter,
      states: states.length > 0 ? states : null,
      sort: isText ? 'text' : 'at',
      isDescending: query.descending,
      after,
      limit: pageLimit(query.limit),
    }),
    here.storage.listedSums(filter),
  ]);
  return {
    documents: page.documents,
    next: page.next && writtenCursor(page.next),
    countOf: (state) => sums.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0),
  };
}

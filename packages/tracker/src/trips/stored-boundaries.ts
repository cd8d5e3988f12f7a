import { compareKeys, type RecordKey, type StretchSegment } from '@rastro/fleet/trips';
import type { TripBoundary, TripSnapshot } from '@rastro/storage';

/** Most agree within a few; those of a day are packed together. */
const AT_ONCE = 8;
const BEFORE_ALL: RecordKey = { time: Number.MIN_SAFE_INTEGER, deviceTime: 0, key: 0 };

export interface StoredBoundaries {
  /**
   * Whether this boundary is among the stored ones, with the same state. Call it in chronological order, and again only
   * after the answer: it remembers how far it has read.
   */
  has(piece: Pick<StretchSegment, 'decidedAt' | 'state'>): Promise<boolean>;
}

/** Walks along the stored boundaries of a device while new ones come. */
export function storedBoundaries(
  snapshot: Pick<TripSnapshot, 'boundariesAfter'>,
  deviceId: number,
  after: RecordKey | null,
): StoredBoundaries {
  let readUpTo = after ?? BEFORE_ALL;
  let page: readonly TripBoundary[] = [];
  let at = 0;
  const current = async (): Promise<TripBoundary | null> => {
    if (at === page.length) {
      page = await snapshot.boundariesAfter(deviceId, readUpTo, AT_ONCE);
      readUpTo = page.at(-1)?.decidedAt ?? readUpTo;
      at = 0;
    }
    return page[at] ?? null;
  };
  return {
    async has({ decidedAt, state }) {
      for (let boundary = await current(); boundary; boundary = await current()) {
        const order = compareKeys(boundary.decidedAt, decidedAt);
        if (order > 0) return false;
        at++;
        if (order === 0 && boundary.state === state) return true;
      }
      return false;
    },
  };
}

import type { RecordKey } from '@rastro/fleet/trips';
import type { Step } from '../packed/merge-run.ts';
import type { HistoryPage, HistoryRange } from '../row-pages.ts';
import type { PositionForm } from './position-forms.ts';
import { OpenedRun, readStretch, type Reading, type Stretch } from './position-stretch.ts';
import type { Queries } from './postgres-database.ts';

interface HowToRead<Item> {
  readonly step?: Step;
  readonly opened?: OpenedRun<Item>;
  readonly within?: Reading<Item>['within'];
}

const readingOf = <Item>(
  queries: Queries,
  form: PositionForm<Item>,
  { step = 1, opened = new OpenedRun<Item>(), within = null }: HowToRead<Item>,
): Reading<Item> => ({ queries, form, step, opened, within });

/** Reads one page of a device's positions in the order of history, or the other way. Fewer than asked for = there are no more. */
export async function readPositions<Item>(
  queries: Queries,
  form: PositionForm<Item>,
  range: HistoryRange,
  how: HowToRead<Item> = {},
): Promise<HistoryPage<Item>> {
  const reading = readingOf(queries, form, how);
  const items: Item[] = [];
  let last: RecordKey | null = null;
  for (let from: RecordKey | null = range.from; from !== null && items.length < range.limit;) {
    const stretch: Stretch<Item> = await readStretch(reading, {
      ...range,
      from,
      limit: range.limit - items.length,
    });
    stretch.take(items, range.limit);
    last = stretch.last ?? last;
    from = stretch.next;
  }
  return { items, last };
}

/** Before all records from a time on. */
export const beforeTime = (time: number): RecordKey => ({
  time: time - 1,
  deviceTime: Number.MAX_SAFE_INTEGER,
  key: 0,
});

/** One statement reads several pages: it costs as much as some hundred records. Whoever stops early leaves few unread. */
const PAGES_AT_ONCE = 4;
const MOST_AT_ONCE = 4000;

/**
 * Pages of a device's history. The statement that reads the next ones is on its way while the consumer works on these,
 * unless only so many are wanted.
 */
export async function* positionPages<Item>(
  queries: Queries,
  form: PositionForm<Item>,
  range: HistoryRange,
  { pageSize, ...how }: HowToRead<Item> & { readonly pageSize: number },
): AsyncGenerator<readonly Item[]> {
  const reading = readingOf(queries, form, how);
  let left = range.limit;
  const read = (from: RecordKey, most: number): Promise<Stretch<Item>> => {
    const stretch = readStretch(reading, { ...range, from, limit: Math.min(most, left) });
    // A consumer that stops leaves it unused; its failure then has no effect.
    stretch.catch(() => {});
    return stretch;
  };
  const atOnce = Math.max(pageSize, MOST_AT_ONCE);
  let items: Item[] = [];
  let coming = left > 0 ? read(range.from, Math.min(pageSize * PAGES_AT_ONCE, atOnce)) : null;
  while (coming) {
    const stretch: Stretch<Item> = await coming;
    const following = left === Infinity ? stretch.following : null;
    coming = following && read(following, atOnce);
    for (;;) {
      const size = Math.min(pageSize, left);
      stretch.take(items, size);
      if (items.length < size) break;
      left -= size;
      yield items;
      if (left === 0) return;
      items = [];
    }
    const { next } = stretch;
    if (coming === null && next !== null) coming = read(next, atOnce);
  }
  if (items.length > 0) yield items;
}

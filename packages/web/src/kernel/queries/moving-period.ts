import { MINUTE_MS } from '@rastro/base';
import type { Period } from '../period/period.ts';

/** Ends at the present, which a clock renews every minute. */
const isMoving = ({ to }: Period): boolean => to.getTime() > Date.now() - 2 * MINUTE_MS;

/**
 * Period as a part of a query's key. An end that moves with the clock does not make another question of it: the list
 * would be empty for a moment every minute, and begin anew while it is read.
 */
export const periodKey = (period: Period): readonly string[] => [
  period.from.toISOString(),
  isMoving(period) ? 'now' : period.to.toISOString(),
];

/** Interval at which what happened in a period is read again; false = it is over. */
export const rereadMs = (period: Period): number | false => isMoving(period) && MINUTE_MS;

interface PagedQuery {
  readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined };
}
/** The same for a list that is read page by page: who reads further pages stays where they are. */
export const firstPageRereadMs =
  (period: Period) =>
  ({ state }: PagedQuery): number | false =>
    (state.data?.pages.length ?? 0) < 2 && rereadMs(period);

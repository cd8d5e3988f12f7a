import { isNowhere, isSameInstant, numberOf, type Draft } from './draft.ts';
import type { StageContext } from './stage.ts';

/**
 * Why a position is not kept, or null. All off by default but "future", as in the tracking API.
 * @source reference/tracking-api.md §6.5
 */
export function refusal(draft: Draft, { last, now, late, options }: StageContext): string | null {
  const filter = options.filter;
  if (filter.invalid && !draft.valid) return 'invalid';
  if (filter.zero && isNowhere(draft)) return 'zero';
  if (filter.outdated && draft.outdated) return 'outdated';
  if (filter.futureMs !== null && draft.fixTime > now + filter.futureMs) return 'future';
  if (filter.pastMs !== null && draft.fixTime < now - filter.pastMs) return 'past';
  if (filter.accuracyM !== null && draft.accuracy > filter.accuracyM) return 'accuracy';
  if (filter.approximate && draft.attributes['approximate'] === true) return 'approximate';
  if (filter.static && draft.speed === 0) return 'static';
  if (!last || late) return null;

  const distance = numberOf(draft.attributes['distance']) ?? 0;
  const elapsedMs = draft.fixTime - last.fixTime;
  const known = Object.keys(draft.attributes).every((name) => name in last.attributes);
  if (filter.duplicate && isSameInstant(last, draft) && known) return 'duplicate';
  if (filter.distanceM !== null && distance < filter.distanceM) return 'distance';
  if (filter.maxSpeedKn !== null && elapsedMs > 0) {
    const knots = (distance / (elapsedMs / 1000)) * 1.94384;
    if (knots > filter.maxSpeedKn) return 'maxSpeed';
  }
  if (filter.minPeriodMs !== null && elapsedMs > 0 && elapsedMs < filter.minPeriodMs) return 'minPeriod';
  return null;
}

import type { StoredPosition } from '@rastro/storage';
import { countToday } from './daily-count.ts';
import { isNowhere, isSameInstant, numberOf, type Draft } from '../drafts/draft.ts';
import type { StageContext } from './stage.ts';

/**
 * Why a position is not kept, or null. All off by default but "future", as in the tracking API.
 * @source reference/tracking-api.md §6.5, §6.3 "device calendar"
 */
export function refusal(draft: Draft, context: StageContext): string | null {
  const { entity, last, now, late, around } = context;
  const { filter } = context.options;
  if (!around.calendars.isActive(entity.calendarId, draft.fixTime)) return 'calendar';
  if (filter.invalid && !draft.valid) return 'invalid';
  if (filter.zero && isNowhere(draft)) return 'zero';
  if (filter.outdated && draft.outdated) return 'outdated';
  if (filter.futureMs !== null && draft.fixTime > now + filter.futureMs) return 'future';
  if (filter.pastMs !== null && draft.fixTime < now - filter.pastMs) return 'past';
  if (filter.accuracyM !== null && draft.accuracy > filter.accuracyM) return 'accuracy';
  if (filter.approximate && draft.attributes['approximate'] === true) return 'approximate';
  if (isOverDailyLimit(draft, context)) return 'dailyLimit';
  const rescued = !late && isRescued(draft, context);
  if (filter.static && draft.speed === 0 && !rescued) return 'static';
  if (!last || late) return null;

  const distance = numberOf(draft.attributes['distance']) ?? 0;
  const elapsedMs = draft.fixTime - last.fixTime;
  if (filter.duplicate && !rescued && isSameInstant(last, draft) && saysNothingNew(draft, last))
    return 'duplicate';
  if (filter.distanceM !== null && distance < filter.distanceM && !rescued) return 'distance';
  if (filter.maxSpeedKn !== null && elapsedMs > 0) {
    const knots = (distance / (elapsedMs / 1000)) * 1.94384;
    if (knots > filter.maxSpeedKn) return 'maxSpeed';
  }
  if (filter.minPeriodMs !== null && elapsedMs > 0 && elapsedMs < filter.minPeriodMs) return 'minPeriod';
  return null;
}

const saysNothingNew = (draft: Draft, last: StoredPosition): boolean =>
  Object.keys(draft.attributes).every((name) => name in last.attributes);

/** A long pause or a change that matters keeps what would be dropped as a repetition. */
function isRescued(draft: Draft, { last, options: { filter } }: StageContext): boolean {
  if (!last) return false;
  if (filter.skipLimitMs !== null && draft.serverTime - last.serverTime > filter.skipLimitMs) return true;
  return filter.skipAttributes.some(
    (name) => name in draft.attributes && draft.attributes[name] !== last.attributes[name],
  );
}

function isOverDailyLimit(draft: Draft, { last, now, memory, options: { filter } }: StageContext): boolean {
  if (filter.dailyLimit === null || countToday(memory.daily, now) < filter.dailyLimit) return false;
  if (filter.dailyLimitIntervalMs === null || !last) return true;
  return draft.fixTime - last.fixTime < filter.dailyLimitIntervalMs;
}

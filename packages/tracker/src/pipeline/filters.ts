import type { StoredPosition } from '@rastro/storage';
import { countToday } from './daily-count.ts';
import { isNowhere, isSameInstant, numberOf, type PendingRecord } from '../pending-records/pending-record.ts';
import type { StageContext } from './stage.ts';

/**
 * Reason why a position is not stored, or null. All off by default but "future", as in the tracking API.
 * @source docs/reference/tracking-api.md §6.5, §6.3 "device calendar"
 */
export function rejectionReason(pendingRecord: PendingRecord, context: StageContext): string | null {
  const { entity, last, now, late, around } = context;
  const { filter } = context.options;
  if (!around.calendars.isActive(entity.calendarId, pendingRecord.fixTime)) return 'calendar';
  if (filter.invalid && !pendingRecord.valid) return 'invalid';
  if (filter.zero && isNowhere(pendingRecord)) return 'zero';
  if (filter.outdated && pendingRecord.outdated) return 'outdated';
  if (filter.futureMs !== null && pendingRecord.fixTime > now + filter.futureMs) return 'future';
  if (filter.pastMs !== null && pendingRecord.fixTime < now - filter.pastMs) return 'past';
  if (filter.accuracyM !== null && pendingRecord.accuracy > filter.accuracyM) return 'accuracy';
  if (filter.approximate && pendingRecord.attributes['approximate'] === true) return 'approximate';
  if (isOverDailyLimit(pendingRecord, context)) return 'dailyLimit';
  const rescued = !late && isRescued(pendingRecord, context);
  if (filter.static && pendingRecord.speed === 0 && !rescued) return 'static';
  if (!last || late) return null;

  const distance = numberOf(pendingRecord.attributes['distance']) ?? 0;
  const elapsedMs = pendingRecord.fixTime - last.fixTime;
  if (
    filter.duplicate &&
    !rescued &&
    isSameInstant(last, pendingRecord) &&
    hasNothingNew(pendingRecord, last)
  )
    return 'duplicate';
  if (filter.distanceM !== null && distance < filter.distanceM && !rescued) return 'distance';
  if (filter.maxSpeedKn !== null && elapsedMs > 0) {
    const speedKn = (distance / (elapsedMs / 1000)) * 1.94384;
    if (speedKn > filter.maxSpeedKn) return 'maxSpeed';
  }
  if (filter.minPeriodMs !== null && elapsedMs > 0 && elapsedMs < filter.minPeriodMs) return 'minPeriod';
  return null;
}

const hasNothingNew = (pendingRecord: PendingRecord, last: StoredPosition): boolean =>
  Object.keys(pendingRecord.attributes).every((name) => name in last.attributes);

/** A long pause or a change that matters keeps what would be dropped as a repetition. */
function isRescued(pendingRecord: PendingRecord, { last, options: { filter } }: StageContext): boolean {
  if (!last) return false;
  if (filter.skipLimitMs !== null && pendingRecord.serverTime - last.serverTime > filter.skipLimitMs)
    return true;
  return filter.skipAttributes.some(
    (name) => name in pendingRecord.attributes && pendingRecord.attributes[name] !== last.attributes[name],
  );
}

function isOverDailyLimit(
  pendingRecord: PendingRecord,
  { last, now, memory, options: { filter } }: StageContext,
): boolean {
  if (filter.dailyLimit === null || countToday(memory.daily, now) < filter.dailyLimit) return false;
  if (filter.dailyLimitIntervalMs === null || !last) return true;
  return pendingRecord.fixTime - last.fixTime < filter.dailyLimitIntervalMs;
}

import { distanceM, knots, toKmPerHour, type LatLng } from '@rastro/fleet';
import { isTooFast, type TripSettings } from '@rastro/fleet/trips';
import { elapsedMs, isNowhere, type PendingRecord } from '../pending-records/pending-record.ts';
import { movementTo, type Still, type Movement } from '../pending-records/movement.ts';
import type { StoredPosition } from '@rastro/storage';

/** Where a live record says that a vehicle is, next to where it was. */
export interface Placing {
  /** Why it is not believed: the vehicle is shown where it was, and what the record says beside counts. Null = it is. */
  readonly doubt: 'nowhere' | 'spike' | null;
  /** Believed at last, far from where it was: what lies between was not driven. */
  readonly isJump: boolean;
  /** For the next record. */
  readonly suspect: Suspect | null;
}
/** A place that cannot be reached in that time, until others agree with it. */
export interface Suspect extends LatLng {
  /** fixTime. */
  readonly at: number;
  readonly count: number;
}

const BELIEVED: Placing = { doubt: null, isJump: false, suspect: null };

/**
 * One record far away is a fault of the receiver; some in a row that agree are the truth.
 * @source docs/trips.md
 */
export function placeOf(
  pendingRecord: PendingRecord,
  last: StoredPosition | null,
  suspect: Suspect | null,
  settings: TripSettings,
): Placing {
  if (last === null || pendingRecord.outdated) return { ...BELIEVED, suspect };
  if (isNowhere(pendingRecord)) return { doubt: 'nowhere', isJump: false, suspect };
  if (isNowhere(last)) return BELIEVED;
  const reportedKmh = toKmPerHour(knots(Math.max(last.speed, pendingRecord.speed)));
  const isFar = (from: LatLng, ms: number): boolean =>
    isTooFast(distanceM(from, pendingRecord), ms, settings, reportedKmh);
  if (!isFar(last, elapsedMs(last, pendingRecord, settings.clockAheadS))) return BELIEVED;
  const agrees = suspect !== null && !isFar(suspect, pendingRecord.fixTime - suspect.at);
  const count = agrees ? suspect.count + 1 : 1;
  if (count >= settings.spikeRun) return { ...BELIEVED, isJump: true };
  const { latitude, longitude } = pendingRecord;
  return {
    doubt: 'spike',
    isJump: false,
    suspect: { latitude, longitude, at: pendingRecord.fixTime, count },
  };
}

/** The way from where it was to a live record; null = none that anybody knows of. */
export function drivenTo(
  pendingRecord: PendingRecord,
  where: Before,
  settings: TripSettings,
): Movement | null {
  const { last, memory, placing } = where;
  if (placing.doubt !== null || placing.isJump || !last || isNowhere(last) || isNowhere(pendingRecord))
    return null;
  const { latitude, longitude, fixTime, speed } = pendingRecord;
  const { ignition } = pendingRecord.attributes;
  const to = {
    latitude,
    longitude,
    fixTime,
    speed,
    ignition: typeof ignition === 'boolean' ? ignition : null,
  };
  return movementTo(to, { from: last, still: memory.still, reportsSpeed: memory.saysSpeed }, settings);
}
interface Before {
  readonly placing: Placing;
  readonly last: StoredPosition | null;
  readonly memory: { readonly still: Still | null; readonly saysSpeed: boolean };
}

/** Records of a message in the order in which they happened; trackers empty their memory in any order. */
export function inOrder<
  R extends { readonly deviceTime: number | null; readonly fix: { readonly time: number } | null },
>(records: readonly R[], now: number): readonly R[] {
  const timeOf = ({ deviceTime, fix }: R): number => fix?.time ?? deviceTime ?? now;
  let before = Number.NEGATIVE_INFINITY;
  for (const record of records) {
    const time = timeOf(record);
    if (time < before) return records.toSorted((a, b) => timeOf(a) - timeOf(b));
    before = time;
  }
  return records;
}

import { distanceM, knots, toKmPerHour, type LatLng } from '@rastro/fleet';
import { isTooFast, type BookSettings } from '@rastro/fleet/books';
import { elapsedMs, isNowhere, type Draft } from '../drafts/draft.ts';
import { wayTo, type Still, type Way } from '../drafts/still.ts';
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
  draft: Draft,
  last: StoredPosition | null,
  suspect: Suspect | null,
  settings: BookSettings,
): Placing {
  if (last === null || draft.outdated) return { ...BELIEVED, suspect };
  if (isNowhere(draft)) return { doubt: 'nowhere', isJump: false, suspect };
  if (isNowhere(last)) return BELIEVED;
  const saidKmh = toKmPerHour(knots(Math.max(last.speed, draft.speed)));
  const isFar = (from: LatLng, ms: number): boolean =>
    isTooFast(distanceM(from, draft), ms, settings, saidKmh);
  if (!isFar(last, elapsedMs(last, draft, settings.clockAheadS))) return BELIEVED;
  const agrees = suspect !== null && !isFar(suspect, draft.fixTime - suspect.at);
  const count = agrees ? suspect.count + 1 : 1;
  if (count >= settings.spikeRun) return { ...BELIEVED, isJump: true };
  const { latitude, longitude } = draft;
  return { doubt: 'spike', isJump: false, suspect: { latitude, longitude, at: draft.fixTime, count } };
}

/** The way from where it was to a live record; null = none that anybody knows of. */
export function drivenTo(draft: Draft, where: Before, settings: BookSettings): Way | null {
  const { last, memory, placing } = where;
  if (placing.doubt !== null || placing.isJump || !last || isNowhere(last) || isNowhere(draft)) return null;
  const { latitude, longitude, fixTime, speed } = draft;
  const { ignition } = draft.attributes;
  const to = {
    latitude,
    longitude,
    fixTime,
    speed,
    ignition: typeof ignition === 'boolean' ? ignition : null,
  };
  return wayTo(to, { from: last, still: memory.still, saysSpeed: memory.saysSpeed }, settings);
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

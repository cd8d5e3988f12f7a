import type { StoredPosition } from '@rastro/storage';
import { isInside, type Fence } from '../../geofences/fence.ts';
import { isRecent, type FenceLock } from '../../geofences/fence-lock.ts';
import { isNowhere } from '../../pending-records/pending-record.ts';
import type { Dwelling } from '../live-device.ts';
import { eventAt, NOTHING, type PendingEvent, type RuleContext, type RuleResult } from './rule.ts';

/**
 * Exits, then enters: the difference between the geofences of the last position and of this one. A geofence
 * that was edited or linked in between is entered or left with the next position; one around the last position is
 * left by going out, although that position does not know it yet. One that applies no longer is left without a word:
 * there is nothing that an event could name.
 * @source docs/reference/tracking-api.md §6.7
 */
export function geofenceChange(p: StoredPosition, context: RuleContext): RuleResult {
  const { entity, last, memory, around } = context;
  const now = p.geofenceIds ?? [];
  // What is no place enters and leaves nothing.
  const before = isNowhere(p) ? now : (last?.geofenceIds ?? []);
  const found = foundInside(p, context);
  const waitsForNone = memory.dwelling.length === 0 || (before.length === 0 && now.length === 0);
  if (found.length === 0 && waitsForNone && isSameList(before, now)) return NOTHING;
  const known = before
    .filter((id) => !now.includes(id) && !memory.dwelling.some(({ geofenceId }) => geofenceId === id))
    .flatMap((id) => around.fences.find(entity, id) ?? []);
  const left = [...known, ...found];
  const exits = left.flatMap((fence) => eventOf('geofenceExit', fence, p, context));
  const entered = now
    .filter((id) => !before.includes(id))
    .flatMap((id) => around.fences.find(entity, id) ?? []);
  const enteredNow = entered.filter(({ dwellMs }) => dwellMs === 0);
  const enters = enteredNow.flatMap((fence) => eventOf('geofenceEnter', fence, p, context));
  const waiting = entered
    .filter(({ dwellMs }) => dwellMs > 0)
    .map((fence): Dwelling => ({
      geofenceId: fence.id,
      since: p.fixTime,
      ...(hasCrossed(fence, p, context) ? { hasCrossed: true } : {}),
    }));
  const dwelt = stepDwelling(p, context);
  return {
    events: [...exits, ...dwelt.events, ...enters],
    locks: [
      ...left.flatMap((fence) => (hasCrossed(fence, p, context) ? lockOf('exit', fence, p, context) : [])),
      ...dwelt.locks,
      ...enteredNow.flatMap((fence) =>
        hasCrossed(fence, p, context) ? lockOf('enter', fence, p, context) : [],
      ),
    ],
    memory: { dwelling: [...dwelt.still, ...waiting] },
  };
}

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);

/**
 * Fences that are left without having been entered: they were made, edited or linked around the vehicle after its last
 * position. An anchor on a parked vehicle is one. Computed from both positions, so nothing has to be stored for
 * whatever may come to apply (a link, a group, an edit), and a restart loses nothing.
 */
function foundInside(p: StoredPosition, { entity, last, around }: RuleContext): readonly Fence[] {
  if (last === null || isNowhere(last) || isNowhere(p)) return [];
  if (last.latitude === p.latitude && last.longitude === p.longitude && last.altitude === p.altitude)
    return [];
  return around.fences
    .containing(entity, last)
    .filter(({ id }) => !last.geofenceIds?.includes(id) && !p.geofenceIds?.includes(id))
    .filter(({ dwellMs }) => p.fixTime - last.fixTime >= dwellMs);
}

/** Those inside long enough have entered, at the moment when it was long enough. */
function stepDwelling(
  p: StoredPosition,
  context: RuleContext,
): {
  readonly events: readonly PendingEvent[];
  readonly locks: readonly FenceLock[];
  readonly still: readonly Dwelling[];
} {
  const { entity, memory, around } = context;
  const events: PendingEvent[] = [];
  const locks: FenceLock[] = [];
  const still: Dwelling[] = [];
  for (const dwelling of memory.dwelling) {
    const { geofenceId, since } = dwelling;
    const fence = p.geofenceIds?.includes(geofenceId) ? around.fences.find(entity, geofenceId) : null;
    if (!fence) continue;
    const reached = since + fence.dwellMs;
    if (p.fixTime < reached) {
      still.push(dwelling);
      continue;
    }
    events.push(...eventOf('geofenceEnter', fence, p, context, reached));
    if (dwelling.hasCrossed) locks.push(...lockOf('enter', fence, p, context, reached));
  }
  return { events, locks, still };
}

/**
 * Whether the vehicle itself has passed the edge, as the fence is now. A fence drawn, edited or linked around a
 * stationary vehicle must not stop it, and neither must the first known position.
 */
function hasCrossed(fence: Fence, p: StoredPosition, { last }: RuleContext): boolean {
  if (last === null || isNowhere(last) || isNowhere(p)) return false;
  return isInside(fence, last) !== isInside(fence, p);
}

/** None while the calendar of the geofence is off, and none for what was long ago. */
function lockOf(
  crossing: FenceLock['crossing'],
  fence: Fence,
  p: StoredPosition,
  { around }: RuleContext,
  at: number = p.fixTime,
): readonly FenceLock[] {
  const isWanted = crossing === 'enter' ? fence.lockOnEnter : fence.lockOnExit;
  if (!isWanted || !isRecent(at, p.serverTime)) return [];
  if (!around.calendars.isActive(fence.calendarId, at)) return [];
  return [{ crossing, geofenceId: fence.id, name: fence.name }];
}

/** Passed through between two positions, seen by neither. */
export function geofenceCrossing(p: StoredPosition, context: RuleContext): RuleResult {
  const { entity, last, options, around } = context;
  if (!options.segmentCrossing || !last || isNowhere(last) || isNowhere(p)) return NOTHING;
  const crossed = around.fences.crossedBy(entity, last, p);
  return { events: crossed.flatMap((fence) => eventOf('geofenceCrossed', fence, p, context)) };
}

/**
 * Nothing while the calendar of the geofence is off. What says of an event that the geofence is the anchor of the
 * vehicle lets everybody know how urgent it is who cannot see the anchor itself.
 * @param at When it happened, if not with the position.
 */
function eventOf(
  type: 'geofenceEnter' | 'geofenceExit' | 'geofenceCrossed',
  fence: Fence,
  p: StoredPosition,
  { around, entity }: RuleContext,
  at?: number,
): readonly PendingEvent[] {
  if (!around.calendars.isActive(fence.calendarId, at ?? p.fixTime)) return [];
  const attributes = fence.anchorOf === entity.id ? { isAnchor: true } : {};
  const event = { ...eventAt(type, p, attributes), geofenceId: fence.id };
  return [at === undefined ? event : { ...event, eventTime: at }];
}

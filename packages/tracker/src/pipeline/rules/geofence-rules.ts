import type { StoredPosition } from '@rastro/storage';
import type { Fence } from '../../geofences/fence.ts';
import { isNowhere } from '../draft.ts';
import type { Dwelling } from '../live-device.ts';
import { eventAt, NOTHING, type EventDraft, type RuleContext, type RuleResult } from './rule.ts';

/**
 * Exits, then enters: the difference between the geofences of the last position and of this one. A geofence
 * that was edited or linked in between is entered or left with the next position. One that applies no longer
 * is left without a word: there is nothing that an event could name.
 * @source reference/tracking-api.md §6.7
 */
export function geofenceChange(p: StoredPosition, context: RuleContext): RuleResult {
  const { entity, last, memory, around } = context;
  const before = last?.geofenceIds ?? [];
  const now = p.geofenceIds ?? [];
  if (before.length === 0 && now.length === 0) return NOTHING;
  const exits = before
    .filter((id) => !now.includes(id) && !memory.dwelling.some(({ geofenceId }) => geofenceId === id))
    .flatMap((id) => around.fences.find(entity, id) ?? [])
    .flatMap((fence) => eventOf('geofenceExit', fence, p, context));
  const entered = now
    .filter((id) => !before.includes(id))
    .flatMap((id) => around.fences.find(entity, id) ?? []);
  const enters = entered
    .filter(({ dwellMs }) => dwellMs === 0)
    .flatMap((fence) => eventOf('geofenceEnter', fence, p, context));
  const waiting = entered
    .filter(({ dwellMs }) => dwellMs > 0)
    .map(({ id }): Dwelling => ({ geofenceId: id, since: p.fixTime }));
  const dwelt = stepDwelling(p, context);
  return {
    events: [...exits, ...dwelt.events, ...enters],
    memory: { dwelling: [...dwelt.still, ...waiting] },
  };
}

/** Those inside long enough have entered, at the moment when it was long enough. */
function stepDwelling(
  p: StoredPosition,
  context: RuleContext,
): { readonly events: readonly EventDraft[]; readonly still: readonly Dwelling[] } {
  const { entity, memory, around } = context;
  const events: EventDraft[] = [];
  const still: Dwelling[] = [];
  for (const dwelling of memory.dwelling) {
    const { geofenceId, since } = dwelling;
    const fence = p.geofenceIds?.includes(geofenceId) ? around.fences.find(entity, geofenceId) : null;
    if (!fence) continue;
    const reached = since + fence.dwellMs;
    if (p.fixTime < reached) still.push(dwelling);
    else events.push(...eventOf('geofenceEnter', fence, p, context, reached));
  }
  return { events, still };
}

/** Passed through between two positions, seen by neither. */
export function geofenceCrossing(p: StoredPosition, context: RuleContext): RuleResult {
  const { entity, last, options, around } = context;
  if (!options.segmentCrossing || !last || isNowhere(last) || isNowhere(p)) return NOTHING;
  const crossed = around.fences.crossedBy(entity, last, p);
  return { events: crossed.flatMap((fence) => eventOf('geofenceCrossed', fence, p, context)) };
}

/** Nothing while the calendar of the geofence is off. @param at When it happened, if not with the position. */
function eventOf(
  type: 'geofenceEnter' | 'geofenceExit' | 'geofenceCrossed',
  fence: Fence,
  p: StoredPosition,
  { around }: RuleContext,
  at?: number,
): readonly EventDraft[] {
  if (!around.calendars.isActive(fence.calendarId, at ?? p.fixTime)) return [];
  const event = { ...eventAt(type, p), geofenceId: fence.id };
  return [at === undefined ? event : { ...event, eventTime: at }];
}

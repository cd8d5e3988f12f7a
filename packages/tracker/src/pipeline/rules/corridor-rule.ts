import { followCorridor, type CorridorRecord, type CorridorState } from '@rastro/fleet/corridor';
import type { StoredPosition } from '@rastro/storage';
import { isNowhere } from '../../pending-records/pending-record.ts';
import { eventAt, NOTHING, type PendingEvent, type RuleContext, type RuleResult } from './rule.ts';

const TYPES = { left: 'routeDeviation', returned: 'routeReturn' } as const;

/**
 * Leaves the line that it is to follow, or is back on it. Nothing while the calendar of the line is off; where the
 * vehicle is beside the line is followed meanwhile.
 * @source docs/decisions/corridors.md
 */
export function corridor(p: StoredPosition, { entity, last, memory, around }: RuleContext): RuleResult {
  if (!p.valid || isNowhere(p)) return NOTHING;
  const fences = around.fences.corridors(entity);
  if (fences.length === 0)
    return Object.keys(memory.corridors).length === 0 ? NOTHING : { events: [], memory: { corridors: {} } };
  const events: PendingEvent[] = [];
  // What is linked no longer is left out.
  const corridors: Record<string, CorridorState> = {};
  const before = last === null || isNowhere(last) ? null : recordOf(last);
  for (const { id, corridor: line, calendarId } of fences) {
    if (line === null) continue;
    const { state, event } = followCorridor(memory.corridors[id] ?? null, line, recordOf(p), before);
    if (state !== null) corridors[id] = state;
    if (event === null || !around.calendars.isActive(calendarId, event.at)) continue;
    events.push({ ...eventAt(TYPES[event.kind], p), eventTime: event.at, geofenceId: id });
  }
  return { events, memory: { corridors } };
}

const recordOf = ({ fixTime, latitude, longitude, accuracy }: StoredPosition): CorridorRecord => ({
  at: fixTime,
  latitude,
  longitude,
  accuracyM: accuracy,
});

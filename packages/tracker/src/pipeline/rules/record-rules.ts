import type { StoredPosition } from '@rastro/storage';
import { numberOf } from '../../pending-records/pending-record.ts';
import { litresOf, RAW_FUEL } from '../../pending-records/fuel-gauge.ts';
import type { PipelineOptions } from '../options.ts';
import { eventAt, NOTHING, type PendingEvent, type RuleContext, type RuleResult } from './rule.ts';

/** Events that a record reports by its attributes. @source docs/reference/tracking-api.md §6.7 */

const MEDIA = ['image', 'video', 'audio'] as const;

export function media(p: StoredPosition): RuleResult {
  let events: PendingEvent[] | null = null;
  for (const kind of MEDIA) {
    const file = p.attributes[kind];
    if (typeof file === 'string' && file !== '')
      (events ??= []).push(eventAt('media', p, { media: kind, file }));
  }
  return events ? { events } : NOTHING;
}

export function commandResult(p: StoredPosition): RuleResult {
  const result = p.attributes['result'];
  return typeof result === 'string' ? { events: [eventAt('commandResult', p, { result })] } : NOTHING;
}

/** A text written in the vehicle, or sent by the tracker on its own. */
export function textMessage(p: StoredPosition): RuleResult {
  const message = p.attributes['message'];
  const hasText = typeof message === 'string' && message.trim() !== '';
  // `message` of an event is the text of the rule that reports it.
  return hasText ? { events: [eventAt('textMessage', p, { text: message })] } : NOTHING;
}

/**
 * In litres. Both from the same sender: by the table as it is now, else litres, else the percentage of a tank whose
 * size is known. What had a table that is gone is compared with nothing.
 */
function fuelPair(
  last: StoredPosition | null,
  p: StoredPosition,
  { tripSettings: { tankL }, gauge }: PipelineOptions,
) {
  if (gauge !== null) {
    const [before, after] = [last && litresOf(last.attributes, gauge), litresOf(p.attributes, gauge)];
    return before === null || after === null ? null : { before, after };
  }
  if (last?.attributes[RAW_FUEL] !== undefined) return null;
  const pairOf = (name: string, factor: number) => {
    const [before, after] = [numberOf(last?.attributes[name]), numberOf(p.attributes[name])];
    return before === null || after === null ? null : { before: before * factor, after: after * factor };
  };
  return pairOf('fuel', 1) ?? (tankL > 0 ? pairOf('fuelLevel', tankL / 100) : null);
}

export function fuel(p: StoredPosition, { last, options }: RuleContext): RuleResult {
  const pair = fuelPair(last, p, options);
  if (pair === null) return NOTHING;
  const { before, after } = pair;
  const { fuelDropThreshold: drop, fuelIncreaseThreshold: increase } = options;
  if (increase > 0 && after - before >= increase) {
    return { events: [eventAt('deviceFuelIncrease', p, { before, after })] };
  }
  if (drop > 0 && before - after >= drop)
    return { events: [eventAt('deviceFuelDrop', p, { before, after })] };
  return NOTHING;
}

const alarmsOf = (p: StoredPosition | null): readonly string[] => {
  const value = p?.attributes['alarm'];
  return typeof value === 'string' && value !== '' ? value.split(',') : [];
};

/** One event per alarm name that the last position did not carry already. */
export function alarm(p: StoredPosition, { last }: RuleContext): RuleResult {
  const names = alarmsOf(p);
  if (names.length === 0) return NOTHING;
  const before = alarmsOf(last);
  const fresh = [...new Set(names)].filter((name) => !before.includes(name));
  return { events: fresh.map((name) => eventAt('alarm', p, { alarm: name })) };
}

/** Neighbors of a late record are not known here: each of its alarms is one event, flagged as late. */
export function lateAlarm(p: StoredPosition): RuleResult {
  const names = [...new Set(alarmsOf(p))];
  return { events: names.map((name) => eventAt('alarm', p, { alarm: name, late: true })) };
}

export function ignition(p: StoredPosition, { last }: RuleContext): RuleResult {
  const before = last?.attributes['ignition'];
  const now = p.attributes['ignition'];
  if (typeof before !== 'boolean' || typeof now !== 'boolean' || before === now) return NOTHING;
  return { events: [eventAt(now ? 'ignitionOn' : 'ignitionOff', p)] };
}

/** Due when a value passes the start, and each period after it. */
export function maintenance(p: StoredPosition, { entity, last, around }: RuleContext): RuleResult {
  if (!last) return NOTHING;
  let events: PendingEvent[] | null = null;
  for (const { id, type, start, period } of around.maintenanceOf(entity)) {
    const before = valueOf(last, type);
    const after = valueOf(p, type);
    if (period === 0 || before === 0 || after === 0 || after < start) continue;
    const isDue =
      before < start || Math.floor((before - start) / period) < Math.floor((after - start) / period);
    if (isDue) (events ??= []).push({ ...eventAt('maintenance', p, { [type]: after }), maintenanceId: id });
  }
  return events ? { events } : NOTHING;
}

function valueOf(p: StoredPosition, type: string): number {
  if (type === 'serverTime' || type === 'deviceTime' || type === 'fixTime') return p[type];
  return (Object.hasOwn(p.attributes, type) ? numberOf(p.attributes[type]) : null) ?? 0;
}

export function driver(p: StoredPosition, { last }: RuleContext): RuleResult {
  const driverUniqueId = p.attributes['driverUniqueId'];
  if (typeof driverUniqueId !== 'string' || driverUniqueId === '') return NOTHING;
  if (driverUniqueId === last?.attributes['driverUniqueId']) return NOTHING;
  return { events: [eventAt('driverChanged', p, { driverUniqueId })] };
}

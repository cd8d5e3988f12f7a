import type { TripRecord } from './trip-record.ts';
import type { Evidence } from './evidence.ts';
import { note, type ReducerContext } from './reducer-context.ts';
import { isOver, pointOf } from './boundary.ts';
import { countFuel, stepFuel } from './fuel.ts';
import { engineRanMs } from './gap-detection.ts';

/** Works out what happened between the last used record and this one, wherever it will count. */
export function measure(context: ReducerContext, evidence: Evidence, isSilent: boolean): void {
  const { pair, s } = context;
  const { a, b } = pair;
  pair.mm = Math.round(pair.crowM * 1000);
  pair.odoMm = odometerMm(context);
  pair.isQuiet = isSilent;
  pair.engineMs = engineMs(context);
  pair.idleMs = !isSilent && s.lastStands && evidence === 'stand' ? pair.engineMs : 0;
  pair.isOverspeed = !isSilent && isOver(a) && isOver(b);
  pair.maxKmh = !isSilent && isPlausible(a, b) ? (b.speedKmh ?? 0) : 0;
  countFuel(pair);
  stepFuel(context, evidence, isSilent);
}

/**
 * Nothing on wheels gains or loses more than 60 km/h in a second.
 * @source docs/reference/history-and-reports.md §1.6
 */
const isPlausible = (a: TripRecord, b: TripRecord): boolean =>
  a.speedKmh === null ||
  b.speedKmh === null ||
  Math.abs(b.speedKmh - a.speedKmh) <= 60 * Math.max(1, (b.time - a.time) / 1000);

/** By the vehicle's odometer, or as the crow flies where it has none or is implausible. */
function odometerMm({ pair, settings, s }: ReducerContext): number {
  const { a, b } = pair;
  if (a.odometerM === null || b.odometerM === null) return pair.mm;
  const m = b.odometerM - a.odometerM;
  if (m < 0) {
    note(s, {
      kind: 'odometerReset',
      since: pointOf(a),
      start: pointOf(a),
      end: pointOf(b),
      goesOn: false,
      geofenceId: 0,
      driver: b.driver,
      figures: { beforeM: a.odometerM, afterM: b.odometerM },
      note: null,
    });
  }
  const mostM = ((b.time - a.time) * settings.spikeKmh) / 3600 + 100;
  return m >= 0 && m <= mostM ? Math.round(m * 1000) : pair.mm;
}

/** By the engine's own count where it is plausible, else the time with the ignition on. */
function engineMs({ pair: { a, b }, settings }: ReducerContext): number {
  const ms = b.time - a.time;
  if (a.engineMs !== null && b.engineMs !== null) {
    const counted = b.engineMs - a.engineMs;
    if (counted >= 0 && counted <= 1.05 * ms + 60_000) return Math.round(counted);
  }
  return engineRanMs(a.ignition, ms, settings);
}

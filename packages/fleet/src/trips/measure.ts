import type { TripRecord } from './trip-record.ts';
import type { Evidence } from './evidence.ts';
import { note, type ReducerContext } from './reducer-context.ts';
import { isOver, pointOf } from './boundary.ts';
import { harshMs2, reportedKinds, speedingBand, watchPair } from './driving-style.ts';
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
  pair.band = pair.isOverspeed ? Math.min(bandOf(a), bandOf(b)) : 0;
  measureStyle(context, isSilent);
  countEffort(context, evidence, isSilent);
  pair.maxKmh = !isSilent && isPlausible(a, b) ? (b.speedKmh ?? 0) : 0;
  countFuel(pair);
  stepFuel(context, evidence, isSilent);
}

const bandOf = ({ speedKmh, limitKmh }: TripRecord): number => speedingBand(speedKmh ?? 0, limitKmh ?? 0);

/** Strength of braking, accelerating and turning, as far as the records show it. */
function measureStyle({ pair, s, settings }: ReducerContext, isSilent: boolean): void {
  const { a, b } = pair;
  pair.watch = watchPair(s.recording, a, b, settings);
  pair.reported = b.alarms === null || settings.harshSource === 'off' ? NONE : reportedKinds(b);
  const isMeasured = !isSilent && !s.recording.reports && settings.harshSource !== 'tracker';
  const isShown = isMeasured && pair.watch !== 'none';
  pair.brakingMs2 = isShown ? harshMs2('braking', pair, settings) : 0;
  pair.accelerationMs2 = isShown ? harshMs2('acceleration', pair, settings) : 0;
  pair.corneringMs2 = isShown ? harshMs2('cornering', pair, settings) : 0;
}
const NONE: readonly never[] = [];

/** Time at the wheel since the last break that was long enough. */
function countEffort({ pair, s, settings }: ReducerContext, evidence: Evidence, isSilent: boolean): void {
  const ms = pair.b.time - pair.a.time;
  const isDriving = !isSilent && (evidence === 'drive' || evidence === 'tow');
  if (isDriving) {
    s.effort.drivenMs += ms;
    s.effort.restMs = 0;
  } else {
    s.effort.restMs += ms;
    if (s.effort.restMs >= settings.minBreakS * 1000) s.effort.drivenMs = 0;
  }
  pair.hasRested = s.effort.drivenMs === 0;
  pair.isLongDrive = isDriving && settings.maxDriveS > 0 && s.effort.drivenMs > settings.maxDriveS * 1000;
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

import { DEVICE_CATEGORIES, type DeviceCategory } from '../entities/device.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';

/** Kinds of harsh driving that are measured, or reported by the tracker as an alarm. */
export const HARSH_KINDS = ['braking', 'acceleration', 'cornering'] as const;
export type HarshKind = (typeof HARSH_KINDS)[number];
/** Kinds that a tracker may report by an alarm. */
export type ReportedKind = HarshKind | 'belt' | 'phone';
/** All events of driving style; `longDrive`: without a break. */
export const DRIVING_EVENT_KINDS = [...HARSH_KINDS, 'belt', 'phone', 'longDrive'] as const;
export type DrivingEventKind = (typeof DRIVING_EVENT_KINDS)[number];
/** Source of an event: the tracker's alarm, the record, or a record that shows it in part and is not counted. */
export const EVENT_SOURCES = ['tracker', 'derived', 'partly'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

const KIND_OF_ALARM: Readonly<Record<string, ReportedKind>> = {
  hardBraking: 'braking',
  hardAcceleration: 'acceleration',
  hardCornering: 'cornering',
  seatbelt: 'belt',
  phone: 'phone',
};

/** Severe is so many times the threshold. */
const SEVERE = 1.35;
/** Nothing on wheels does more: a fault of the receiver. */
const IMPOSSIBLE_MS2 = 9;
/** Of the higher speed of a pair, km/h. */
const SLOWEST_KMH = 10;
/** The course of a slower vehicle is noise. */
const SLOWEST_CORNER_KMH = 20;
const LEAST_SATELLITES = 6;
const MOST_HDOP = 3;
const MOST_ACCURACY_M = 20;

/** Intervals in a row that make a recording of one record a second. */
const STEADY = 3;
const ONE_SECOND = { least: 800, most: 1200 };
const TWO_SECONDS = { least: 1200, most: 2500 };

/**
 * Share of harsh driving that a pair of records can show: all of it, at one record a second; some, at two seconds; none.
 * Where the tracker reports it by itself, it is all of it.
 */
export type Watch = 'full' | 'partly' | 'none';

/** State of the recording between two records. */
export interface Recording {
  /** Intervals of a second in a row, up to `STEADY`. */
  steady: number;
  /** The tracker has reported harsh driving at least once: it does so always. */
  reports: boolean;
}

/** A fix that can be compared with its neighbor. */
export const isFineFix = ({
  satellites,
  hdop,
  accuracy,
}: Pick<TripRecord, 'satellites' | 'hdop' | 'accuracy'>): boolean =>
  (satellites === null || satellites === 0 || satellites >= LEAST_SATELLITES) &&
  (hdop === null || hdop <= MOST_HDOP) &&
  accuracy <= MOST_ACCURACY_M;

/** Takes the next record in. @returns how much the pair with the one before it shows. */
export function watchPair(recording: Recording, a: TripRecord, b: TripRecord, settings: TripSettings): Watch {
  const ms = b.time - a.time;
  const areFine = a.isFine && b.isFine;
  const isSecond = areFine && ms >= ONE_SECOND.least && ms <= ONE_SECOND.most;
  recording.steady = isSecond ? Math.min(STEADY, recording.steady + 1) : 0;
  const { harshSource } = settings;
  if (harshSource === 'off') return 'none';
  if (harshSource !== 'derived') {
    recording.reports ||= b.alarms !== null && reportedKinds(b).some(isHarsh);
    if (recording.reports || harshSource === 'tracker') return 'full';
  }
  if (recording.steady >= STEADY) return 'full';
  return areFine && ms >= TWO_SECONDS.least && ms <= TWO_SECONDS.most ? 'partly' : 'none';
}

const isHarsh = (kind: ReportedKind): boolean => kind !== 'belt' && kind !== 'phone';

/** Alarms about the driving that a tracker sends with one record. */
export function reportedKinds({ alarms }: TripRecord): readonly ReportedKind[] {
  if (alarms === null) return NONE;
  return alarms.split(',').flatMap((alarm) => KIND_OF_ALARM[alarm.trim()] ?? []);
}
const NONE: readonly ReportedKind[] = [];

/** Mean acceleration of a kind between two records, m/s²; 0 = below the threshold. @source docs/driving-style.md */
export function harshMs2(
  kind: HarshKind,
  { a, b }: { readonly a: TripRecord; readonly b: TripRecord },
  settings: TripSettings,
): number {
  const least = thresholdOf(kind, settings);
  if (least === 0) return 0;
  const ms2 = strengthOf(kind, a, b);
  return ms2 >= least ? ms2 : 0;
}

function strengthOf(kind: HarshKind, a: TripRecord, b: TripRecord): number {
  const seconds = (b.time - a.time) / 1000;
  const [from, to] = [a.speedKmh ?? 0, b.speedKmh ?? 0];
  const fastest = Math.max(from, to);
  if (seconds <= 0 || fastest < SLOWEST_KMH) return 0;
  const ms2 = kind === 'cornering' ? sideways(a, b, seconds) : alongside(kind, from, to, seconds);
  return ms2 > IMPOSSIBLE_MS2 ? 0 : ms2;
}

const alongside = (kind: HarshKind, from: number, to: number, seconds: number): number =>
  Math.max(0, (kind === 'braking' ? from - to : to - from) / 3.6 / seconds);

function sideways(a: TripRecord, b: TripRecord, seconds: number): number {
  if (a.course === null || b.course === null) return 0;
  const slowest = Math.min(a.speedKmh ?? 0, b.speedKmh ?? 0);
  if (slowest < SLOWEST_CORNER_KMH) return 0;
  const turned = Math.abs(((b.course - a.course + 540) % 360) - 180);
  const mean = ((a.speedKmh ?? 0) + (b.speedKmh ?? 0)) / 2 / 3.6;
  return (mean * turned * Math.PI) / 180 / seconds;
}

/** Whether an event that was measured is severe; the tracker does not say how strong one was. */
export const isSevere = (kind: HarshKind, peakMs2: number, settings: TripSettings): boolean =>
  peakMs2 > 0 && peakMs2 >= SEVERE * thresholdOf(kind, settings);

/** Threshold of a kind for the vehicle, m/s²; 0 = it has none. */
const thresholdOf = (kind: HarshKind, settings: TripSettings): number =>
  kind === 'braking'
    ? settings.harshBrakingMs2
    : kind === 'acceleration'
      ? settings.harshAccelerationMs2
      : settings.harshCorneringMs2;

/** Bands of speeding by what is above the limit, per cent: up to the first, the second, the third, and above. */
const BANDS = [10, 20, 50] as const;
/** Tolerance of a radar: so many km/h, or per cent of a high limit. */
const TOLERANCE = { kmh: 7, share: 0.07 };

/** Band of a speed above its limit, 1 to 4; 0 = within the tolerance. */
export function speedingBand(speedKmh: number, limitKmh: number): number {
  const over = speedKmh - limitKmh;
  if (over <= Math.max(TOLERANCE.kmh, TOLERANCE.share * limitKmh)) return 0;
  const percent = (over * 100) / limitKmh;
  const band = BANDS.findIndex((most) => percent <= most);
  return band < 0 ? BANDS.length + 1 : band + 1;
}

type Thresholds = Pick<TripSettings, 'harshBrakingMs2' | 'harshAccelerationMs2' | 'harshCorneringMs2'>;
const thresholds = (
  harshAccelerationMs2: number,
  harshBrakingMs2: number,
  harshCorneringMs2: number,
): Thresholds => ({ harshAccelerationMs2, harshBrakingMs2, harshCorneringMs2 });
const HEAVY = thresholds(1.6, 2.2, 2.2);
const BUS = thresholds(1.4, 2, 2);
// Two wheels lean, and their course lags behind.
const TWO_WHEELS = thresholds(3.5, 3.5, 0);
const NO_ROAD = thresholds(0, 0, 0);
/** Other categories have those of a car. */
const BY_CATEGORY: Readonly<Partial<Record<DeviceCategory, Thresholds>>> = {
  van: thresholds(2.5, 2.8, 3),
  truck: HEAVY,
  truck1: HEAVY,
  truck2: HEAVY,
  bus: BUS,
  trolleybus: BUS,
  motorcycle: TWO_WHEELS,
  scooter: TWO_WHEELS,
  person: NO_ROAD,
  animal: NO_ROAD,
  bicycle: NO_ROAD,
  tractor: NO_ROAD,
  boat: NO_ROAD,
  ship: NO_ROAD,
  train: NO_ROAD,
  tram: NO_ROAD,
  crane: NO_ROAD,
  plane: NO_ROAD,
  helicopter: NO_ROAD,
};

/** Thresholds of a category of vehicles; empty = those of a car. */
export function harshThresholds(category: string | null): Partial<Thresholds> {
  const known = DEVICE_CATEGORIES.find((each) => each === category);
  return (known === undefined ? undefined : BY_CATEGORY[known]) ?? {};
}

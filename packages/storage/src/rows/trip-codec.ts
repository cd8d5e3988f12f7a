import type { StretchSegment, TrackPoint, Episode, QuarterSums, Sums } from '@rastro/fleet/trips';
import type { StoredStretch } from '../trip-port.ts';
import { parsed } from './values.ts';

/**
 * History is read by the ten thousand rows: lists of values in a fixed order are a third of the text of named ones, and
 * read three times as fast. The order is part of the stored format: add at the end, never change it.
 */
export const SUM_FIELDS = [
  'distanceM',
  'gapM',
  'shuffleM',
  'movingS',
  'stoppedS',
  'quietS',
  'gapS',
  'engineS',
  'idleS',
  'overspeedS',
  'fuelMl',
  'filledMl',
  'drainedMl',
  'records',
  'maxKmh',
  'maxAt',
  // Zeros at the end are left out: the likeliest to be something come first.
  'nightS',
  'watchedM',
  'over10S',
  'over20S',
  'over50S',
  'overMoreS',
  'brakings',
  'accelerations',
  'cornerings',
  'severeBrakings',
  'severeAccelerations',
  'severeCornerings',
  'phoneAlarms',
  'beltAlarms',
  'longDrives',
  'partlyWatchedM',
  'offHoursM',
] as const satisfies readonly (keyof Sums)[];

/** Columns of a day, in the same order. */
export const SUM_COLUMNS = [
  'distance_m',
  'gap_m',
  'shuffle_m',
  'moving_s',
  'stopped_s',
  'quiet_s',
  'silent_s',
  'engine_s',
  'idle_s',
  'overspeed_s',
  'fuel_ml',
  'filled_ml',
  'drained_ml',
  'records',
  'max_kmh',
  'max_at',
  'night_s',
  'watched_m',
  'over_10_s',
  'over_20_s',
  'over_50_s',
  'over_more_s',
  'brakings',
  'accelerations',
  'cornerings',
  'severe_brakings',
  'severe_accelerations',
  'severe_cornerings',
  'phone_alarms',
  'belt_alarms',
  'long_drives',
  'partly_watched_m',
  'off_hours_m',
] as const;

export type Numbers = readonly number[];
const NOBODY = '';
/** Of a quarter: slot, span, sums, and behind them the driver where it is another one than before. */
type QuarterValues = readonly (number | string)[];
/** Reads only what this file wrote. */
const quartersIn = (text: string): readonly QuarterValues[] => parsed(text);
/** Slot, span and sums of quarters. */
export const quarterNumbers = (text: string): readonly Numbers[] =>
  quartersIn(text).map((values) => values.filter((value) => typeof value === 'number'));
const bodyOf = (text: string): Body => parsed(text);
const episodeBodyOf = (text: string): EpisodeBody => parsed(text);

/** Zeros at the end are left out. */
export function packSums(sums: Sums): Numbers {
  const values = SUM_FIELDS.map((field) => sums[field]);
  while (values.at(-1) === 0) values.pop();
  return values;
}
/** @param at Where in the list they begin. */
export const unpackSums = (values: Numbers, at = 0): Sums => ({
  distanceM: values[at] ?? 0,
  gapM: values[at + 1] ?? 0,
  shuffleM: values[at + 2] ?? 0,
  movingS: values[at + 3] ?? 0,
  stoppedS: values[at + 4] ?? 0,
  quietS: values[at + 5] ?? 0,
  gapS: values[at + 6] ?? 0,
  engineS: values[at + 7] ?? 0,
  idleS: values[at + 8] ?? 0,
  overspeedS: values[at + 9] ?? 0,
  fuelMl: values[at + 10] ?? 0,
  filledMl: values[at + 11] ?? 0,
  drainedMl: values[at + 12] ?? 0,
  records: values[at + 13] ?? 0,
  maxKmh: values[at + 14] ?? 0,
  maxAt: values[at + 15] ?? 0,
  nightS: values[at + 16] ?? 0,
  watchedM: values[at + 17] ?? 0,
  over10S: values[at + 18] ?? 0,
  over20S: values[at + 19] ?? 0,
  over50S: values[at + 20] ?? 0,
  overMoreS: values[at + 21] ?? 0,
  brakings: values[at + 22] ?? 0,
  accelerations: values[at + 23] ?? 0,
  cornerings: values[at + 24] ?? 0,
  severeBrakings: values[at + 25] ?? 0,
  severeAccelerations: values[at + 26] ?? 0,
  severeCornerings: values[at + 27] ?? 0,
  phoneAlarms: values[at + 28] ?? 0,
  beltAlarms: values[at + 29] ?? 0,
  longDrives: values[at + 30] ?? 0,
  partlyWatchedM: values[at + 31] ?? 0,
  offHoursM: values[at + 32] ?? 0,
});

/** An identifier as a column has it: no database has all that a tracker may send. It is a prefix of no other. */
export const packDriver = (driver: string): string => JSON.stringify(driver).slice(1, -1);
export const unpackDriver = (text: string): string => parsed(`"${text}"`);

export function packQuarters(quarters: readonly QuarterSums[]): string {
  let before: string | null = null;
  const all = quarters.map((entry) => {
    const values = [entry.slot, entry.span, ...packSums(entry)];
    if (entry.driver === before) return values;
    before = entry.driver;
    return [...values, before ?? NOBODY];
  });
  return JSON.stringify(all);
}
export function unpackQuarters(text: string): readonly QuarterSums[] {
  let driver: string | null = null;
  return quartersIn(text).map((values) => {
    const last = values.at(-1);
    if (typeof last === 'string') driver = last === NOBODY ? null : last;
    const numbers = values.filter((value) => typeof value === 'number');
    return { slot: numbers[0] ?? 0, span: numbers[1] ?? 1, driver, ...unpackSums(numbers, 2) };
  });
}

type Point = readonly [number, number, number, number, number, number];
const packPoint = (p: TrackPoint): Point => [p.id, p.time, p.deviceTime, p.key, p.latitude, p.longitude];
const unpackPoint = ([id, time, deviceTime, key, latitude, longitude]: Point): TrackPoint => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
});

type Body = readonly [
  kind: StretchSegment['kind'],
  start: Point,
  end: Point,
  /** Null = `start`. */
  stretch: Point | null,
  began: StretchSegment['began'],
  ended: StretchSegment['ended'],
  sums: Numbers,
  odometer: readonly [number, number] | null,
  engineOnAt: number | null,
  engineOffAt: number | null,
  driver: string | null,
  fuelBy: StretchSegment['fuelBy'],
];

export function packPiece(segment: StretchSegment): string {
  const { kind, start, end, stretch, began, ended, sums, odometer, engineOnAt, engineOffAt, driver, fuelBy } =
    segment;
  const isFirst = stretch.id === start.id && stretch.time === start.time;
  const body: Body = [
    kind,
    packPoint(start),
    packPoint(end),
    isFirst ? null : packPoint(stretch),
    began,
    ended,
    packSums(sums),
    odometer && [odometer.startM, odometer.endM],
    engineOnAt,
    engineOffAt,
    driver,
    fuelBy,
  ];
  return JSON.stringify(body);
}

export function unpackPiece(text: string): StoredStretch {
  const [kind, start, end, stretch, began, ended, sums, odometer, engineOnAt, engineOffAt, driver, fuelBy] =
    bodyOf(text);
  const startPoint = unpackPoint(start);
  return {
    kind,
    stretch: stretch ? unpackPoint(stretch) : startPoint,
    began,
    start: startPoint,
    end: unpackPoint(end),
    ended,
    sums: unpackSums(sums),
    odometer: odometer && { startM: odometer[0], endM: odometer[1] },
    engineOnAt,
    engineOffAt,
    driver,
    fuelBy,
  };
}

type EpisodeBody = readonly [
  start: Point,
  end: Point,
  goesOn: boolean,
  driver: string | null,
  figures: Episode['figures'],
  note: string | null,
  /** Null = `start`. */
  since: Point | null,
];

export function packEpisode({ since, start, end, goesOn, driver, figures, note }: Episode): string {
  const isFirst = since.id === start.id && since.time === start.time;
  const began = isFirst ? null : packPoint(since);
  const body: EpisodeBody = [packPoint(start), packPoint(end), goesOn, driver, figures, note, began];
  return JSON.stringify(body);
}

export function unpackEpisode(kind: Episode['kind'], geofenceId: number, text: string): Episode {
  const [start, end, goesOn, driver, figures, note, since] = episodeBodyOf(text);
  return {
    kind,
    geofenceId,
    since: unpackPoint(since ?? start),
    start: unpackPoint(start),
    end: unpackPoint(end),
    goesOn,
    driver,
    figures,
    note,
  };
}

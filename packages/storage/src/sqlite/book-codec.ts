import type { BookPiece, BookPoint, Episode, QuarterSums, Sums } from '@rastro/fleet/books';
import { addSums, sumsBetween } from '@rastro/fleet/threads';
import type { StoredPiece } from '../book-port.ts';
import { parsed } from './rows.ts';

/**
 * Books are read by the ten thousand: lists of values in a fixed order are a third of the text of named ones, and
 * read three times as fast. The order is part of what is stored: add at the end, never change it.
 */
export const SUM_FIELDS = [
  'distanceM',
  'gapM',
  'shuffleM',
  'movingS',
  'stoppedS',
  'quietS',
  'silentS',
  'engineS',
  'idleS',
  'overspeedS',
  'fuelMl',
  'filledMl',
  'drainedMl',
  'records',
  'maxKmh',
  'maxAt',
] as const satisfies readonly (keyof Sums)[];

type Numbers = readonly number[];
/** What this file wrote is read as it was written. */
const listOf = (text: string): readonly Numbers[] => parsed(text);
const bodyOf = (text: string): Body => parsed(text);
const episodeBodyOf = (text: string): EpisodeBody => parsed(text);

/** Zeros at the end are left out. */
function packSums(sums: Sums): Numbers {
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
  silentS: values[at + 6] ?? 0,
  engineS: values[at + 7] ?? 0,
  idleS: values[at + 8] ?? 0,
  overspeedS: values[at + 9] ?? 0,
  fuelMl: values[at + 10] ?? 0,
  filledMl: values[at + 11] ?? 0,
  drainedMl: values[at + 12] ?? 0,
  records: values[at + 13] ?? 0,
  maxKmh: values[at + 14] ?? 0,
  maxAt: values[at + 15] ?? 0,
});

export const packQuarters = (quarters: readonly QuarterSums[]): string =>
  JSON.stringify(quarters.map((entry) => [entry.slot, entry.span, ...packSums(entry)]));
export const unpackQuarters = (text: string): readonly QuarterSums[] =>
  listOf(text).map((values) => ({
    slot: values[0] ?? 0,
    span: values[1] ?? 1,
    ...unpackSums(values, 2),
  }));

/**
 * Adds the quarters of several days up to sums between slots, without making objects of three thousand a month.
 * @param bounds Slots, ascending; the sums are of those from one of them to before the next.
 */
export function addQuarters(texts: readonly string[], bounds: readonly number[]): readonly Sums[] {
  const all = bounds.slice(1).map(() => SUM_FIELDS.map(() => 0));
  // Entries that span several quarters are few: whoever shares them out evenly does it.
  const shared: QuarterSums[] = [];
  let at = 0;
  for (const values of texts.flatMap(listOf)) {
    const [slot = 0, span = 1] = values;
    if (span > 1) {
      shared.push({ slot, span, ...unpackSums(values, 2) });
      continue;
    }
    while (at > 0 && slot < (bounds[at] ?? 0)) at--;
    while (at + 1 < bounds.length && slot >= (bounds[at + 1] ?? 0)) at++;
    const sums = all[at];
    if (sums && slot >= (bounds[at] ?? 0)) addValues(sums, values);
  }
  return all.map((values, i) => {
    const [from, to] = [(bounds[i] ?? 0) * QUARTER_MS, (bounds[i + 1] ?? 0) * QUARTER_MS];
    return addSums(unpackSums(values), sumsBetween(shared, from, to));
  });
}

const QUARTER_MS = 900_000;
/** Behind slot and span. */
const FIRST = 2;
const MAX_KMH = SUM_FIELDS.indexOf('maxKmh');
const MAX_AT = SUM_FIELDS.indexOf('maxAt');

function addValues(sums: number[], values: Numbers): void {
  for (let i = 0; i < MAX_KMH && i + FIRST < values.length; i++)
    sums[i] = (sums[i] ?? 0) + (values[i + FIRST] ?? 0);
  const kmh = values[MAX_KMH + FIRST] ?? 0;
  if (kmh <= (sums[MAX_KMH] ?? 0)) return;
  sums[MAX_KMH] = kmh;
  sums[MAX_AT] = values[MAX_AT + FIRST] ?? 0;
}

type Point = readonly [number, number, number, number, number, number];
const packPoint = (p: BookPoint): Point => [p.id, p.time, p.deviceTime, p.key, p.latitude, p.longitude];
const unpackPoint = ([id, time, deviceTime, key, latitude, longitude]: Point): BookPoint => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
});

type Body = readonly [
  kind: BookPiece['kind'],
  start: Point,
  end: Point,
  /** Null = `start`. */
  stretch: Point | null,
  began: BookPiece['began'],
  ended: BookPiece['ended'],
  sums: Numbers,
  odometer: readonly [number, number] | null,
  engineOnAt: number | null,
  engineOffAt: number | null,
  driver: string | null,
  fuelBy: BookPiece['fuelBy'],
];

export function packPiece(piece: BookPiece): string {
  const { kind, start, end, stretch, began, ended, sums, odometer, engineOnAt, engineOffAt, driver, fuelBy } =
    piece;
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

export function unpackPiece(text: string): StoredPiece {
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

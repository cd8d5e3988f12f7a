import { cellOf, drivenM, flatM, type Ride, type RidePoint } from './ride.ts';

/** Meters and seconds that were driven somewhere. */
type Driven = readonly [meters: number, seconds: number];
/** Roads of a fleet as its rides tell them; plain data, so that it can be stored. */
export interface Knowledge {
  /** Seconds a meter, over all. */
  readonly pace: number;
  /** Meters driven for a meter of straight distance. */
  readonly detour: number;
  /** Speed along the straight line by its length, both as logarithms; the shortest first. */
  readonly bands: readonly (readonly [logStraight: number, logSpeed: number])[];
  readonly cells: Readonly<Record<string, Driven>>;
  /** By hour of the week. */
  readonly hours: readonly Driven[];
  /** Newest rides, thinned out. */
  readonly tracks: readonly (readonly RidePoint[])[];
}

export const HOURS = 168;
const DAY_HOURS = 24;
/** Upper ends of the bands of straight distance. */
export const BAND_ENDS_M = [500, 1000, 1500, 2500, 4000, 7000, 15_000, 40_000] as const;
const LEAST_OF_BAND = 15;
const PARTS_OF_RIDE = [0, 0.2, 0.35, 0.5, 0.65, 0.8];
/** Nearer or sooner there is nothing to learn. */
const [LEAST_M, LEAST_S] = [100, 30];
const [MAX_TRACKS, MAX_TRACK_POINTS] = [600, 30];
const DEGREE_PARTS = 1e5;
/** Seen so many meters, what is known of a place or an hour counts half. */
const TRUST_CELL_M = 1500;
const TRUST_HOUR_M = 3000;

export const bandOf = (straightM: number): number => BAND_ENDS_M.filter((end) => end <= straightM).length;

/** Index of the point at which a share of a ride is driven; neither the first, but for 0, nor the last. */
export function pointAt(driven: readonly number[], share: number): number {
  if (share === 0) return 0;
  const goal = share * (driven.at(-1) ?? 0);
  const found = driven.findIndex((each) => each >= goal);
  return Math.min(Math.max(found, 1), driven.length - 2);
}

export function knowledgeOf(rides: readonly Ride[]): Knowledge {
  const cells: Record<string, Driven> = {};
  const hours: Driven[] = Array.from({ length: HOURS }, () => [0, 0]);
  const [speeds, detours] = [new Map<number, (readonly [number, number])[]>(), [] as number[]];
  for (const { hour, points } of rides) {
    const driven = drivenM(points);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) continue;
    for (const [at, point] of points.entries()) {
      const before = points[at - 1];
      if (!before) continue;
      const key = cellOf(point);
      cells[key] = plus(cells[key] ?? [0, 0], [flatM(before, point), point.s - before.s]);
    }
    hours[hour] = plus(hours[hour] ?? [0, 0], [driven.at(-1) ?? 0, last.s - first.s]);
    for (const share of PARTS_OF_RIDE) {
      const at = pointAt(driven, share);
      const from = points[at];
      if (!from) continue;
      const [straight, seconds] = [flatM(from, last), last.s - from.s];
      if (straight < LEAST_M || seconds < LEAST_S) continue;
      const band = bandOf(straight);
      const pair = [Math.log(straight), Math.log(straight / seconds)] as const;
      const pairs = speeds.get(band) ?? [];
      speeds.set(band, pairs);
      pairs.push(pair);
      detours.push(((driven.at(-1) ?? 0) - (driven[at] ?? 0)) / straight);
    }
  }
  const [meters, seconds] = hours.reduce(plus, [0, 0]);
  const bands = [...speeds]
    .filter(([, pairs]) => pairs.length >= LEAST_OF_BAND)
    .toSorted(([a], [b]) => a - b)
    .map(([, pairs]) => [mean(pairs.map(([x]) => x)), median(pairs.map(([, y]) => y))] as const);
  const tracks = rides.slice(-MAX_TRACKS).map(({ points }) => thinned(points));
  return { pace: seconds / Math.max(1, meters), detour: median(detours) || 1, bands, cells, hours, tracks };
}

/** Pace of a place, as a ratio to that of all. */
export function paceOfCell({ cells, pace }: Knowledge, key: string): number {
  const [meters, seconds] = cells[key] ?? [0, 0];
  return (seconds / pace + TRUST_CELL_M) / (meters + TRUST_CELL_M);
}

/** Pace of an hour of the week, as a ratio: trusted less than that hour of all days, and that less than all hours. */
export function paceOfHour({ hours, pace }: Knowledge, hour: number): number {
  const ofDay = hours.filter((_, at) => at % DAY_HOURS === hour % DAY_HOURS).reduce(plus, [0, 0]);
  const daily = (ofDay[1] / pace + TRUST_HOUR_M) / (ofDay[0] + TRUST_HOUR_M);
  const [meters, seconds] = hours[hour] ?? [0, 0];
  return (seconds / pace + TRUST_HOUR_M * daily) / (meters + TRUST_HOUR_M);
}

/** Seconds for a straight distance, by its band alone. */
export function secondsByBand({ bands, pace, detour }: Knowledge, straightM: number): number {
  const x = Math.log(straightM);
  let before = bands[0];
  if (!before) return straightM * detour * pace;
  for (const band of bands) {
    if (band[0] >= x && band !== before) {
      const share = Math.max(0, (x - before[0]) / (band[0] - before[0]));
      return straightM / Math.exp(before[1] + share * (band[1] - before[1]));
    }
    before = band;
  }
  return straightM / Math.exp(before[1]);
}

const plus = ([a, b]: Driven, [c, d]: Driven): Driven => [a + c, b + d];
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Value below which a share of others is; 0 = there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + (at % 1) * ((sorted[Math.ceil(at)] ?? low) - low);
}
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Few enough points, and short enough numbers, to be stored: a meter, a second after the beginning. */
function thinned(points: readonly RidePoint[]): readonly RidePoint[] {
  const step = Math.max(1, Math.ceil(points.length / MAX_TRACK_POINTS));
  const begin = points[0]?.s ?? 0;
  const rounded = (degrees: number): number => Math.round(degrees * DEGREE_PARTS) / DEGREE_PARTS;
  return points
    .filter((_, at) => at % step === 0 || at === points.length - 1)
    .map(({ s, latitude, longitude }) => ({
      s: Math.round(s - begin),
      latitude: rounded(latitude),
      longitude: rounded(longitude),
    }));
}

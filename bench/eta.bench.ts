// Arrival times from history on the Porto recording, in five parts by ride: learnt on four, asked on the fifth when half of
// the way is driven. Parted in five ways, since the parts alone move a figure by half a per cent; the spread is printed. Errors as shares of the remaining time and of the whole ride, and how many arrive within the span of
// eight in ten. Compared with one speed for all and with the pace of the ride so far. Needs REFERENCE_DIR. Arguments: ways.
import { estimateArrival, learnArrivals, type Ride, type RidePoint } from '@rastro/fleet/arrival-times';
import { distanceM } from '@rastro/fleet';
import { rowsOfRecording, rowsOfTrips, withoutReference } from '../tools/reference.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const [RECORDING, TRIPS] = ['porto_taxi_2013-07-01_clean', 'porto_taxi_2013-07-01'];
const PARTS = 5;
const WAYS = Number(process.argv[2] ?? 5);
const [LEAST_M, LEAST_S, LEAST_APART_M, LONGEST_HOLE_S] = [1500, 240, 800, 75];
const HOUR_S = 3600;

const lengthOf = (points: readonly RidePoint[]): number =>
  points.reduce((sum, point, at) => sum + distanceM(points[at - 1] ?? point, point), 0);

function recordedRides(): readonly Ride[] {
  const byVehicle = Map.groupBy(rowsOfRecording(RECORDING), ([vehicle]) => vehicle);
  return rowsOfTrips(TRIPS).flatMap(([, vehicle, , start = '', end = '']) => {
    const points = (byVehicle.get(vehicle) ?? [])
      .map(([, time = '', latitude, longitude]) => ({
        s: Date.parse(time) / 1000,
        latitude: Number(latitude),
        longitude: Number(longitude),
      }))
      .filter(({ s }) => s >= Date.parse(start) / 1000 && s <= Date.parse(end) / 1000);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || points.length < 3) return [];
    const isHole = points.some(({ s }, at) => s - (points[at - 1]?.s ?? s) > LONGEST_HOLE_S);
    if (isHole || last.s - first.s < LEAST_S || distanceM(first, last) < LEAST_APART_M) return [];
    // The recording is of a Monday.
    return lengthOf(points) < LEAST_M ? [] : [{ hour: Math.floor((first.s / HOUR_S) % 24), points }];
  });
}

function halfWay(points: readonly RidePoint[]): readonly RidePoint[] {
  const half = lengthOf(points) / 2;
  let [driven, at] = [0, 0];
  while (driven < half && at < points.length - 2) {
    const [from, to] = [points[at], points[at + 1]];
    if (from && to) driven += distanceM(from, to);
    at++;
  }
  return points.slice(0, at + 1);
}
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The same for each run. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed;
  return items
    .map((item) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return { item, key: state };
    })
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

if (withoutReference !== false) {
  console.error(withoutReference);
  process.exit(1);
}
const recorded = recordedRides();
interface Errors {
  readonly left: number[];
  readonly whole: number[];
}
/** By method, of each way to part the rides. */
const errors = new Map<string, readonly Errors[]>();
let [inSpan, asked, learnS, askS] = [0, 0, 0, 0];
const widths: number[] = [];

/** Learns from the other parts and asks the rides of this one. */
function askPart(rides: readonly Ride[], part: number, way: number): void {
  const begun = performance.now();
  const learnt = rides.filter((_, at) => at % PARTS !== part);
  const model = learnArrivals(learnt);
  learnS += (performance.now() - begun) / 1000;
  const speed = median(
    learnt.map(({ points }) => {
      const soFar = halfWay(points);
      const [here, last] = [soFar.at(-1), points.at(-1)];
      return here && last ? distanceM(here, last) / (last.s - here.s) : 0;
    }),
  );
  for (const { hour, points } of rides.filter((_, at) => at % PARTS === part)) {
    const soFar = halfWay(points);
    const [start, here, destination] = [points[0], soFar.at(-1), points.at(-1)];
    if (!start || !here || !destination) continue;
    const [left, whole] = [destination.s - here.s, destination.s - start.s];
    const before = performance.now();
    const { seconds, low, high } = estimateArrival(model, { hour, soFar, destination });
    askS += (performance.now() - before) / 1000;
    asked++;
    if (left >= low && left <= high) inSpan++;
    if (seconds > 0) widths.push((high - low) / seconds);
    const straight = distanceM(here, destination);
    const ownPace = (straight * 1.3 * (here.s - start.s)) / Math.max(lengthOf(soFar), 100);
    for (const [method, value] of Object.entries({ learnt: seconds, ownPace, oneSpeed: straight / speed })) {
      const ways = errors.get(method) ?? Array.from({ length: WAYS }, () => ({ left: [], whole: [] }));
      errors.set(method, ways);
      ways[way]?.left.push((Math.abs(value - left) / left) * 100);
      ways[way]?.whole.push((Math.abs(value - left) / whole) * 100);
    }
  }
}
for (let way = 0; way < WAYS; way++)
  for (let part = 0; part < PARTS; part++) askPart(shuffled(recorded, way + 1), part, way);

for (const [method, ways] of errors) {
  const spread = (read: (each: Errors) => number): string => {
    const values = ways.map(read).toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [values[0], values.at(-1)];
    return `${rounded(median(values))} (${rounded(least)} to ${rounded(most)})`;
  };
  printFigure('eta', {
    method,
    rides: recorded.length,
    leftMedianPercent: spread(({ left }) => median(left)),
    leftP90Percent: spread(({ left }) => quantile(left, 0.9)),
    wholeMedianPercent: spread(({ whole }) => median(whole)),
    wholeP90Percent: spread(({ whole }) => quantile(whole, 0.9)),
  });
}
printFigure('eta-span', {
  coveredPercent: rounded((inSpan / asked) * 100),
  widthPercentOfEstimate: rounded(median(widths) * 100),
  learnS: rounded(learnS / PARTS / WAYS, 2),
  askMs: rounded((askS / asked) * 1000, 2),
});

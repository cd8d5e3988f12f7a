// Deviations from a corridor on the raw Porto recording: false alarms on rides that follow their own way, with noise added,
// and how soon a turn off the way is known. A record every 15 seconds, and fewer. Needs REFERENCE_DIR.
import { distanceM, type LatLng } from '@rastro/fleet';
import {
  corridorOf,
  followCorridor,
  type Corridor,
  type CorridorEvent,
  type CorridorState,
} from '@rastro/fleet/corridor';
import type { PlaceRecord } from '@rastro/fleet/stop-visits';
import { rowsOfRecording, rowsOfTrips, withoutReference } from '../tools/reference.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const NAME = 'porto_taxi_2013-07-01';
const [WIDTH_M, OUTER_M, NOISE_M] = [100, 150, 6];
const LEAST_M = 1500;
/** Every so many records of 15 seconds. */
const STEPS = [1, 2, 4];
const [TURN_FROM, TURN_TO] = [50, 120];
const METERS_A_DEGREE = 111_195;
const RADIANS = Math.PI / 180;
const SOON_MS = 60_000;

/** The same numbers in each run. */
let state = 20_130_701;
function chance(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const bell = (): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
const moved = ({ latitude, longitude }: LatLng, east: number, north: number): LatLng => ({
  latitude: latitude + north / METERS_A_DEGREE,
  longitude: longitude + east / (METERS_A_DEGREE * Math.cos(latitude * RADIANS)),
});

type Point = LatLng & { readonly at: number };
function recordedRides(): readonly (readonly Point[])[] {
  const byVehicle = Map.groupBy(rowsOfRecording(NAME), ([vehicle]) => vehicle);
  return rowsOfTrips(NAME).flatMap(([, vehicle, , start = '', end = '']) => {
    const points = (byVehicle.get(vehicle) ?? [])
      .map(([, time = '', latitude, longitude]) => ({
        at: Date.parse(time),
        latitude: Number(latitude),
        longitude: Number(longitude),
      }))
      .filter(({ at }) => at >= Date.parse(start) && at <= Date.parse(end));
    return points.length > 3 && lengthOf(points) >= LEAST_M ? [points] : [];
  });
}
const lengthOf = (points: readonly LatLng[]): number =>
  points.reduce((sum, point, at) => sum + distanceM(points[at - 1] ?? point, point), 0);
const noisy = (points: readonly Point[]): readonly PlaceRecord[] =>
  points.map(({ at, ...place }) => ({
    ...moved(place, bell() * NOISE_M, bell() * NOISE_M),
    at,
    kmh: 30,
    ignition: true,
    accuracyM: 0,
  }));

/** The rest of a ride turned around one of its middle points. */
function turned(points: readonly Point[]): readonly Point[] {
  const from = Math.floor(points.length * (0.3 + 0.3 * chance()));
  const pivot = points[from];
  if (!pivot) return points;
  const angle = (TURN_FROM + chance() * (TURN_TO - TURN_FROM)) * (chance() < 0.5 ? -1 : 1) * RADIANS;
  const narrow = Math.cos(pivot.latitude * RADIANS);
  return points.map((point, at) => {
    if (at <= from) return point;
    const east = (point.longitude - pivot.longitude) * narrow * METERS_A_DEGREE;
    const north = (point.latitude - pivot.latitude) * METERS_A_DEGREE;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { at: point.at, ...moved(pivot, east * cos - north * sin, east * sin + north * cos) };
  });
}
function farFrom({ points }: Corridor, place: LatLng): number {
  let least = Infinity;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    for (let share = 0; share <= 1; share += 0.1) {
      const latitude = from.latitude + share * (to.latitude - from.latitude);
      const longitude = from.longitude + share * (to.longitude - from.longitude);
      least = Math.min(least, distanceM(place, { latitude, longitude }));
    }
  }
  return least;
}

/** Events, and the record that made each known. */
function eventsOf(corridor: Corridor, records: readonly PlaceRecord[]) {
  const events: (CorridorEvent & { readonly knownAt: number })[] = [];
  let state: CorridorState | null = null;
  for (const [at, record] of records.entries()) {
    const next = followCorridor(state, corridor, record, records[at - 1] ?? null);
    if (next.event) events.push({ ...next.event, knownAt: record.at });
    state = next.state;
  }
  return events;
}

if (withoutReference !== false) {
  console.error(withoutReference);
  process.exit(1);
}
const rides = recordedRides();
const km = rides.reduce((sum, points) => sum + lengthOf(points), 0) / 1000;
for (const step of STEPS) {
  let [alarms, deviations, missed] = [0, 0, 0];
  const delays: number[] = [];
  for (const points of rides) {
    const corridor = corridorOf(points, WIDTH_M);
    const reported = points.filter((_, at) => at % step === 0);
    alarms += eventsOf(corridor, noisy(reported)).filter(({ kind }) => kind === 'left').length;
    const off = noisy(turned(points)).filter((_, at) => at % step === 0);
    const crossed = off.find((record) => farFrom(corridor, record) > OUTER_M);
    // Who is back, or has arrived, within a minute has left nothing.
    const then = crossed ? off.filter(({ at }) => at >= crossed.at && at <= crossed.at + SOON_MS) : [];
    const lasts = (off.at(-1)?.at ?? 0) >= (crossed?.at ?? 0) + SOON_MS;
    if (!crossed || !lasts || then.some((record) => farFrom(corridor, record) <= WIDTH_M)) continue;
    deviations++;
    const known = eventsOf(corridor, off).find(
      ({ kind, knownAt }) => kind === 'left' && knownAt >= crossed.at,
    );
    if (known) delays.push(known.knownAt - crossed.at);
    else missed++;
  }
  delays.sort((a, b) => a - b);
  const soon = delays.filter((delay) => delay <= SOON_MS).length;
  printFigure('corridor', {
    n: rides.length,
    km: Math.round(km),
    everyS: step * 15,
    falsePer1000Km: rounded((alarms / km) * 1000, 2),
    deviations,
    missed,
    medianS: (delays[delays.length >> 1] ?? 0) / 1000,
    p90S: (delays[Math.floor(delays.length * 0.9)] ?? 0) / 1000,
    within60sPercent: rounded((soon / deviations) * 100, 1),
  });
}

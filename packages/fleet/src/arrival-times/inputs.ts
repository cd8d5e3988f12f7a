import type { LatLng } from '../geometry/distance.ts';
import { paceOfCell, paceOfHour, secondsByBand, type Knowledge } from './knowledge.ts';
import { cellOf, drivenM, flatM, type ArrivalQuestion, type RidePoint } from './ride.ts';

/** Shorter distances are taken for this one. */
const LEAST_M = 100;
/** So near, both ends of a piece of a ride are those of the question. */
const NEAR_M = 500;
const RECENT_S = 120;
/** Of the ride so far, before it tells anything. */
const [BEGUN_M, BEGUN_S] = [200, 60];
const STEP_M = 100;
/** A latitude of so many degrees is farther than NEAR_M. */
const NEAR_DEGREES = 0.0046;
const TRUST_NEAR = 2;

/** Inputs of the mix, all as logarithms; 0 = nothing is known. */
export function inputsOf(
  knowledge: Knowledge,
  { hour, soFar, destination }: ArrivalQuestion,
): readonly number[] {
  const here = soFar.at(-1);
  const start = soFar[0];
  if (!here || !start) throw new RangeError('Cannot estimate: there is no present place');
  const straight = Math.max(flatM(here, destination), LEAST_M);
  const band = Math.log(secondsByBand(knowledge, straight));
  const own = ownInputs(knowledge, soFar);
  const near = nearPace(knowledge, here, destination);
  return [
    1,
    band,
    Math.log(straight) - 8,
    own.pace,
    own.recent,
    Math.log(corridorPace(knowledge, here, destination, straight)),
    own.detour,
    near === null ? 0 : near.trust * (near.logPace + Math.log(straight) - band),
    Math.log(paceOfCell(knowledge, cellOf(here))),
    Math.log(paceOfCell(knowledge, cellOf(destination))),
    Math.log(paceOfHour(knowledge, hour)),
  ];
}

/** Ratios of the ride so far to all rides. */
function ownInputs({ pace, detour }: Knowledge, soFar: readonly RidePoint[]) {
  const here = soFar.at(-1);
  const start = soFar[0];
  const driven = drivenM(soFar);
  const meters = driven.at(-1) ?? 0;
  if (!here || !start || meters < BEGUN_M || here.s - start.s < BEGUN_S)
    return { pace: 0, recent: 0, detour: 0 };
  const at = soFar.findIndex(({ s }) => here.s - s <= RECENT_S);
  // The last point outside of those seconds, else the start.
  const since = Math.max(0, at - 1);
  const recentM = Math.max(meters - (driven[since] ?? 0), 50);
  const recentS = Math.max(here.s - (soFar[since]?.s ?? 0), 15);
  return {
    pace: Math.log((here.s - start.s) / meters / pace),
    recent: Math.log(recentS / recentM / pace),
    detour: Math.log(meters / Math.max(flatM(start, here), LEAST_M) / detour),
  };
}

/** Pace along the straight line, as a ratio to that of all. */
function corridorPace(knowledge: Knowledge, from: LatLng, to: LatLng, straightM: number): number {
  const steps = Math.min(200, Math.max(1, Math.floor(straightM / STEP_M)));
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const share = (step + 0.5) / steps;
    const place = {
      latitude: from.latitude + (to.latitude - from.latitude) * share,
      longitude: from.longitude + (to.longitude - from.longitude) * share,
    };
    sum += paceOfCell(knowledge, cellOf(place));
  }
  return sum / steps;
}

/** Seconds for a straight meter of rides that passed near here and later near there; null = none did. */
function nearPace(
  { tracks }: Knowledge,
  here: LatLng,
  there: LatLng,
): { readonly logPace: number; readonly trust: number } | null {
  const found: { readonly logPace: number; readonly weight: number }[] = [];
  for (const track of tracks) {
    const from = nearest(track, here, 0);
    const to = from === null ? null : nearest(track, there, from + 1);
    const [a, b] = [track[from ?? -1], track[to ?? -1]];
    if (!a || !b) continue;
    const [meters, seconds] = [flatM(a, b), b.s - a.s];
    if (meters < 200 || seconds < 15) continue;
    const weight = 1 / (100 + flatM(a, here) + flatM(b, there));
    found.push({ logPace: Math.log(seconds / meters), weight });
  }
  if (found.length === 0) return null;
  return { logPace: weightedMedian(found), trust: found.length / (found.length + TRUST_NEAR) };
}

/** Nearer rides tell more. */
function weightedMedian(found: readonly { readonly logPace: number; readonly weight: number }[]): number {
  const half = found.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { logPace, weight } of found.toSorted((a, b) => a.logPace - b.logPace)) {
    sum += weight;
    if (sum >= half) return logPace;
  }
  return 0;
}

/** Point of a track that is nearest to a place, from a point on; null = none is near. */
function nearest(track: readonly RidePoint[], place: LatLng, begin: number): number | null {
  let [best, bestM] = [-1, NEAR_M];
  for (let at = begin; at < track.length; at++) {
    const point = track[at];
    if (!point || Math.abs(point.latitude - place.latitude) > NEAR_DEGREES) continue;
    const meters = flatM(point, place);
    if (meters < bestM) [best, bestM] = [at, meters];
  }
  return best < 0 ? null : best;
}

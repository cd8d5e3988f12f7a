import { boxesMeet, TRACK_LEVELS, type TrackBox, type TrackChunk } from '@rastro/fleet/tracks';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import { passagesNear } from './passages.ts';
import { joinDays } from './track.ts';

const E5 = 100_000;
const EARTH_M = 40_075_017;
const ALWAYS = { from: -Infinity, to: Infinity, measures: [] };
/** Points that one press may bring: about half a megabyte. */
export const POINTS_NEAR = 150_000;

/** Web Mercator, 0 to 1. */
export interface Nearness {
  readonly place: { readonly x: number; readonly y: number };
  readonly radius: number;
}
/** Days to be read in every detail, both included. */
export interface NearDays {
  readonly first: number;
  readonly last: number;
  readonly points: number;
}

/** The box around what is near, in degrees. */
export function nearView({ place: { x, y }, radius }: Nearness) {
  return {
    west: longitudeOf(x - radius),
    east: longitudeOf(x + radius),
    north: latitudeOf(y - radius),
    south: latitudeOf(y + radius),
  };
}

/**
 * Days that may have passed near a place, but are not there in every detail: the newest first, as far as the points
 * reach. `isWhole`: no other day may have passed.
 */
export function nearDays(
  days: readonly TrackChunk[],
  near: Nearness,
  capacity: number,
): { readonly days: NearDays | null; readonly isWhole: boolean } {
  const view = nearView(near);
  const box: TrackBox = {
    westE5: Math.floor(view.west * E5),
    eastE5: Math.ceil(view.east * E5),
    southE5: Math.floor(view.south * E5),
    northE5: Math.ceil(view.north * E5),
  };
  const metre = 1 / (EARTH_M * Math.cos((view.north * Math.PI) / 180));
  // Those in between whose box meets are sent with them.
  const sent = days.filter((day) => day.box !== null && boxesMeet(day.box, box));
  const taken: number[] = [];
  let [points, takenPoints] = [0, 0];
  const found = (): NearDays | null => {
    const [last, first] = [taken[0], taken.at(-1)];
    return first === undefined || last === undefined ? null : { first, last, points: takenPoints };
  };
  for (const day of sent.toSorted((a, b) => b.day - a.day)) {
    points += day.counts[0] ?? 0;
    if (day.level === 0 || !mayPass(day, near, metre)) continue;
    if (points > capacity) return { days: found(), isWhole: false };
    taken.push(day.day);
    takenPoints = points;
  }
  return { days: found(), isWhole: true };
}

/** A coarse way strays from what was driven by its tolerance. */
function mayPass(day: TrackChunk, { place, radius }: Nearness, metre: number): boolean {
  const strayed = (TRACK_LEVELS[day.level]?.toleranceM ?? Infinity) * metre;
  const track = joinDays(day.deviceId, [day], ALWAYS);
  return track.length === 1 || passagesNear([track], place, radius + strayed).length > 0;
}

import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import type { Track } from './track.ts';

/** Two visits of a place within this time are one. */
const APART_S = 120;
const MAX_PASSAGES = 200;

/** A vehicle came near a place. Seconds since 1970. */
export interface Passage {
  readonly deviceId: number;
  readonly from: number;
  readonly nearest: number;
  readonly to: number;
}

/**
 * Times at which vehicles were near a place. All segments are checked: 100,000 take a few milliseconds, less than
 * to build an index of them.
 * @param radius In units of Web Mercator.
 */
export function passagesNear(
  tracks: readonly Track[],
  place: { readonly x: number; readonly y: number },
  radius: number,
): readonly Passage[] {
  return tracks
    .flatMap((track) => passagesOf(track, place, radius))
    .toSorted((a, b) => a.nearest - b.nearest)
    .slice(0, MAX_PASSAGES);
}

function passagesOf(
  track: Track,
  place: { readonly x: number; readonly y: number },
  radius: number,
): readonly Passage[] {
  const found: (Passage & { distance: number })[] = [];
  for (let i = 0; i + 1 < track.length; i++) {
    const [start, end] = [track.time[i] ?? 0, track.time[i + 1] ?? 0];
    const isHole = ((track.flags[i + 1] ?? 0) & GAP) !== 0;
    const near = nearestOn(track, i, place);
    // Over a hole only its first point is known.
    const share = isHole ? 0 : near.share;
    const distance = isHole
      ? Math.hypot((track.x[i] ?? 0) - place.x, (track.y[i] ?? 0) - place.y)
      : near.distance;
    if (distance > radius) continue;
    const nearest = start + (end - start) * share;
    const stands = ((track.flags[i] ?? 0) & HELD) !== 0;
    const [from, to] = isHole ? [start, start] : stands ? [start, end] : [nearest, nearest];
    const last = found.at(-1);
    if (last === undefined || from - last.to > APART_S)
      found.push({ deviceId: track.deviceId, from, nearest, to, distance });
    else
      found[found.length - 1] = {
        ...last,
        to,
        ...(distance < last.distance ? { nearest, distance } : {}),
      };
  }
  return found.map(({ deviceId, from, nearest, to }) => ({ deviceId, from, nearest, to }));
}

const { gap: GAP, held: HELD } = TRACK_FLAGS;

function nearestOn(
  { x, y }: Track,
  i: number,
  place: { readonly x: number; readonly y: number },
): { readonly share: number; readonly distance: number } {
  const [x0, y0] = [x[i] ?? 0, y[i] ?? 0];
  const [dx, dy] = [(x[i + 1] ?? 0) - x0, (y[i + 1] ?? 0) - y0];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((place.x - x0) * dx + (place.y - y0) * dy) / length;
  const share = Math.max(0, Math.min(1, along));
  return { share, distance: Math.hypot(x0 + dx * share - place.x, y0 + dy * share - place.y) };
}

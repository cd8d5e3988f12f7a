import { fail, ok } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import { z } from 'zod';
import { addressOf, degrees, isOnEarth, type Dialect } from './dialect.ts';

const MS_A_SECOND = 1000;
const path = z.object({
  distance: z.number().nonnegative(),
  time: z.number().nonnegative(),
  points: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()]).rest(z.number())) }).optional(),
});
const paths = z.object({ paths: z.array(path).min(1) });
const problem = z.object({
  message: z.string(),
  hints: z.array(z.object({ details: z.string().optional() })).default([]),
});

/**
 * A server of one's own has no matrix: each cell is a route. Legs of a route with stops between are not told apart, so that
 * each is asked by itself. @source GraphHopper, docs/web/api-doc.md
 */
export const graphhopper: Dialect = {
  side: 1,
  mostPlaces: 12,
  placesOfRoute: 2,
  matrix: (url, [from], [to]) => ({
    request: request(url, [from, to], 'calc_points=false'),
    read: (_status, answer) => {
      const [found] = paths.safeParse(answer).data?.paths ?? [];
      if (!found) {
        // One cell without a way is no reason to give all others up.
        return failureOf(answer) && ok({ seconds: [Infinity], meters: [Infinity] });
      }
      return ok({ seconds: [found.time / MS_A_SECOND], meters: [found.distance] });
    },
  }),
  route: (url, places) => ({
    request: request(url, places, 'points_encoded=false'),
    read: (_status, answer) => {
      const [found] = paths.safeParse(answer).data?.paths ?? [];
      if (!found) return failureOf(answer);
      const line = (found.points?.coordinates ?? []).map(([longitude, latitude]) => ({
        latitude,
        longitude,
      }));
      if (line.length < 2 || !line.every(isOnEarth)) return null;
      return ok({ legs: [{ seconds: found.time / MS_A_SECOND, meters: found.distance }], line });
    },
  }),
};

function request(url: string, places: readonly (LatLng | undefined)[], more: string) {
  const points = places.map(
    (place) => `point=${degrees(place?.latitude ?? 0)},${degrees(place?.longitude ?? 0)}`,
  );
  const query = [...points, 'profile=car', 'instructions=false', more].join('&');
  return { method: 'GET' as const, url: addressOf(url, '/route', query) };
}

function failureOf(answer: unknown) {
  const read = problem.safeParse(answer).data;
  if (!read) return null;
  const details = read.hints.map((hint) => hint.details ?? '').join(' ');
  return /PointNotFound|ConnectionNotFound|PointOutOfBounds/.test(details) ? fail('noRoute' as const) : null;
}

import { fail, ok } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import { z } from 'zod';
import { addressOf, cellsOf, decodePolyline, degrees, type Dialect } from './dialect.ts';

const PROFILE = 'driving';
const rows = z.array(z.array(z.number().nullable()));
const table = z.object({ code: z.literal('Ok'), durations: rows, distances: rows });
const leg = z.object({ duration: z.number().nonnegative(), distance: z.number().nonnegative() });
const route = z.object({
  code: z.literal('Ok'),
  routes: z.array(z.object({ legs: z.array(leg), geometry: z.string() })).min(1),
});
const problem = z.object({ code: z.string() });

/** @source OSRM, docs/http.md */
export const osrm: Dialect = {
  // 100 places in all, on both sides together.
  side: 50,
  mostPlaces: 500,
  placesOfRoute: 100,
  matrix: (url, from, to) => {
    const places = pathOf([...from, ...to]);
    const sources = from.map((_, at) => at).join(';');
    const destinations = to.map((_, at) => from.length + at).join(';');
    const query = `sources=${sources}&destinations=${destinations}&annotations=duration,distance`;
    return {
      request: { method: 'GET', url: addressOf(url, `/table/v1/${PROFILE}/${places}`, query) },
      read: (_status, answer) => {
        const read = table.safeParse(answer);
        if (!read.success) return failureOf(answer);
        const seconds = cellsOf(read.data.durations, from.length, to.length, 1);
        const meters = cellsOf(read.data.distances, from.length, to.length, 1);
        return seconds && meters && ok({ seconds, meters });
      },
    };
  },
  route: (url, places) => {
    const query = 'overview=full&geometries=polyline6&steps=false';
    return {
      request: { method: 'GET', url: addressOf(url, `/route/v1/${PROFILE}/${pathOf(places)}`, query) },
      read: (_status, answer) => {
        const [found] = route.safeParse(answer).data?.routes ?? [];
        if (!found) return failureOf(answer);
        const line = decodePolyline(found.geometry, 6);
        if (found.legs.length !== places.length - 1 || line === null) return null;
        const legs = found.legs.map(({ duration, distance }) => ({ seconds: duration, meters: distance }));
        return ok({ legs, line });
      },
    };
  },
};

const pathOf = (places: readonly LatLng[]): string =>
  places.map(({ latitude, longitude }) => `${degrees(longitude)},${degrees(latitude)}`).join(';');

function failureOf(answer: unknown) {
  const code = problem.safeParse(answer).data?.code;
  if (code === 'TooBig') return fail('tooLarge' as const);
  if (code === 'NoRoute' || code === 'NoTable' || code === 'NoSegment') return fail('noRoute' as const);
  return null;
}

import { fail, ok } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import { z } from 'zod';
import type { OutgoingRequest } from '../safe-fetch.ts';
import { addressOf, cellsOf, decodePolyline, type Dialect } from './dialect.ts';

const METERS_A_KM = 1000;
const rows = z.array(z.array(z.number().nullable()));
/** Older versions know the second form only. */
const cells = z.array(z.array(z.object({ time: z.number().nullable(), distance: z.number().nullable() })));
const matrix = z.object({
  sources_to_targets: z.union([z.object({ durations: rows, distances: rows }), cells]),
});
const summary = z.object({ time: z.number().nonnegative(), length: z.number().nonnegative() });
const route = z.object({
  trip: z.object({ status: z.literal(0), legs: z.array(z.object({ summary, shape: z.string() })) }),
});
const problem = z.object({ error_code: z.number() });
/** Too many places, or too far apart. */
const TOO_LARGE = new Set([150, 151, 152, 153, 154]);
/** No edge near a place, no path between two. */
const NO_ROUTE = new Set([170, 171, 441, 442]);

/** @source Valhalla, matrix and route reference */
export const valhalla: Dialect = {
  side: 50,
  mostPlaces: 500,
  placesOfRoute: 20,
  matrix: (url, from, to) => ({
    request: post(addressOf(url, '/sources_to_targets'), {
      sources: from.map(locationOf),
      targets: to.map(locationOf),
      costing: 'auto',
      verbose: false,
      units: 'kilometers',
    }),
    read: (_status, answer) => {
      const found = matrix.safeParse(answer).data?.sources_to_targets;
      if (!found) return failureOf(answer);
      const times = Array.isArray(found) ? found.map((row) => row.map(({ time }) => time)) : found.durations;
      const lengths = Array.isArray(found)
        ? found.map((row) => row.map(({ distance }) => distance))
        : found.distances;
      const seconds = cellsOf(times, from.length, to.length, 1);
      const meters = cellsOf(lengths, from.length, to.length, METERS_A_KM);
      return seconds && meters && ok({ seconds, meters });
    },
  }),
  route: (url, places) => ({
    request: post(addressOf(url, '/route'), {
      locations: places.map(locationOf),
      costing: 'auto',
      units: 'kilometers',
      directions_type: 'none',
    }),
    read: (_status, answer) => {
      const trip = route.safeParse(answer).data?.trip;
      if (!trip) return failureOf(answer);
      if (trip.legs.length !== places.length - 1) return null;
      const line: LatLng[] = [];
      for (const { shape } of trip.legs) {
        const points = decodePolyline(shape, 6);
        if (points === null) return null;
        line.push(...points);
      }
      const legs = trip.legs.map(({ summary: { time, length } }) => ({
        seconds: time,
        meters: length * METERS_A_KM,
      }));
      return ok({ legs, line });
    },
  }),
};

const locationOf = ({ latitude, longitude }: LatLng) => ({ lat: latitude, lon: longitude });
const post = (url: URL, body: object): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function failureOf(answer: unknown) {
  const code = problem.safeParse(answer).data?.error_code ?? 0;
  if (TOO_LARGE.has(code)) return fail('tooLarge' as const);
  return NO_ROUTE.has(code) ? fail('noRoute' as const) : null;
}

import { json, startFailing, type RouterSimulator } from './faults.ts';
import { encode, travelAlong, travelBetween, type Place } from './road-model.ts';

interface Location {
  readonly lat: number;
  readonly lon: number;
}
interface Body {
  readonly sources?: readonly Location[];
  readonly targets?: readonly Location[];
  readonly locations?: readonly Location[];
  readonly verbose?: boolean;
}
const MAX_SIDE = 50;
const placesOf = (locations: readonly Location[] = []): readonly Place[] =>
  locations.map(({ lat, lon }) => [lon, lat] as const);

/** A Valhalla: sources_to_targets and route; it answers in kilometers. @source Valhalla, matrix and route reference */
export const startValhallaSimulator = (): Promise<RouterSimulator> =>
  startFailing(
    ({ method, target, body }, spoil) => {
      if (method !== 'POST') return json({ error_code: 101, error: 'Try a POST', status_code: 405 }, 405);
      const asked: Body = JSON.parse(body.toString());
      if (target === '/route') {
        const places = placesOf(asked.locations);
        const legs = travelAlong(places).map(({ seconds, meters }, at) => ({
          summary: { time: seconds, length: meters / 1000 },
          shape: encode(places.slice(at, at + 2), 6),
        }));
        return json({ trip: { status: 0, legs } });
      }
      const [sources, targets] = [placesOf(asked.sources), placesOf(asked.targets)];
      if (sources.length > MAX_SIDE || targets.length > MAX_SIDE)
        return json({ error_code: 150, error: 'Exceeded max locations', status_code: 400 }, 400);
      const rows = sources.map((from) => targets.map((to) => travelBetween(from, to)));
      const durations = spoil(rows.map((row) => row.map(({ seconds }) => seconds)));
      const distances = spoil(rows.map((row) => row.map(({ meters }) => meters / 1000)));
      if (asked.verbose === false) return json({ sources_to_targets: { durations, distances } });
      const verbose = durations.map((row, from) =>
        row.map((time, to) => ({
          time,
          distance: distances[from]?.[to] ?? null,
          from_index: from,
          to_index: to,
        })),
      );
      return json({ sources_to_targets: verbose });
    },
    {
      noRoute: json({ error_code: 442, error: 'No path could be found for input', status_code: 400 }, 400),
      tooLarge: json({ error_code: 150, error: 'Exceeded max locations', status_code: 400 }, 400),
    },
  );

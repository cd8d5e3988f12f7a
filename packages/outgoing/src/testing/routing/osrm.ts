import { json, startFailing, type RouterSimulator } from './faults.ts';
import { encode, travelAlong, travelBetween, type Place } from './road-model.ts';

const MAX_PLACES = 100;

/** An OSRM: table and route. @source OSRM, docs/http.md */
export const startOsrmSimulator = (): Promise<RouterSimulator> =>
  startFailing(
    ({ target }, spoil) => {
      const [, service, places, query] = /^\/(table|route)\/v1\/driving\/([^?]+)\?(.*)$/.exec(target) ?? [];
      const at = (places ?? '').split(';').map((pair): Place => {
        const [longitude = NaN, latitude = NaN] = pair.split(',').map(Number);
        return [longitude, latitude];
      });
      if (service === undefined || at.some(([lon, lat]) => !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)))
        return json({ code: 'InvalidUrl', message: 'URL string malformed' }, 400);
      if (at.length > MAX_PLACES) return json({ code: 'TooBig', message: 'Too many table coordinates' }, 400);
      const fields = new URLSearchParams(query);
      if (service === 'route') {
        const legs = travelAlong(at).map(({ seconds, meters }) => ({
          duration: seconds,
          distance: meters,
          steps: [],
        }));
        return json({ code: 'Ok', routes: [{ legs, geometry: encode(at, 6) }] });
      }
      const chosen = (name: string): readonly Place[] =>
        (fields.get(name) ?? '').split(';').flatMap((index) => at.slice(Number(index), Number(index) + 1));
      const rows = chosen('sources').map((from) =>
        chosen('destinations').map((to) => travelBetween(from, to)),
      );
      const cells = (name: 'seconds' | 'meters') => spoil(rows.map((row) => row.map((each) => each[name])));
      return json({ code: 'Ok', durations: cells('seconds'), distances: cells('meters') });
    },
    {
      noRoute: json({ code: 'NoRoute', message: 'Impossible route between points' }, 400),
      tooLarge: json({ code: 'TooBig', message: 'Too many table coordinates' }, 400),
    },
  );

import { json, startFailing, type RouterSimulator } from './faults.ts';
import { travelAlong, type Place } from './road-model.ts';

/** A GraphHopper of one's own: routes alone. @source GraphHopper, docs/web/api-doc.md */
export const startGraphHopperSimulator = (): Promise<RouterSimulator> =>
  startFailing(
    ({ target }, spoil) => {
      const url = new URL(target, 'http://simulator');
      if (url.pathname !== '/route') return json({ message: 'Not found' }, 404);
      const places = url.searchParams.getAll('point').map((pair): Place => {
        const [latitude = NaN, longitude = NaN] = pair.split(',').map(Number);
        return [longitude, latitude];
      });
      const legs = travelAlong(places);
      const sum = (name: 'seconds' | 'meters'): number => legs.reduce((total, leg) => total + leg[name], 0);
      const [[distance] = []] = spoil([[sum('meters')]]);
      if (distance === undefined) return json({ paths: [] });
      if (distance === null) return NO_ROUTE;
      const points =
        url.searchParams.get('calc_points') === 'false'
          ? {}
          : { points_encoded: false, points: { type: 'LineString', coordinates: places } };
      return json({ paths: [{ distance, time: sum('seconds') * 1000, ...points }] });
    },
    { noRoute: NO_ROUTE, tooLarge: { status: 414 } },
  );

const NO_ROUTE = json(
  {
    message: 'Connection between locations not found',
    hints: [
      {
        message: 'Connection between locations not found',
        details: 'com.graphhopper.util.exceptions.ConnectionNotFoundException',
      },
    ],
  },
  400,
);

import type { ServerSettings, User } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aServer, aUser } from '../testing/memory-server.ts';
import { initialView } from './initial-view.ts';
import { isMapCentre } from '../kernel/map-defaults/map-centre.ts';

const viewOf = (user: Partial<User>, server: Partial<ServerSettings>) =>
  initialView({
    user: aUser(user),
    server: { server: aServer(server), plus: true, deviceLimit: null, trackingServer: null, features: null },
  });
const RECIFE = { latitude: -8.05, longitude: -34.88 };
const LISBON = { latitude: 38.72, longitude: -9.14 };

test('[WEBMAP-20] a centre is two numbers on the globe that are not zero', () => {
  for (const place of [RECIFE, { latitude: 90, longitude: -180 }, { latitude: -90, longitude: 180 }])
    expect(isMapCentre(place)).toBe(true);
  const wrong = [
    [0, -34],
    [-8, 0],
    [90.1, 1],
    [-91, 1],
    [1, 180.5],
    [Number.NaN, 1],
    [1, Infinity],
  ] as const;
  for (const [latitude, longitude] of wrong) expect(isMapCentre({ latitude, longitude })).toBe(false);
  expect(isMapCentre({ latitude: '1' as never, longitude: 2 })).toBe(false);
});

test('[WEBMAP-21] the map starts at the centre of the user, else of the server, else at the fleet', () => {
  expect(viewOf({ ...RECIFE, zoom: 9 }, { ...LISBON, zoom: 5 })).toEqual({ centre: RECIFE, zoom: 9 });
  expect(viewOf({ latitude: 0, longitude: -34 }, { ...LISBON, zoom: 5 })).toEqual({
    centre: LISBON,
    zoom: 5,
  });
  expect(viewOf({}, {})).toBe(null);
  expect(viewOf(RECIFE, {})).toEqual({ centre: RECIFE, zoom: 17 });
  expect(viewOf(RECIFE, { ...LISBON, zoom: 3, forceSettings: true })).toEqual({ centre: LISBON, zoom: 3 });
});

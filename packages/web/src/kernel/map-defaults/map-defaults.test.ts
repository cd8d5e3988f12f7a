import { expect, test } from 'vitest';
import { aUser } from '../../testing/memory-server.ts';
import { checkMapDefaults, mapDefaults, presentView, writtenMapDefaults } from './map-defaults.ts';

const EMPTY = mapDefaults(aUser({}));

test('[WEBMAP-24] the form takes a centre that is valid, or none, and a whole zoom', () => {
  expect(EMPTY).toEqual({ map: '', latitude: '', longitude: '', zoom: '', cluster: true });
  expect(checkMapDefaults(EMPTY)).toEqual({});
  expect(checkMapDefaults({ ...EMPTY, latitude: '-8,05', longitude: '-34.88', zoom: '12' })).toEqual({});
  for (const [latitude, longitude] of [
    ['-8', ''],
    ['0', '1'],
    ['91', '1'],
    ['x', '1'],
  ] as const)
    expect(checkMapDefaults({ ...EMPTY, latitude, longitude })).toEqual({ centre: 'centreWrong' });
  for (const zoom of ['21', '-1', '1.5', 'x'])
    expect(checkMapDefaults({ ...EMPTY, zoom })).toEqual({ zoom: 'zoomWrong' });
});

test('[WEBMAP-25] what was written comes back, and empty fields clear what was there', () => {
  const user = aUser({
    map: 'tiles',
    latitude: -8.05,
    longitude: -34.88,
    zoom: 9,
    attributes: { mapCluster: false },
  });
  const values = mapDefaults(user);
  expect(values).toEqual({ map: 'tiles', latitude: '-8.05', longitude: '-34.88', zoom: '9', cluster: false });
  expect(writtenMapDefaults(values, { a: 1 })).toEqual({
    map: 'tiles',
    latitude: -8.05,
    longitude: -34.88,
    zoom: 9,
    attributes: { a: 1, mapCluster: false },
  });
  expect(writtenMapDefaults(EMPTY, {})).toMatchObject({ map: null, latitude: 0, longitude: 0, zoom: 0 });
});

test('[WEBMAP-26] the present view is taken over with six digits, in the first copy of the world', () => {
  expect(presentView({ lat: -23.5505199, lng: 313.3667 }, 12.4)).toEqual({
    latitude: '-23.550520',
    longitude: '-46.633300',
    zoom: '12',
  });
  expect(presentView({ lat: 1, lng: 1 }, 0.2).zoom).toBe('1');
});

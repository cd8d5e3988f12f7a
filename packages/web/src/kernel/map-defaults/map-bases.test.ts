import { expect, test } from 'vitest';
import { availableBases, chosenBase } from './map-bases.ts';

const tiles = { id: 'tiles', name: 'Ours', url: 'https://a/{z}/{x}/{y}', attribution: '', maxZoom: 19 };
const keyed = { ...tiles, id: 'here.streets', url: 'https://b/{z}/{x}/{y}?k={key}', keyAttribute: 'hereKey' };

test('[WEBMAP-22] a key of the server unlocks the bases of its service', () => {
  expect(availableBases([tiles, keyed], {})).toEqual([tiles]);
  expect(availableBases([tiles, keyed], { hereKey: '  ' })).toEqual([tiles]);
  expect(availableBases([tiles, keyed], { hereKey: ' a&b ' })).toEqual([
    tiles,
    { ...keyed, url: 'https://b/{z}/{x}/{y}?k=a%26b' },
  ]);
});

test('[WEBMAP-23] the base is the one chosen here, of the user, of the server, or the first without a key', () => {
  const bases = [keyed, tiles];
  const base = (user: string | null, server: string | null, local: string | null = null, force = false) =>
    chosenBase(bases, { user: { map: user }, server: { map: server, forceSettings: force }, local });
  expect(base(null, null)).toBe('tiles');
  expect(base(null, 'here.streets')).toBe('here.streets');
  expect(base('tiles', 'here.streets')).toBe('tiles');
  expect(base('tiles', 'here.streets', null, true)).toBe('here.streets');
  expect(base('tiles', null, 'here.streets')).toBe('here.streets');
  expect(base('offline', 'tiles')).toBe(null);
  expect(base('osm', 'gone')).toBe('tiles');
  expect(
    chosenBase([keyed], { user: { map: null }, server: { map: null, forceSettings: false }, local: null }),
  ).toBe(null);
});

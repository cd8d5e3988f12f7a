import { expect, test } from 'vitest';
import { readMapPreferences, writeMapPreferences } from './map-preferences.ts';
import { createPreferences } from '../preferences.ts';

test('[WEBMAP-2] circles and names by default; what was chosen is kept in mapPref, nonsense is not', () => {
  const store = createPreferences(null);
  const first = {
    clustered: true,
    name: true,
    plate: false,
    status: false,
    precision: false,
    counts: false,
    groups: false,
  };
  expect(readMapPreferences(store)).toEqual(first);
  expect(readMapPreferences(store, { mapCluster: false })).toEqual({ ...first, clustered: false });
  const chosen = {
    clustered: false,
    name: false,
    plate: true,
    status: true,
    precision: true,
    counts: true,
    groups: true,
  };
  writeMapPreferences(store, chosen);
  expect(JSON.parse(store.read('mapPref') ?? '')).toEqual(chosen);
  expect(readMapPreferences(store, { mapCluster: true })).toEqual(chosen);
  store.write('mapPref', '{"clustered":"no","status":true');
  expect(readMapPreferences(store)).toEqual(first);
  store.write('mapPref', '{"clustered":"no","status":true}');
  expect(readMapPreferences(store)).toEqual({ ...first, status: true });
});

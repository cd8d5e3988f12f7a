import { expect, test } from 'vitest';
import { aServer } from '../../testing/memory-server.ts';
import { changedServer, checkServer, serverValues, type ServerValues } from './server-values.ts';

const BRAND = 'frota';
const valuesOf = (server: Parameters<typeof aServer>[0]): ServerValues =>
  serverValues(aServer(server), BRAND);
const EMPTY = valuesOf({});

test('[WEBSRV-3] nothing changed writes what the server says now, to the letter', () => {
  const stored = {
    registration: true,
    latitude: 1,
    zoom: 99,
    attributes: {
      'frota.safeDeletion': 'true',
      'frota.deviceLimit': '50',
      'frota.deviceAttributes': 'ignition, power',
      hereKey: ' k ',
      theirs: { deep: [1] },
    },
  };
  const values = valuesOf(stored);
  const fresh = aServer({
    ...stored,
    announcement: 'Changed meanwhile',
    attributes: { ...stored.attributes, b: 2 },
  });
  expect(changedServer(fresh, { before: values, after: values, brand: BRAND })).toEqual(fresh);
});

test('[WEBSRV-3] only what was changed is written, an emptied field takes its attribute away', () => {
  const before = valuesOf({ attributes: { hereKey: 'old', speedUnit: 'mph', 'frota.deviceLimit': 5 } });
  const after: ServerValues = {
    ...before,
    map: {
      ...before.map,
      map: 'offline',
      latitude: '-8,05',
      longitude: '-34.88',
      zoom: '12',
      cluster: false,
    },
    coordinateFormat: 'dms',
    announcement: ' Back at ten ',
    readonly: true,
    safeDeletion: true,
    hereKey: '',
    deviceLimit: '120',
    language: 'es',
    pinned: ' power,ignition,, power ',
  };
  const fresh = aServer({
    registration: true,
    attributes: { hereKey: 'old', speedUnit: 'kn', 'frota.deviceLimit': 5, theirs: true },
  });
  expect(changedServer(fresh, { before, after, brand: BRAND })).toEqual({
    ...fresh,
    map: 'offline',
    latitude: -8.05,
    longitude: -34.88,
    zoom: 12,
    coordinateFormat: 'dms',
    announcement: 'Back at ten',
    readonly: true,
    attributes: {
      speedUnit: 'kn',
      theirs: true,
      'frota.deviceLimit': 120,
      'frota.deviceAttributes': 'power,ignition',
      'frota.lang': 'es',
      'frota.safeDeletion': true,
    },
  });
});

test('[WEBSRV-4] centre, zoom and device limit are checked', () => {
  expect(checkServer(EMPTY)).toEqual({});
  const withMap = (part: Partial<ServerValues['map']>): ServerValues => ({
    ...EMPTY,
    map: { ...EMPTY.map, ...part },
  });
  expect(checkServer(withMap({ latitude: '0', longitude: '5' }))).toEqual({ centre: 'centreWrong' });
  expect(checkServer(withMap({ zoom: '1.5' }))).toEqual({ zoom: 'zoomWrong' });
  const limited = (deviceLimit: string): unknown => checkServer({ ...EMPTY, deviceLimit });
  for (const limit of ['', '0', ' 70 ']) expect(limited(limit)).toEqual({});
  for (const limit of ['-1', '1.5', '1e3', 'x']) {
    expect(limited(limit)).toEqual({ deviceLimit: 'deviceLimitWrong' });
  }
});

test('[WEBSRV-7] an impossible width of a logo is an error', () => {
  const wide = (logoWidth: string): unknown => checkServer({ ...EMPTY, logoWidth });
  for (const width of ['', '24', ' 400 ']) expect(wide(width)).toEqual({});
  for (const width of ['23', '401', '50.5', 'wide'])
    expect(wide(width)).toEqual({ logoWidth: 'logoWidthWrong' });
});

test('[WEBSRV-8] [WEBSRV-9] what is on until it is turned off is written only when it was', () => {
  const fresh = aServer({ attributes: { 'frota.showStops': false } });
  const before = serverValues(fresh, BRAND);
  expect(before).toMatchObject({ lockButtons: true, showStops: false, billing: false });
  const after = { ...before, lockButtons: false, showStops: true };
  expect(changedServer(fresh, { before, after, brand: BRAND }).attributes).toEqual({
    'frota.showStops': true,
    'frota.lockButtons': false,
  });
});

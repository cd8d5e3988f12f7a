import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { createSafeFetch } from '@rastro/outgoing';
import type { StoredAddress } from '@rastro/storage';
import { eventually, SILENT } from '../../test/open-test-tracker.ts';
import { startGeocoderSimulator, type GeocoderSimulator } from '../../test/providers/geocoder-simulator.ts';
import { GeocodingService } from './geocoding-service.ts';
import { AddressQueue } from './address-queue.ts';
import { cellOf, middleOf } from './cell.ts';
import { createGeocoder, type GeocoderOptions } from './geocoder.ts';

let service: GeocoderSimulator;
let stored: Map<number, StoredAddress>;
/** Pauses of the service, milliseconds; over at once. */
let pauses: number[];
let now: number;
let services: GeocodingService[];
before(async () => {
  service = await startGeocoderSimulator();
});
after(() => service.close());
beforeEach(() => {
  service.asked.length = 0;
  service.answer = { status: 200, body: NOMINATIM };
  stored = new Map();
  pauses = [];
  services = [];
  now = Date.UTC(2026, 0, 1);
});
afterEach(() => Promise.all(services.map((geocodingService) => geocodingService.close())));

const NOMINATIM = JSON.stringify({ address: { road: 'Rua A', city: 'Ourinhos', country_code: 'br' } });
const ADDRESS = 'Rua A, Ourinhos, BR';
/** A memory that answers as storage does. */
const storage = {
  addressesOf: async (cells: readonly number[]) => cells.flatMap((cell) => stored.get(cell) ?? []),
  saveAddresses: async (rows: readonly StoredAddress[]) => {
    for (const row of rows) stored.set(row.cell, row);
  },
};
function open(options: Partial<GeocoderOptions> | null = {}, timeoutMs = 2000): GeocodingService {
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      pauses.push(ms);
      now += ms;
    },
  };
  const settings = options && { type: 'nominatim' as const, url: service.url, ...options };
  const fetch = createSafeFetch({ allowPrivate: true, timeoutMs });
  const geocoder = createGeocoder(settings, fetch, {
    clock: { ...systemClock, ...clock },
    onRequest: () => {},
  });
  const geocodingService = new GeocodingService({
    storage,
    geocoder,
    language: () => 'es',
    clock,
    log: SILENT,
  });
  services.push(geocodingService);
  return geocodingService;
}
const cellAt = (latitude: number, longitude = -49.87): number => cellOf({ latitude, longitude });

test('[ADDR-1] places within about twenty metres are one; a service is asked for their middle', () => {
  const cell = cellAt(-22.970_01);
  assert.equal(cellAt(-22.969_99), cell);
  assert.notEqual(cellAt(-22.9705), cell);
  for (const [latitude, longitude] of [
    [-22.97, -49.87],
    [90, 180],
    [-90, -180],
    [12.345_67, 98.765_43],
  ] as const) {
    const middle = middleOf(cellOf({ latitude, longitude }));
    assert.ok(Math.abs(middle.latitude - latitude) <= 0.000_1001, String(middle.latitude));
    assert.ok(Math.abs(middle.longitude - longitude) <= 0.000_1001, String(middle.longitude));
  }
});

test('[ADDR-2] what is wanted is asked for once, in the language of the installation, and kept', async () => {
  const geocodingService = open({ perSecond: 2 });
  geocodingService.want([cellAt(-22.97), cellAt(-22.97), cellAt(-23)]);
  geocodingService.want([cellAt(-23)]);
  await eventually(() => stored.size === 2);
  assert.equal(service.asked.length, 2);
  assert.match(service.asked[0] ?? '', /lat=-22\.9700&lon=-49\.8700.*accept-language=es/);
  assert.deepEqual(stored.get(cellAt(-23))?.address, ADDRESS);
  assert.deepEqual(pauses, [500, 500], 'no faster than it may be asked');
  geocodingService.want([cellAt(-23)]);
  assert.equal(await geocodingService.soon(cellAt(-22.97), 5000), ADDRESS);
  await eventually(() => pauses.length === 2);
  assert.equal(service.asked.length, 2);
});

test('[ADDR-3] without a service no coordinates leave the machine', async () => {
  const geocodingService = open(null);
  geocodingService.want([cellAt(-22.97)]);
  assert.equal(await geocodingService.soon(cellAt(-22.97), 5000), null);
  assert.equal(service.asked.length, 0);
  stored.set(cellAt(1), { cell: cellAt(1), address: 'Rua B', foundAt: 1 });
  assert.equal(await geocodingService.soon(cellAt(1), 5000), 'Rua B', 'what is kept is read all the same');
});

test('[ADDR-4] a service that fails is left alone for longer and longer, and asked again', async () => {
  const geocodingService = open();
  for (const [status, body] of [
    [500, ''],
    [200, 'no json'],
    [503, ''],
  ] as const) {
    service.answer = { status, body };
    const asked = service.asked.length;
    geocodingService.want([cellAt(-22.97)]);
    await eventually(() => service.asked.length > asked);
  }
  service.answer = { status: 200, body: NOMINATIM };
  // Pauses take no time here: the service may have given the place up before this answer.
  await eventually(() => {
    geocodingService.want([cellAt(-22.97)]);
    return stored.size === 1;
  });
  const long = pauses.filter((ms) => ms >= 1000);
  assert.ok(long.length >= 3);
  assert.deepEqual(
    long,
    long.toSorted((a, b) => a - b),
  );
});

test('[ADDR-4] a service that wants to be left alone says how long', async () => {
  const geocodingService = open();
  service.answer = { status: 429, body: '', headers: { 'retry-after': '120' } };
  geocodingService.want([cellAt(-22.97)]);
  await eventually(() => pauses.length > 0);
  service.answer = { status: 200, body: NOMINATIM };
  await eventually(() => {
    geocodingService.want([cellAt(-22.97)]);
    return stored.size === 1;
  });
  assert.equal(pauses[0], 120_000);
});

test('[ADDR-5] who waits for an address waits no longer than he said, whatever the service does', async () => {
  service.answer = null;
  const geocodingService = open({}, 300);
  const started = performance.now();
  assert.equal(await geocodingService.soon(cellAt(-22.97), 50), null);
  assert.ok(performance.now() - started < 290);
  service.answer = { status: 200, body: NOMINATIM };
  await eventually(() => stored.size === 1);
  service.answer = null;
  const waiting = geocodingService.soon(cellAt(5), 60_000);
  await eventually(() => service.asked.length > 1);
  await geocodingService.close();
  assert.equal(await waiting, null, 'nobody waits for a desk that is closed');
});

test('[ADDR-6] the queue is bounded: the oldest give way, what somebody waits for comes first', () => {
  const queue = new AddressQueue(3);
  for (const cell of [1, 2, 3, 4, 2]) queue.add(cell);
  queue.add(9, { isAwaited: true });
  assert.equal(queue.size, 3);
  assert.deepEqual(
    queue.take(2).map(({ cell }) => cell),
    [9, 3],
  );
  queue.add(5, { attempts: 2 });
  queue.add(5);
  assert.deepEqual(queue.take(10), [
    { cell: 4, attempts: 0 },
    { cell: 5, attempts: 2 },
  ]);
  assert.deepEqual(queue.take(1), []);
});

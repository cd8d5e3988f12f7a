import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { knots, type EventItem, type EventType, type StopItem, type TripItem } from '@rastro/fleet';
import { dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';
import { loadTowns } from '../../geocoding/towns/load-towns.ts';
import {
  startGeocoderSimulator,
  type GeocoderSimulator,
} from '../../../test/providers/geocoder-simulator.ts';

const START = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const PERIOD = `from=${new Date(START - 3_600_000).toISOString()}&to=${new Date(START + 36_000_000).toISOString()}`;
const NOMINATIM = JSON.stringify({ address: { road: 'Rua A', city: 'Ourinhos', country_code: 'br' } });

let service: GeocoderSimulator;
let t: TestTracker | null = null;
before(async () => {
  // In the first second of a process a report does without them.
  await loadTowns();
  service = await startGeocoderSimulator();
});
after(() => service.close());
afterEach(async () => {
  await t?.dispose();
  t = null;
});
beforeEach(() => {
  service.asked.length = 0;
  service.answer = { status: 200, body: NOMINATIM };
});

/** A drive of twenty minutes from Ourinhos to the north. */
const drive = (deviceId: number): StoredPosition[] =>
  Array.from({ length: 60 }, (_, i) => {
    const moving = i >= 10 && i < 30;
    const time = START + i * MINUTE;
    return {
      id: i + 1,
      deviceId,
      protocol: 'test',
      serverTime: time,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -22.97 + Math.min(Math.max(i - 10, 0), 20) / 200,
      longitude: -49.87,
      altitude: 0,
      speed: knots(moving ? 30 : 0),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: { motion: moving },
      contentKey: i,
    };
  });
const happened = (deviceId: number): StoredEvent[] =>
  (
    [
      [1, 'ignitionOn', 10],
      [2, 'deviceOnline', 0],
    ] as const satisfies readonly (readonly [number, EventType, number])[]
  ).map(([id, type, minute]) => ({
    id,
    deviceId,
    type,
    eventTime: START + id * MINUTE,
    positionId: minute === 0 ? 0 : minute + 1,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: {},
  }));

async function open(geocoder: { readonly type: 'nominatim'; readonly url: string } | null) {
  const tracker = await openTestTracker({ geocoder });
  t = tracker;
  const id = await tracker.addUser({ attributes: { 'rastro.lang': 'en' } });
  const cookie = await tracker.signIn(id);
  const deviceId = (
    (await tracker.api('POST', '/devices', cookie, { name: 'Van', uniqueId: '1' })).json as { id: number }
  ).id;
  await tracker.storage.commit({ positions: drive(deviceId), events: happened(deviceId), states: [] });
  const report = async <T>(path: string): Promise<readonly T[]> => {
    const reply = await tracker.api('GET', `/reports/${path}?${PERIOD}`, cookie);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  return { tracker, cookie, report };
}
const textOf = async (tracker: TestTracker, cookie: string, path: string): Promise<string> =>
  (await tracker.api('GET', `/reports/${path}/csv?${PERIOD}`, cookie)).text;

test('[ADDR-7] trips, stops and events say the nearest town, in the words of the reader', async () => {
  const { tracker, cookie, report } = await open(null);
  const [trip] = await report<TripItem>('trips');
  assert.match(trip?.startAddress ?? '', /Ourinhos, São Paulo, BR$/);
  assert.match(trip?.endAddress ?? '', /^\d+ km [NSEW]+ of .*, (São Paulo|Paraná), BR$/);
  const stops = await report<StopItem>('stops');
  assert.match(stops.map(({ address }) => address).join(), /Ribeirão do Sul, São Paulo, BR/);
  const events = await report<EventItem>('events');
  assert.match(events.find(({ type }) => type === 'ignitionOn')?.address ?? '', /Ourinhos/);
  assert.equal(events.find(({ type }) => type === 'deviceOnline')?.address, null, 'it has no place');
  for (const sheet of ['trips', 'stops', 'events'])
    assert.match(await textOf(tracker, cookie, sheet), /, São Paulo, BR/);
  assert.equal(service.asked.length, 0);
});

test('[ADDR-8] a report waits for no service; what it lacks is asked for, kept and there the next time', async () => {
  service.answer = null;
  const { tracker, cookie, report } = await open({ type: 'nominatim', url: service.url });
  const [first] = await report<TripItem>('trips');
  assert.match(first?.startAddress ?? '', /Ourinhos, São Paulo, BR$/, 'the service says nothing');
  await eventually(() => service.asked.length > 0);
  service.answer = { status: 200, body: NOMINATIM };
  await tracker.restart();
  await eventually(async () => (await report<TripItem>('trips'))[0]?.endAddress === 'Rua A, Ourinhos, BR');
  const [trip] = await report<TripItem>('trips');
  assert.equal(trip?.startAddress, 'Rua A, Ourinhos, BR');
  assert.match(await textOf(tracker, cookie, 'trips'), /Rua A, Ourinhos, BR/);
  const asked = service.asked.length;
  await tracker.restart();
  service.answer = null;
  assert.equal((await report<TripItem>('trips'))[0]?.startAddress, 'Rua A, Ourinhos, BR', 'durably');
  assert.equal(service.asked.length, asked);
});

test('[ADDR-10] ends of new trips and stops are asked for before somebody reads them', async () => {
  const tracker = await openTestTracker({ geocoder: { type: 'nominatim', url: service.url } });
  t = tracker;
  await tracker.addDevice(imeiOf(1));
  const device = await TestDevice.signedIn(await tracker.port('teltonika'), imeiOf(1));
  const steps = [0, 0, 0.001, 0.003, 0.006, 0.01, 0.014, 0.015, ...Array.from({ length: 12 }, () => 0.015)];
  for (const [i, step] of steps.entries()) {
    const moving = i >= 2 && i <= 6;
    const record = { time: START + i * MINUTE, latitude: -22.97 + step, longitude: -49.87 };
    device.socket.write(dataPacket([{ ...record, speedKmh: moving ? 40 : 0, ignition: false }]));
    await device.bytes(4);
  }
  const isAsked = (latitude: string) =>
    service.asked.some((question) => question.includes(`lat=${latitude}`));
  await tracker.tracker.scoutPlaces();
  await eventually(() => isAsked('-22.9700') && isAsked('-22.9550'));
  device.socket.destroy();
});

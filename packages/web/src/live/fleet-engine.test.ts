import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FacetGatherer, type Device, type FleetEvent } from '@rastro/fleet';
import { FIRST_QUERY } from './first-query.ts';
import { aCommand } from '../testing/a-command.ts';
import { makeDevice, makePosition, openEngine, WORLD } from '../testing/test-fleet.ts';

const event = (id: number): FleetEvent => ({
  id,
  attributes: {},
  deviceId: 1,
  type: 'ignitionOn',
  eventTime: '2026-05-01T10:00:00.000+00:00',
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
});
function facetsOf(devices: readonly Device[]) {
  const gatherer = new FacetGatherer();
  for (const device of devices) gatherer.add(device);
  return gatherer.facets;
}

test('[ENGINE-1] the first load answers the list once, then nothing until something changes', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(2), makeDevice(1)], []);
  assert.deepEqual([...(engine.update()?.list?.ids ?? [])], [1, 2]);
  assert.equal(engine.update(), null);
});

test('[ENGINE-2] an event is shown once, whatever is repeated', () => {
  const { engine } = openEngine();
  engine.take({ events: [event(1), event(2), event(1)] });
  assert.deepEqual(
    engine.update()?.events?.map(({ id }) => id),
    [1, 2],
  );
  engine.take({ events: [event(2)] });
  assert.equal(engine.update(), null);
});

test('[ENGINE-10] of a command the page gets what is newest, once', () => {
  const { engine } = openEngine();
  engine.take({ commands: [aCommand({ id: 1 }), aCommand({ id: 2 })] });
  engine.take({ commands: [aCommand({ id: 1, status: 'sent' })] });
  assert.deepEqual(
    engine.update()?.commands?.map(({ id, status }) => [id, status]),
    [
      [1, 'sent'],
      [2, 'queued'],
    ],
  );
  assert.equal(engine.update(), null);
});

test('[ENGINE-3] details are sent only of watched vehicles, and only when they changed', () => {
  const { engine } = openEngine();
  engine.watch([1], []);
  assert.equal(engine.update()?.vehicles, undefined);
  engine.load([makeDevice(1), makeDevice(2)], []);
  assert.deepEqual(
    engine.update()?.vehicles?.map(({ id }) => id),
    [1],
  );
  engine.take({ positions: [makePosition(2, 1)] });
  assert.equal(engine.update()?.vehicles, undefined);
  engine.take({ positions: [makePosition(1, 1)] });
  assert.equal(engine.update()?.vehicles?.[0]?.vehicle?.position?.id, 1_001);
});

test('[ENGINE-4] a watcher of a vehicle that is gone, or never was, is notified', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1)], []);
  engine.watch([1, 77], []);
  assert.equal(engine.update()?.vehicles?.find(({ id }) => id === 77)?.vehicle, undefined);
  engine.load([], []);
  assert.deepEqual(engine.update()?.vehicles?.[0], { id: 1, vehicle: undefined });
});

test('[ENGINE-5] live changes reach the list at most every 500 ms; a query at once', () => {
  const { engine, pass } = openEngine();
  engine.load([makeDevice(1), makeDevice(2)], []);
  engine.update();
  engine.take({
    devices: [makeDevice(1, { status: 'offline', lastUpdate: '2026-05-01T11:00:00.000+00:00' })],
  });
  assert.equal(engine.update()?.list, undefined);
  assert.equal(engine.isWaiting, true);
  pass(500);
  assert.equal(engine.update()?.list?.counts.offline, 1);
  engine.setQuery({ ...FIRST_QUERY, status: 'offline' });
  assert.deepEqual([...(engine.update()?.list?.ids ?? [])], [1]);
});

test('[ENGINE-6] a change between a query and the update is not lost', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1, { name: 'B' }), makeDevice(2, { name: 'C' })], []);
  engine.setQuery(FIRST_QUERY);
  engine.take({ devices: [makeDevice(2, { name: 'A' })] });
  assert.deepEqual([...(engine.update()?.list?.ids ?? [])], [2, 1]);
});

test('[ENGINE-11] a search outside the list finds by every word and leaves the list', () => {
  const { engine } = openEngine();
  const names = ['Kombi 2', 'Van da Kombi', 'Kombi 1', 'Caminhão'];
  engine.load(
    names.map((name, at) => makeDevice(at + 1, { name, attributes: { plate: `ABC${at}` } })),
    [],
  );
  engine.update();
  engine.find({ ask: 1, text: 'kombi', limit: 2 });
  engine.find({ ask: 2, text: 'kombi', limit: 10 });
  const update = engine.update();
  assert.equal(update?.list, undefined);
  assert.equal(update?.found?.ask, 2);
  assert.deepEqual(
    update.found.devices.map(({ name }) => name),
    ['Kombi 1', 'Kombi 2', 'Van da Kombi'],
  );
  for (const [text, ids] of [
    ['abc2', [3]],
    ['abc', [4, 3, 1, 2]],
    ['caminhao abc3', [4]],
    ['kombi abc3', []],
    [' ', [4, 3, 1, 2]],
  ] as const) {
    engine.find({ ask: 3, text, limit: 10 });
    assert.deepEqual(
      engine.update()?.found?.devices.map(({ id }) => id),
      ids,
    );
  }
});

test('[ENGINE-300] a name, plate or identifier comes before the id of the database; all that is found is counted', () => {
  const { engine } = openEngine();
  const made = (id: number, name: string, uniqueId: string) => makeDevice(id, { name, uniqueId });
  engine.load(
    [made(12, 'Aa', '900'), made(3, 'Bus 12', '901'), made(4, 'Cab', '812'), made(5, '12', '902')],
    [],
  );
  engine.update();
  engine.find({ ask: 1, text: '12', limit: 3 });
  const found = engine.update()?.found;
  assert.deepEqual(
    found?.devices.map(({ id }) => id),
    [5, 3, 4],
  );
  assert.equal(found?.count, 4);
});

test('[ENGINE-12] a vehicle that is gone leaves list, counts, search and map', () => {
  const { engine, pass } = openEngine();
  engine.load([makeDevice(1), makeDevice(2, { model: 'X9' })], [makePosition(1, 1), makePosition(2, 1)]);
  engine.watch([2], []);
  engine.watchMap(true);
  engine.setView(WORLD);
  engine.update();
  pass(500);
  engine.update();
  engine.take({ gone: [2] });
  pass(500);
  const update = engine.update();
  assert.deepEqual(update?.gone, [2]);
  assert.deepEqual([...(update?.list?.ids ?? [])], [1]);
  assert.equal(update?.list?.counts.total, 1);
  assert.deepEqual(update?.list?.facets, facetsOf([makeDevice(1)]));
  assert.deepEqual(update?.vehicles, [{ id: 2, vehicle: undefined }]);
  assert.deepEqual([...(update?.map?.ids ?? [])], [0], 'its slot is free on the map');
  engine.find({ ask: 1, text: 'vehicle', limit: 5 });
  assert.deepEqual(
    engine.update()?.found?.devices.map(({ id }) => id),
    [1],
  );
  assert.equal(engine.update(), null, 'told once');
});

test('[ENGINE-12] a vehicle that went and came back in one moment is there', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1)], []);
  engine.update();
  engine.take({ gone: [1] });
  engine.take({ devices: [makeDevice(1)], positions: [makePosition(1, 1)] });
  assert.equal(engine.update()?.gone, undefined);
});

test('[ENGINE-12] pending changes of a vehicle that is gone are dropped', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1), makeDevice(2)], []);
  engine.update();
  engine.take({ events: [event(1), { ...event(2), deviceId: 2 }] });
  engine.take({ commands: [aCommand({ id: 1, deviceId: 1 }), aCommand({ id: 2, deviceId: 2 })] });
  engine.take({ gone: [1] });
  const update = engine.update();
  assert.deepEqual(
    update?.events?.map(({ id }) => id),
    [2],
  );
  assert.deepEqual(
    update?.commands?.map(({ id }) => id),
    [2],
  );
});

test('[ENGINE-12] a read that leaves a vehicle out says that it is gone', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1), makeDevice(2)], []);
  engine.update();
  engine.load([makeDevice(2)], []);
  assert.deepEqual(engine.update()?.gone, [1]);
});

test('[ENGINE-13] what is to be read again reaches the page, each once', () => {
  const { engine } = openEngine();
  engine.take({ changed: ['session', 'geofence'] });
  engine.take({ changed: ['session'] });
  assert.deepEqual(engine.update()?.stale, ['session', 'geofence']);
  assert.equal(engine.update(), null);
});

test('[ENGINE-14] unwatched vehicles are read once, without deleted ones', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1), makeDevice(2)], [makePosition(2, 1)]);
  engine.update();
  engine.take({ gone: [1] });
  engine.read({ ask: 4, ids: [2, 1, 7] });
  const [answer] = engine.update()?.read ?? [];
  assert.equal(answer?.ask, 4);
  assert.deepEqual(
    answer?.vehicles.map(({ device, position }) => [device.id, position?.deviceId]),
    [[2, 2]],
  );
  assert.equal(engine.update()?.read, undefined);
});

test('[ENGINE-17] a watching page gets the number of vehicles in each geofence, at most once a second, when it changed', () => {
  const { engine, pass } = openEngine();
  const at = (id: number, minute: number, geofenceIds: number[] | null) =>
    makePosition(id, minute, { geofenceIds });
  engine.load([makeDevice(1), makeDevice(2)], [at(1, 1, [7, 8]), at(2, 1, [7])]);
  assert.equal(engine.update()?.inside, undefined);
  engine.watchInside(true);
  assert.deepEqual(
    engine.update()?.inside,
    new Map([
      [7, 2],
      [8, 1],
    ]),
  );
  engine.take({ positions: [at(1, 2, [8])] });
  assert.equal(engine.update()?.inside, undefined);
  assert.equal(engine.isWaiting, true);
  pass(1_000);
  assert.deepEqual(
    engine.update()?.inside,
    new Map([
      [8, 1],
      [7, 1],
    ]),
  );
  pass(1_000);
  engine.take({ positions: [at(1, 3, [8])] });
  assert.equal(engine.update()?.inside, undefined);
  engine.take({ positions: [at(1, 4, null)], gone: [2] });
  pass(1_000);
  assert.deepEqual(engine.update()?.inside, new Map());
  engine.watchInside(false);
  engine.take({ positions: [at(1, 5, [8])] });
  pass(1_000);
  assert.equal(engine.update()?.inside, undefined);
});

test('[ENGINE-15] the nearest are found among all, over the antimeridian too; the later question counts', () => {
  const { engine } = openEngine();
  const at = (id: number, longitude: number) => makePosition(id, 1, { latitude: 0, longitude });
  engine.load(
    [makeDevice(1), makeDevice(2), makeDevice(3), makeDevice(4)],
    [at(1, 170), at(2, -179), at(3, 20)],
  );
  engine.setQuery({ ...FIRST_QUERY, text: 'nothing' });
  engine.update();
  engine.nearest({ ask: 1, at: { latitude: 0, longitude: 20 }, limit: 9 });
  engine.nearest({ ask: 2, at: { latitude: 0, longitude: 179 }, limit: 2 });
  const near = engine.update()?.near;
  assert.equal(near?.ask, 2);
  assert.deepEqual(
    near?.vehicles.map(({ id, metres }) => [id, Math.round(metres / 1000)]),
    [
      [2, 223],
      [1, 1002],
    ],
  );
});

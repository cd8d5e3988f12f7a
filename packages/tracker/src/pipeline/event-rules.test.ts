import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import { NOW, openTestPipeline, record, type TestPipeline } from '../../test/open-test-pipeline.ts';
import type { PipelineOptions } from './options.ts';

let open: TestPipeline[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
});
async function start(options: Partial<PipelineOptions> = {}): Promise<TestPipeline> {
  const pipeline = await openTestPipeline(options);
  open.push(pipeline);
  return pipeline;
}
/** Events of a type, as what they say. */
const attributesOf = ({ events }: ReturnType<TestPipeline['feed']>, type: string) =>
  events.filter((event) => event.type === type).map(({ attributes }) => attributes);

test('[PIPE-17] media and command results are told of late records too, each once', async () => {
  const t = await start();
  const attributes = { image: '1.jpg', audio: '2.mp3', result: 'OK' };
  const expected = [
    ['media', { media: 'image', file: '1.jpg' }],
    ['media', { media: 'audio', file: '2.mp3' }],
    ['commandResult', { result: 'OK' }],
  ];
  for (const seconds of [100, 50]) {
    const { events } = t.feed([record(seconds, {}, attributes)]);
    const ofRecord = events.filter(({ type }) => type !== 'deviceOnline');
    assert.deepEqual(
      ofRecord.map(({ type, attributes }) => [type, attributes]),
      expected,
    );
  }
  assert.deepEqual(t.feed([record(110, {}, { result: 7 })]).types, [], 'a result is a text');
});

test('[PIPE-18] fuel drops and increases of at least the threshold are told, none without one', async () => {
  const t = await start({ fuelDropThreshold: 5, fuelIncreaseThreshold: 10 });
  const fuel = (seconds: number, litres: number | string) => t.feed([record(seconds, {}, { fuel: litres })]);
  fuel(0, 50);
  assert.deepEqual(attributesOf(fuel(1, 45.1), 'deviceFuelDrop'), []);
  assert.deepEqual(attributesOf(fuel(2, 40.1), 'deviceFuelDrop'), [{ before: 45.1, after: 40.1 }]);
  assert.deepEqual(attributesOf(fuel(3, 50), 'deviceFuelIncrease'), []);
  assert.deepEqual(attributesOf(fuel(4, '60'), 'deviceFuelIncrease'), [{ before: 50, after: 60 }]);
  const plain = await start();
  plain.feed([record(0, {}, { fuel: 50 })]);
  assert.deepEqual(plain.feed([record(1, {}, { fuel: 0 })]).types, []);
});

test('[PIPE-18] a level in per cent counts by the size of the tank, and never against litres', async () => {
  const t = await start({ fuelDropThreshold: 5, fuelIncreaseThreshold: 10 });
  const feed = (seconds: number, attributes: object) => t.feed([record(seconds, {}, { ...attributes })]);
  feed(0, { fuelLevel: 80 });
  assert.deepEqual(
    attributesOf(feed(1, { fuelLevel: 40 }), 'deviceFuelDrop'),
    [],
    'how much that is nobody knows',
  );
  await t.directory.devices.update({ ...t.van, attributes: { fuelCapacity: 200 } });
  assert.deepEqual(attributesOf(feed(2, { fuelLevel: 38 }), 'deviceFuelDrop'), []);
  assert.deepEqual(attributesOf(feed(3, { fuelLevel: 35 }), 'deviceFuelDrop'), [{ before: 76, after: 70 }]);
  assert.deepEqual(attributesOf(feed(4, { fuelLevel: 90 }), 'deviceFuelIncrease'), [
    { before: 70, after: 180 },
  ]);
  assert.deepEqual(feed(5, { fuel: 60 }).types, [], 'another sender is another figure');
  assert.deepEqual(attributesOf(feed(6, { fuel: 50, fuelLevel: 90 }), 'deviceFuelDrop'), [
    { before: 60, after: 50 },
  ]);
});

test('[PIPE-19] maintenance is due at its start and after each period; also by time', async () => {
  const t = await start();
  const entity = (type: string, start: number, period: number) =>
    t.add('maintenance', { name: 'Service', attributes: {}, type, start, period });
  const service = await entity('odometer', 10_000, 5000);
  await entity('hours', 0, 0);
  const at = (seconds: number, odometer: number) =>
    t.feed([record(seconds, {}, { odometer })]).events.filter(({ type }) => type === 'maintenance');
  assert.deepEqual(at(0, 9000), []);
  const [due] = at(1, 10_000);
  assert.deepEqual([due?.maintenanceId, due?.attributes], [service.id, { odometer: 10_000 }]);
  assert.deepEqual(at(2, 14_999), []);
  assert.equal(at(3, 15_000).length, 1);
  assert.equal(at(4, 40_000).length, 1, 'several periods at once are one event');
  assert.deepEqual(at(5, 0), [], 'a lost counter is no event');
  assert.deepEqual(at(6, 45_000), []);
  const day = await entity('fixTime', NOW + 60_000, 86_400_000);
  assert.deepEqual(at(59, 45_001), []);
  assert.deepEqual(
    at(60, 45_002).map(({ maintenanceId, attributes }) => [maintenanceId, attributes['fixTime']]),
    [[day.id, NOW + 60_000]],
  );
});

test('[PIPE-19] three days without records are no engine hours, so no maintenance falls due by them', async () => {
  const t = await start();
  const oil = await t.add('maintenance', {
    name: 'Oil',
    attributes: {},
    type: 'hours',
    start: 36 * 3_600_000,
    period: 36 * 3_600_000,
  });
  const due = (seconds: number) =>
    t
      .feed([record(seconds, {}, { ignition: true })], t.van.id, NOW + seconds * 1000)
      .events.filter(({ type }) => type === 'maintenance')
      .map(({ maintenanceId }) => maintenanceId);
  due(0);
  assert.deepEqual(due(60), []);
  assert.deepEqual(due(60 + 3 * 86_400), []);
  for (let hour = 1; hour < 36; hour++) assert.deepEqual(due(60 + 3 * 86_400 + hour * 3600), []);
  assert.deepEqual(due(60 + 3 * 86_400 + 36 * 3600), [oil.id]);
});

test('[PIPE-20] another driver is told, the first one too; the linked driver counts when the setting says so', async () => {
  const t = await start();
  const drive = (seconds: number, driverUniqueId?: string) =>
    attributesOf(t.feed([record(seconds, {}, driverUniqueId ? { driverUniqueId } : {})]), 'driverChanged');
  assert.deepEqual(drive(0, 'ana'), [{ driverUniqueId: 'ana' }]);
  assert.deepEqual(drive(1, 'ana'), []);
  assert.deepEqual(drive(2, 'rui'), [{ driverUniqueId: 'rui' }]);
  assert.deepEqual(drive(3), []);
  const linked = await start({ linkedDriver: true });
  await linked.add('driver', { name: 'Eva', uniqueId: 'eva', attributes: {} });
  const [own, other] = linked.feed([record(0), record(1, {}, { driverUniqueId: 'rui' })]).positions;
  assert.deepEqual(
    [own, other].map((p) => p?.attributes['driverUniqueId']),
    ['eva', 'rui'],
  );
});

test('[PIPE-300] what is written in the vehicle is told as a text message, once for each record', async () => {
  const t = await start();
  const send = (seconds: number, message: unknown) =>
    attributesOf(t.feed([record(seconds, {}, { message } as never)]), 'textMessage');
  assert.deepEqual(send(0, 'chegou'), [{ text: 'chegou' }]);
  assert.deepEqual(send(1, 'chegou'), [{ text: 'chegou' }]);
  assert.deepEqual(send(2, ' '), []);
  assert.deepEqual(send(3, 7), []);
});

test('[PIPE-21] hard acceleration and braking are alarms when their settings say so', async () => {
  const t = await start({ hardAcceleration: 3, hardBraking: 4 });
  const speed = (seconds: number, mps: number) =>
    attributesOf(t.feed([record(seconds, { speed: knots(mps / 0.514444) })]), 'alarm');
  speed(0, 10);
  assert.deepEqual(speed(1, 12.9), []);
  assert.deepEqual(speed(2, 16), [{ alarm: 'hardAcceleration' }]);
  assert.deepEqual(speed(4, 8.1), []);
  assert.deepEqual(speed(5, 4), [{ alarm: 'hardBraking' }]);
  const off = await start();
  off.feed([record(0)]);
  assert.deepEqual(off.feed([record(1, { speed: knots(100) })]).types, []);
});

test('[PIPE-22] coming near to and going away from linked devices is told', async () => {
  const t = await start({ proximityEnterM: 500, proximityExitM: 1000 });
  const trailer = await t.device();
  t.feed([record(0, { latitude: 52.1 })], trailer.id);
  await t.linkTo('linkedDevice', trailer.id);
  const at = (seconds: number, latitude: number) =>
    t
      .feed([record(seconds, { latitude })])
      .events.filter(({ type }) => type.startsWith('proximity'))
      .map(({ type, attributes }) => [type, attributes['linkedDeviceId']]);
  assert.deepEqual(at(0, 52), []);
  assert.deepEqual(at(60, 52.0975), [['proximityEnter', trailer.id]], '278 m');
  assert.deepEqual(at(120, 52.095), [], '557 m: neither near nor away');
  assert.deepEqual(at(180, 52.09), [['proximityExit', trailer.id]], '1113 m');
});

test('[PIPE-23] a start without any linked device near is told', async () => {
  const t = await start({ unaccompaniedM: 500 });
  const tractor = await t.device();
  const moves = (seconds: number, motion: boolean) =>
    t.feed([record(seconds, {}, { motion })]).types.includes('unaccompaniedMotion');
  moves(0, false);
  assert.equal(moves(1, true), false, 'nobody is linked');
  await t.linkTo('linkedDevice', tractor.id);
  t.feed([record(0, { latitude: 52.1 })], tractor.id);
  moves(2, false);
  assert.equal(moves(3, true), true);
  assert.equal(moves(4, true), false);
  t.feed([record(10, { latitude: 52.001 })], tractor.id);
  moves(5, false);
  assert.equal(moves(6, true), false, 'the tractor is near');
});

test('[PIPE-24] a silent device is told of when its time has come, and again each period, once each', async () => {
  const HOUR = 3_600_000;
  const t = await start();
  const attributes = { deviceInactivityStart: 2 * HOUR, deviceInactivityPeriod: 24 * HOUR };
  const entity = await t.directory.devices.update({ ...t.van, attributes });
  const check = (after: number, now: number) =>
    t.pipeline.reportInactive(entity, after, now)?.events.map((event) => event.attributes) ?? [];
  assert.deepEqual(check(0, NOW + 100 * HOUR), [], 'never seen');
  t.feed([record(0)]);
  assert.deepEqual(check(NOW, NOW + 2 * HOUR - 1), []);
  assert.deepEqual(check(NOW, NOW + 2 * HOUR), [{ lastUpdate: NOW }]);
  assert.deepEqual(check(NOW, NOW + 2 * HOUR), [], 'the same moment again, after a restart');
  assert.deepEqual(check(NOW, NOW + 25 * HOUR), []);
  assert.deepEqual(check(NOW + 25 * HOUR, NOW + 26 * HOUR), [{ lastUpdate: NOW }]);
  const plain = await t.directory.devices.update({ ...entity, attributes: {} });
  assert.equal(t.pipeline.reportInactive(plain, 0, NOW + 500 * HOUR), null);
});

test('[PIPE-25] a connection that ends or falls silent changes the status and says so', async () => {
  const t = await start();
  assert.deepEqual(t.feed([record(0)]).types, ['deviceOnline']);
  const change = (status: 'unknown' | 'offline') =>
    t.pipeline.changeStatus(t.van.id, status, NOW).events.map(({ type }) => type);
  assert.deepEqual(change('unknown'), ['deviceUnknown']);
  assert.deepEqual(change('offline'), ['deviceOffline']);
  assert.deepEqual(t.feed([]).types, ['deviceOnline'], 'any message, also one without records');
});

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import { fence, NOW, openTestPipeline, record } from '../../test/open-test-pipeline.ts';
import { DEFAULT_PIPELINE_OPTIONS } from './options.ts';

let opened: Awaited<ReturnType<typeof openTestPipeline>> | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});
const open = async () =>
  (opened = await openTestPipeline({
    tripSettings: DEFAULT_PIPELINE_OPTIONS.tripSettings,
    speedLimit: knots(40),
  }));
const totalOf = (attributes: Record<string, unknown>): number =>
  Math.round(Number(attributes['totalDistance']));

test('[PIPE-50] one record far away moves nothing: no marker, no metre, no geofence; some that agree are the truth', async () => {
  const t = await open();
  await t.add('geofence', fence('CIRCLE (53 13, 2000)'));
  t.feed([record(0), record(60, { latitude: 52.005 })]);
  const spike = t.feed([record(70, { latitude: 53 }, { ignition: true })]);
  assert.deepEqual(spike.types, []);
  const pending = () => t.live.of(t.van.id).pending.position;
  assert.equal(pending()?.latitude, 52.005);
  assert.equal(pending()?.attributes['ignition'], true, 'what it says beside its place holds');
  assert.equal(spike.positions[0]?.latitude, 53, 'kept as it came');
  const [back] = t.feed([record(120, { latitude: 52.01 })]).positions;
  assert.ok(Math.abs(totalOf(back?.attributes ?? {}) - 1113) < 3, String(totalOf(back?.attributes ?? {})));
  const far = t.feed([record(130, { latitude: 53 }), record(190, { latitude: 53.001 })]);
  assert.deepEqual(far.types, []);
  const third = t.feed([record(250, { latitude: 53.002 })]);
  assert.ok(third.types.includes('geofenceEnter'));
  assert.equal(pending()?.latitude, 53.002);
  assert.ok(
    Math.abs(totalOf(third.positions[0]?.attributes ?? {}) - 1113) < 3,
    'what lies between was not driven',
  );
  assert.deepEqual(t.implausible, ['spike', 'spike', 'spike']);
});

test('[PIPE-50] what says that it is that fast, is: a plane', async () => {
  const t = await open();
  const flying = (seconds: number, latitude: number) => record(seconds, { latitude, speed: knots(430) });
  t.feed([flying(0, 52), flying(60, 52.12), flying(120, 52.24)]);
  assert.equal(t.live.of(t.van.id).pending.position?.latitude, 52.24);
  assert.deepEqual(t.implausible, []);
});

test('[PIPE-51] nowhere is no place: the marker stays, a drive over the limit goes on', async () => {
  const t = await open();
  const fast = (seconds: number, latitude: number) => record(seconds, { latitude, speed: knots(50) });
  assert.ok(t.feed([record(0), fast(60, 52.01)]).types.includes('deviceOverspeed'));
  const nowhere = t.feed([record(120, { latitude: 0, longitude: 0 }, { ignition: true })]);
  assert.deepEqual(nowhere.types, []);
  assert.equal(t.live.of(t.van.id).pending.position?.latitude, 52.01);
  const off = record(140, { latitude: 0, longitude: 0 }, { ignition: false });
  assert.deepEqual(t.feed([off]).types, ['ignitionOff'], 'what is said beside is heard');
  assert.deepEqual(t.feed([fast(180, 52.03)]).types, [], 'the same overspeed');
});

test('[PIPE-52] a clock that runs ahead is marked, and the marker follows the receipt', async () => {
  const t = await open();
  t.feed([record(0)]);
  const [pending] = t.feed([record(23 * 3600, { latitude: 52.001 })], t.van.id, NOW + 60_000).positions;
  assert.equal(pending?.attributes['clockAhead'], 23 * 3600 - 60);
  const latitude = () => t.live.of(t.van.id).pending.position?.latitude;
  assert.equal(latitude(), 52.001);
  t.feed([record(120, { latitude: 52.002 })], t.van.id, NOW + 120_000);
  assert.equal(latitude(), 52.002, 'a true record is newer than one that only says so');
  assert.deepEqual(t.implausible, ['clock ahead']);
});

test('[PIPE-53] records of one message are taken in the order in which they happened', async () => {
  const t = await open();
  const records = [0, 60, 120].map((s) => record(s, { latitude: 52 + s / 12_000 }, { ignition: true }));
  const { positions, types } = t.feed(records.toReversed());
  assert.deepEqual(
    positions.map(({ fixTime }) => fixTime),
    [NOW, NOW + 60_000, NOW + 120_000],
  );
  assert.ok(Math.abs(totalOf(positions[2]?.attributes ?? {}) - 1113) < 3);
  assert.ok(types.includes('deviceOnline'));
});

const MORNING = NOW + 36_000_000;
/** A night in which the receiver strays by up to 20 m each minute. */
const night = (attributes: Record<string, boolean>) =>
  Array.from({ length: 480 }, (_, i) =>
    record(300 + i * 60, { latitude: 52.01 + ((i * 7919) % 360) / 1e6, speed: knots(0) }, attributes),
  );

test('[PIPE-54] what strays while it is parked is no way, with the ignition off or unknown', async () => {
  for (const attributes of [{ ignition: false }, {}]) {
    const t = await open();
    t.feed([record(0, { speed: knots(20) }), record(240, { latitude: 52.01, speed: knots(20) }, attributes)]);
    const parked = t.feed(night(attributes), t.van.id, MORNING).positions.at(-1);
    const metres = totalOf(parked?.attributes ?? {});
    assert.ok(metres > 1100 && metres < 1300, String(metres));
    const away = record(30_000, { latitude: 52.03, speed: knots(20) }, attributes);
    const driven = totalOf(t.feed([away], t.van.id, MORNING).positions[0]?.attributes ?? {}) - metres;
    assert.ok(Math.abs(driven - 2224) < 60, String(driven));
    await t.close();
  }
  opened = null;
});

test('[PIPE-54] a tow with the ignition off counts, and so does a tracker that never says how fast it is', async () => {
  const t = await open();
  const towed = Array.from({ length: 10 }, (_, i) =>
    record(i * 60, { latitude: 52 + i * 0.005 }, { ignition: false }),
  );
  const total = totalOf(t.feed(towed, t.van.id, MORNING).positions.at(-1)?.attributes ?? {});
  assert.ok(Math.abs(total - 5004) < 10, String(total));
  const pipeline = await openTestPipeline({ tripSettings: DEFAULT_PIPELINE_OPTIONS.tripSettings });
  const slow = Array.from({ length: 30 }, (_, i) => record(i * 60, { latitude: 52 + i * 0.0004 }));
  const crept = totalOf(pipeline.feed(slow, pipeline.van.id, MORNING).positions.at(-1)?.attributes ?? {});
  assert.ok(Math.abs(crept - 1290) < 10, String(crept));
  await pipeline.close();
});

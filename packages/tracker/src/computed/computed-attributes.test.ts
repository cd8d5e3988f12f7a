import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import { openTestPipeline, record, type TestPipeline } from '../../test/open-test-pipeline.ts';
import type { PipelineOptions } from '../pipeline/options.ts';

let t: TestPipeline;
afterEach(() => t.close());
async function start(options: Partial<PipelineOptions> = {}): Promise<void> {
  t = await openTestPipeline(options);
}
const compute = (attribute: string, expression: string, type = 'number', priority = 0) =>
  t.add('attribute', { description: 'C', attribute, expression, type, priority });
const attributes = (seconds: number, given = {}, fix = {}) =>
  t.feed([record(seconds, fix, given)]).positions[0]?.attributes ?? {};

test('[CALC-10] results are stored with the position, later ones see earlier ones', async () => {
  await start();
  await compute('temperature', 'adc1 * 0.1');
  await compute('hot', 'temperature > 30', 'boolean');
  await compute('label', '"T" + temperature', 'string');
  await compute('first', '1', 'number', 10);
  await compute('second', 'first + 1', 'number', 5);
  const { temperature, hot, label, second } = attributes(0, { adc1: 350 });
  assert.deepEqual([temperature, hot, label, second], [35, true, 'T35', 2]);
  assert.equal(attributes(1).temperature, undefined, 'without its input it is left alone');
});

test('[CALC-11] null removes; a result of another type changes nothing', async () => {
  await start();
  await compute('secret', 'null');
  await compute('kept', '"text"', 'number');
  await compute('flag', '1', 'boolean');
  const { secret, kept, flag } = attributes(0, { secret: 1, kept: 2, flag: true });
  assert.deepEqual([secret, kept, flag], [undefined, 2, true]);
});

test('[CALC-12] fields are written within their bounds', async () => {
  await start();
  await compute('speed', 'speed * 0.5');
  await compute('latitude', 'latitude + 100');
  await compute('valid', 'sat > 3', 'boolean');
  await compute('address', '"km " + odometer', 'string');
  const [p] = t.feed([record(0, { speed: knots(40) }, { sat: 2, odometer: 7 })]).positions;
  assert.deepEqual([p?.speed, p?.latitude, p?.valid, p?.address], [20, 52, false, 'km 7']);
});

test('[CALC-13] below zero a computed attribute runs before time and distance are worked out, else after motion', async () => {
  await start();
  await compute('distance', '42', 'number', -1);
  await compute('late', 'motion ? totalDistance : 0', 'number', 1);
  await compute('tooEarly', 'motion', 'boolean', -5);
  const { totalDistance, late, tooEarly } = attributes(0, {}, { speed: knots(10) });
  assert.deepEqual([totalDistance, late, tooEarly], [42, 42, undefined]);
});

test('[CALC-14] events see computed attributes', async () => {
  await start();
  await compute('alarm', 'temp1 > 8 ? "temperature" : null', 'string');
  t.feed([record(0, {}, { temp1: 5 })]);
  assert.deepEqual(t.feed([record(1, {}, { temp1: 9 })]).types, ['alarm']);
  assert.deepEqual(t.feed([record(2, {}, { temp1: 9.5 })]).types, []);
});

test('[CALC-15] the last position and the attributes of the device are seen when the settings say so', async () => {
  await start();
  await compute('delta', 'speed - lastSpeed');
  await compute('wheels', 'axles * 2');
  t.van = await t.directory.devices.update({ ...t.van, attributes: { axles: 3 } });
  t.feed([record(0, { speed: knots(10) })]);
  const off = attributes(1, {}, { speed: knots(25) });
  assert.deepEqual([off.delta, off.wheels], [undefined, undefined]);
  await t.close();
  await start({ computedLastAttributes: true, computedDeviceAttributes: true });
  await compute('delta', 'speed - lastSpeed + lastAdc1');
  await compute('wheels', 'axles * 2');
  t.van = await t.directory.devices.update({ ...t.van, attributes: { axles: 3 } });
  t.feed([record(0, { speed: knots(10) }, { adc1: 100 })]);
  const on = attributes(1, {}, { speed: knots(25) });
  assert.deepEqual([on.delta, on.wheels], [115, 6]);
});

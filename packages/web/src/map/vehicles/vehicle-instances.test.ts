import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mercatorX } from '../../live/mercator.ts';
import { makePatch } from '../../testing/test-instances.ts';
import { MOVE_MS, Offset, STRIDE, VehicleInstances } from './vehicle-instances.ts';

const seen = (): boolean => true;
const floatsOf = (instances: VehicleInstances, slot: number, offset: number, count: number): number[] => [
  ...new Float32Array(instances.bytes.buffer, slot * STRIDE + offset, count),
];

test('[MAP-1] a move takes 500 ms, slow at both ends, and then rests', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 1_000, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 36, latitude: 0, moved: true }]), 2_000, seen);
  assert.equal(instances.xAt(0, 2_000), mercatorX(0));
  assert.ok(instances.xAt(0, 2_050) - mercatorX(0) < 0.1 * (mercatorX(36) - mercatorX(0)));
  assert.ok(Math.abs(instances.xAt(0, 2_250) - (mercatorX(0) + mercatorX(36)) / 2) < 1e-12);
  assert.equal(instances.xAt(0, 2_500), mercatorX(36));
  assert.equal(instances.isMoving(2_499), true);
  assert.equal(instances.isMoving(2_000 + MOVE_MS), false);
});

test('[MAP-1] a new place during a move starts from where the vehicle is', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 10, latitude: 0, moved: true }]), 1_000, seen);
  const middle = instances.xAt(0, 1_250);
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0, moved: true }]), 1_250, seen);
  assert.equal(instances.xAt(0, 1_250), middle);
});

test('[MAP-10] with reduced motion a vehicle stands at its new place at once, and asks for no frames', () => {
  let glides = false;
  const instances = new VehicleInstances(() => glides);
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 1_000, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 36, latitude: 0, moved: true }]), 2_000, seen);
  assert.equal(instances.xAt(0, 2_000), mercatorX(36));
  assert.equal(instances.isMoving(2_000), false);
  glides = true;
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0, moved: true }]), 3_000, seen);
  assert.equal(instances.xAt(0, 3_000), mercatorX(36));
  assert.equal(instances.isMoving(3_000), true);
});

test('[MAP-2] a change of look alone does not disturb a move', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 10, latitude: 0, moved: true }]), 1_000, seen);
  const before = instances.xAt(0, 1_300);
  instances.apply(makePatch([{ slot: 0, longitude: 10, latitude: 0 }]), 1_200, seen);
  assert.equal(instances.xAt(0, 1_300), before);
});

test('[MAP-3] goes the short way over the antimeridian, and turns the short way', () => {
  const instances = new VehicleInstances();
  const start = makePatch([{ slot: 0, longitude: 179, latitude: 0, course: 350 }], { whole: true });
  instances.apply(start, 0, seen);
  instances.apply(
    makePatch([{ slot: 0, longitude: -179, latitude: 0, course: 10, moved: true }]),
    1_000,
    seen,
  );
  assert.ok(Math.abs(instances.xAt(0, 1_250) - mercatorX(-180)) < 1e-9);
  assert.deepEqual(floatsOf(instances, 0, Offset.courses, 2), [-10, 10]);
});

test('[MAP-4] places keep a millimetre: high and low part together', () => {
  const instances = new VehicleInstances();
  const longitude = -46.633_308_1;
  instances.apply(makePatch([{ slot: 0, longitude, latitude: -23.55 }], { whole: true }), 0, seen);
  const [high = 0, , low = 0] = floatsOf(instances, 0, Offset.toHigh, 4);
  const metres = Math.abs(high + low - mercatorX(longitude)) * 40_075_016;
  assert.ok(metres < 0.001, `${metres} m`);
});

test('[MAP-5] only blocks that changed are uploaded', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([], { whole: true, capacity: 1_024, visible: null }), 0, seen);
  assert.deepEqual(instances.takeDirty(), [[0, 1_024 * STRIDE]]);
  instances.apply(
    makePatch([{ slot: 300, longitude: 1, latitude: 1 }], { capacity: 1_024, visible: null }),
    0,
    seen,
  );
  assert.deepEqual(instances.takeDirty(), [[256 * STRIDE, 512 * STRIDE]]);
  assert.deepEqual(instances.takeDirty(), []);
});

test('[MAP-6] moves out of sight ask for no frames', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 1, latitude: 0, moved: true }]), 1_000, () => false);
  assert.equal(instances.isMoving(1_100), false);
});

test('[MAP-7] a vehicle that is gone can no longer be found', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, id: 7, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  assert.equal(instances.slotOf(7), 0);
  instances.apply(
    makePatch([{ slot: 0, id: 0, longitude: 0, latitude: 0, placed: false }], { visible: null }),
    0,
    seen,
  );
  assert.equal(instances.slotOf(7), undefined);
  assert.equal(instances.visible[0], 0);
});

test('[MAP-13] a vehicle that stands where it stood is drawn after the whole fleet came anew', () => {
  const instances = new VehicleInstances();
  const whole = makePatch([{ slot: 0, longitude: -46, latitude: -23, course: 0 }], { whole: true });
  instances.apply(whole, 0, seen);
  const before = floatsOf(instances, 0, Offset.fromHigh, 8);
  instances.apply(whole, 1_000, seen);
  assert.deepEqual(floatsOf(instances, 0, Offset.fromHigh, 8), before);
});

test('[MAP-8] times stay exact after a day: the epoch is renewed', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  const day = 86_400_000;
  instances.apply(makePatch([{ slot: 0, longitude: 1, latitude: 0, moved: true }]), day, seen);
  const [startedAt = 0] = floatsOf(instances, 0, Offset.startedAt, 1);
  assert.equal(startedAt, day - instances.epoch);
  assert.ok(day - instances.epoch < 2_000_000);
});

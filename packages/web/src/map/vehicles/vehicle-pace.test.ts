import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePatch } from '../../testing/test-instances.ts';
import { eased, MOVE_MS, VehicleInstances } from './vehicle-instances.ts';

const CITY = 512 * 2 ** 10;
const STREET = 512 * 2 ** 17;
/** Some 80 m. */
const STEP = 0.0007;
const seen = (): boolean => true;

function aVehicleThatMoved(by: number, at: number, instances = new VehicleInstances()): VehicleInstances {
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  instances.apply(makePatch([{ slot: 0, longitude: by, latitude: 0, moved: true }]), at, seen);
  return instances;
}

test('[MAP-12] from afar a vehicle that glides is drawn a few times, near each time the screen is', () => {
  const instances = aVehicleThatMoved(STEP, 1_000);
  assert.ok(instances.stillMs(CITY) > 100);
  assert.ok(instances.stillMs(STREET) < 2);
});

test('[MAP-12] between two pictures no vehicle moves farther than half a pixel', () => {
  const instances = aVehicleThatMoved(STEP, 1_000);
  for (const worldPx of [CITY, CITY * 3, CITY * 20]) {
    const stepMs = instances.stillMs(worldPx);
    const distance = (STEP / 360) * worldPx;
    for (let at = 0; at < MOVE_MS; at += 5)
      assert.ok((eased(at + stepMs) - eased(at)) * distance <= 0.5 + 1e-9, `${at} ms, ${worldPx}`);
  }
});

test('[MAP-12] a wide way counts until its end, and not longer, while others go on', () => {
  const instances = new VehicleInstances();
  const both = [0, 1].map((slot) => ({ slot, longitude: 0, latitude: 0 }));
  instances.apply(makePatch(both, { whole: true }), 0, seen);
  const move = (slot: number, longitude: number, now: number): void =>
    instances.apply(makePatch([{ slot, longitude, latitude: 0, moved: true }]), now, seen);
  move(0, 1, 1_000);
  let longitude = 0;
  for (let now = 1_000; now < 1_000 + MOVE_MS; now += 100) {
    move(1, (longitude += STEP / 5), now);
    assert.ok(instances.stillMs(CITY) < 1, `${now}`);
  }
  for (let now = 1_000 + MOVE_MS; now <= 1_000 + 3 * MOVE_MS; now += 100)
    move(1, (longitude += STEP / 5), now);
  assert.ok(instances.stillMs(CITY) > 100);
});

test('[MAP-12] a vehicle out of view makes no haste', () => {
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 0, latitude: 0 }], { whole: true }), 0, seen);
  instances.apply(makePatch([{ slot: 0, longitude: 9, latitude: 0, moved: true }]), 1_000, () => false);
  assert.equal(instances.stillMs(STREET), MOVE_MS);
});

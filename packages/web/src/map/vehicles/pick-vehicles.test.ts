import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mercatorX, mercatorY } from '../../live/mercator.ts';
import { answerPick, pickVehicles } from './pick-vehicles.ts';
import { fromScreen, toScreen, type ScreenView } from './screen-view.ts';
import { makePatch, type MadeVehicle } from '../../testing/test-instances.ts';
import { VehicleInstances } from './vehicle-instances.ts';

const viewAt = (longitude: number, latitude: number, zoom: number, bearing = 0): ScreenView => ({
  centreX: mercatorX(longitude),
  centreY: mercatorY(latitude),
  worldPx: 512 * 2 ** zoom,
  bearing: (bearing * Math.PI) / 180,
  widthPx: 800,
  heightPx: 600,
  originX: 400,
  originY: 300,
});
const fleetOf = (...vehicles: MadeVehicle[]): VehicleInstances => {
  const instances = new VehicleInstances();
  instances.apply(makePatch(vehicles, { whole: true }), 0, () => true);
  return instances;
};
const AT_CENTRE = { x: 400, y: 300, radiusPx: 20, now: 9_000 };

test('[PICK-1] the nearest vehicle comes first; hidden and placeless ones never', () => {
  const instances = fleetOf(
    { slot: 0, longitude: 0.000_2, latitude: 0 },
    { slot: 1, longitude: 0, latitude: 0 },
    { slot: 2, longitude: 0, latitude: 0, placed: false },
    { slot: 3, longitude: 0, latitude: 0 },
  );
  instances.visible[3] = 0;
  const picked = pickVehicles(instances, viewAt(0, 0, 15), AT_CENTRE);
  assert.deepEqual(
    picked.map(({ slot }) => slot),
    [1, 0],
  );
});

test('[PICK-2] finds the copy of the world that is on screen', () => {
  const instances = fleetOf({ slot: 0, longitude: -179.999, latitude: 0 });
  assert.equal(pickVehicles(instances, viewAt(180.001, 0, 10), AT_CENTRE).length, 1);
});

test('[PICK-3] a turned map turns the points', () => {
  const [x, y] = toScreen(viewAt(0, 0, 10, 90), mercatorX(0.1), mercatorY(0));
  assert.ok(Math.abs(x - 400) < 1e-6 && y < 300, `east is up: ${x}, ${y}`);
  const view = viewAt(12, 34, 9, 33);
  const [back, up] = fromScreen(view, ...toScreen(view, mercatorX(12.3), mercatorY(34.1)));
  assert.ok(Math.abs(back - mercatorX(12.3)) < 1e-12 && Math.abs(up - mercatorY(34.1)) < 1e-12);
});

test('[PICK-4] vehicles in one spot are a stack; those that part closer by are not', () => {
  const together = fleetOf({ slot: 0, longitude: 0, latitude: 0 }, { slot: 1, longitude: 0, latitude: 0 });
  const answer = (instances: VehicleInstances, zoom: number) => {
    const view = viewAt(0, 0, zoom);
    return answerPick(pickVehicles(instances, view, AT_CENTRE), instances, view.worldPx);
  };
  assert.deepEqual(answer(together, 5), { kind: 'stack', ids: [100, 101] });
  const near = fleetOf({ slot: 0, longitude: 0, latitude: 0 }, { slot: 1, longitude: 0.005, latitude: 0 });
  assert.deepEqual(answer(near, 10), { kind: 'one', id: 100 });
  const crowd = fleetOf(
    ...Array.from({ length: 9 }, (_, slot) => ({ slot, longitude: slot / 100, latitude: 0 })),
  );
  assert.deepEqual(answer(crowd, 7), { kind: 'closer' });
  assert.deepEqual(answer(fleetOf(), 7), { kind: 'none' });
});

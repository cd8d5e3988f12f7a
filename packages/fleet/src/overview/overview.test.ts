import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeOverview } from './decode.ts';
import { OverviewWriter, type OverviewVehicle } from './encode.ts';
import { OVERVIEW_FLAGS } from './layout.ts';

const vehicle = (id: number, more: Partial<OverviewVehicle> = {}): OverviewVehicle => ({
  id,
  status: 'online',
  style: { category: 'car', color: null, extraColor: null },
  place: { latitude: -23.5505199, longitude: -46.6333094, course: 271.4 },
  isMoving: false,
  hasAlarm: false,
  ...more,
});

const overviewOf = (
  vehicles: readonly OverviewVehicle[],
  most = vehicles.length,
): Uint8Array<ArrayBuffer> => {
  const writer = new OverviewWriter(most);
  for (const each of vehicles) writer.add(each);
  return writer.end();
};

test('[OVERVIEW-1] an overview that was written is read as it was, places to a centimeter', () => {
  const red = { category: 'caminhão', color: '#f00', extraColor: '#0f0' };
  const vehicles = [
    vehicle(4_000_000_000, { isMoving: true }),
    vehicle(2, { status: 'unknown', style: red, hasAlarm: true }),
    vehicle(3, { status: 'offline', place: null }),
    vehicle(4, { style: { ...red }, place: { latitude: 90, longitude: -180, course: 0 } }),
  ];
  const read = decodeOverview(overviewOf(vehicles).buffer);
  assert.ok(read.ok);
  const { value } = read;
  assert.deepEqual([...value.ids], [4_000_000_000, 2, 3, 4]);
  assert.deepEqual(
    vehicles.map((_, at) => value.status(at)),
    [0, 2, 1, 0],
  );
  const { located, moving, alarm } = OVERVIEW_FLAGS;
  assert.deepEqual(
    [...value.states].map((state) => state & (located | moving | alarm)),
    [located | moving, located | alarm, 0, located],
  );
  assert.deepEqual(
    [value.latitude(0), value.longitude(0), value.courses[0]],
    [-23.5505199, -46.6333094, 271],
  );
  assert.deepEqual([value.latitude(3), value.longitude(3)], [90, -180]);
  assert.deepEqual(value.styles, [vehicle(1).style, red]);
  assert.deepEqual([...value.styleOf], [0, 1, 0, 1]);
});

test('[OVERVIEW-2] bytes that are cut off or of somebody else are reported', () => {
  const bytes = overviewOf([vehicle(1), vehicle(2)]);
  for (const length of [0, 11, 40, bytes.length - 1])
    assert.equal(decodeOverview(bytes.slice(0, length).buffer).ok, false, String(length));
  const foreign = bytes.slice();
  foreign[0] = 0;
  assert.equal(decodeOverview(foreign.buffer).ok, false);
  const few = overviewOf([vehicle(1)], 3);
  assert.deepEqual(few, overviewOf([vehicle(1)]), 'fewer than might have come');
  const empty = decodeOverview(overviewOf([]).buffer);
  assert.ok(empty.ok && empty.value.count === 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MapFlag } from './map-feed.ts';
import { mercatorY } from './mercator.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';
import { VehicleTable } from './vehicle-table.ts';

const tableWith = (...ids: number[]): VehicleTable => {
  const table = new VehicleTable('rastro');
  table.replaceDevices(ids.map((id) => makeDevice(id)));
  return table;
};

test('[LIVE-1] a position older than the shown one never moves the marker back', () => {
  const table = tableWith(1);
  assert.equal(table.putPosition(makePosition(1, 5)), 'changed');
  assert.equal(table.putPosition(makePosition(1, 4)), 'ignored');
  assert.equal(table.y[0], mercatorY(-23.45));
});

test('[LIVE-1] with the same fix time the device time decides', () => {
  const table = tableWith(1);
  table.putPosition(makePosition(1, 5));
  const older = makePosition(1, 5, { deviceTime: '2026-05-01T09:00:00.000+00:00', latitude: 1 });
  const newer = makePosition(1, 5, { deviceTime: '2026-05-01T12:00:00.000+00:00', latitude: 2 });
  assert.equal(table.putPosition(older), 'ignored');
  assert.equal(table.putPosition(newer), 'changed');
  assert.equal(table.y[0], mercatorY(2));
});

test('[LIVE-2] a device hidden by a safe deletion is dropped, with its positions', () => {
  const table = tableWith(1, 2);
  table.putDevice(makeDevice(2, { uniqueId: 'deleted-77-imei2' }));
  assert.equal(table.total, 1);
  assert.equal(table.putPosition(makePosition(2, 1)), 'ignored');
});

test('[LIVE-3] 0,0 is never a place, and keeps the place known before', () => {
  const table = tableWith(1, 2);
  const nowhere = { valid: false, latitude: 0, longitude: 0 };
  table.putPosition(makePosition(1, 1, nowhere));
  table.putPosition(makePosition(1, 2, { ...nowhere, valid: true }));
  assert.equal((table.flags[0] ?? 0) & MapFlag.placed, 0);
  table.putPosition(makePosition(2, 1));
  table.putPosition(makePosition(2, 2, nowhere));
  table.putPosition(makePosition(2, 3, { ...nowhere, valid: true }));
  assert.equal((table.flags[1] ?? 0) & MapFlag.placed, MapFlag.placed);
  assert.equal(table.y[1], mercatorY(-23.49));
});

test('[LIVE-4] counts follow status and motion', () => {
  const table = tableWith(1, 2, 3);
  table.putPosition(makePosition(1, 1, { attributes: { motion: true } }));
  table.putDevice(makeDevice(2, { status: 'offline', lastUpdate: '2026-05-01T11:00:00.000+00:00' }));
  assert.deepEqual([table.total, table.moving, table.stopped, ...table.byStatus], [3, 1, 1, 2, 1, 0]);
  table.remove(1);
  assert.deepEqual([table.total, table.moving, table.stopped, ...table.byStatus], [2, 0, 1, 1, 1, 0]);
});

test('[LIVE-5] an answer read before a frame does not undo the status of the frame', () => {
  const table = tableWith(1);
  table.putDevice(makeDevice(1, { status: 'offline', lastUpdate: '2026-05-01T10:05:00.000+00:00' }));
  table.replaceDevices([makeDevice(1, { name: 'Renamed', lastUpdate: '2026-05-01T10:04:00.000+00:00' })]);
  assert.equal(table.devices[0]?.status, 'offline');
  assert.equal(table.devices[0]?.name, 'Renamed');
});

test('[LIVE-6] a position that comes before its device waits for it', () => {
  const table = tableWith(1);
  assert.equal(table.putPosition(makePosition(9, 1)), 'unknownDevice');
  table.putDevice(makeDevice(9));
  assert.equal(table.positions[1]?.deviceId, 9);
});

test('[LIVE-7] a freed slot is used again only after the change was published', () => {
  const table = tableWith(1, 2);
  table.settle();
  table.remove(1);
  table.putDevice(makeDevice(3));
  assert.equal(table.slotOf(3), 2);
  table.settle();
  table.putDevice(makeDevice(4));
  assert.equal(table.slotOf(4), 0);
});

test('[LIVE-8] grows past its first capacity without losing a vehicle', () => {
  const table = new VehicleTable('rastro');
  for (let id = 1; id <= 3_000; id++) table.putDevice(makeDevice(id));
  assert.equal(table.total, 3_000);
  assert.equal(table.ids[2_999], 3_000);
});

test('[MAP-11] a vehicle that went offline while it moved counts as moving and is not drawn so', () => {
  const table = tableWith(1, 2);
  for (const id of [1, 2])
    table.putPosition(makePosition(id, 1, { attributes: { motion: true, alarm: 'sos' } }));
  table.putDevice(makeDevice(2, { status: 'offline' }));
  const drawn = [0, 1].map((slot) => table.drawnFlags(slot));
  assert.deepEqual(drawn, [MapFlag.moving | MapFlag.placed | MapFlag.alarm, MapFlag.placed | MapFlag.alarm]);
  assert.equal(table.moving, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabelChooser } from './label-chooser.ts';
import { LABEL_LIMIT, type MapBounds, type MapView } from './map-feed.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';
import { VehicleTable } from './vehicle-table.ts';

const CITY: MapBounds = { west: -47, south: -24, east: -46, north: -23 };
const AROUND: MapBounds = { west: -48, south: -25, east: -45, north: -22 };
const NAMES = { name: true, plate: false, status: false, precision: false };
const view = (part: Partial<MapView> = {}): MapView => ({
  bounds: CITY,
  zoom: 12,
  cluster: false,
  labels: NAMES,
  selectedId: null,
  ...part,
});

/** `count` vehicles that stand in the city; the last of them as `last` says. */
function crowd(count: number, last: { moving?: boolean; alarm?: boolean } = {}): VehicleTable {
  const table = new VehicleTable('rastro');
  for (let id = 1; id <= count; id++) {
    table.putDevice(makeDevice(id, { status: 'online' }));
    const attributes =
      id === count
        ? { motion: last.moving === true, ...(last.alarm === true ? { alarm: 'sos' } : {}) }
        : { motion: false };
    table.putPosition(makePosition(id, 1, { latitude: -23.5, longitude: -46.5, accuracy: 12, attributes }));
  }
  return table;
}
const all = (table: VehicleTable): Uint8Array => new Uint8Array(table.capacity).fill(1);

test('[WEBMAP-3] a crowd gets 300 labels: the selected vehicle, alarms and what moves come first', () => {
  const count = LABEL_LIMIT + 50;
  const slots = (table: VehicleTable, selectedId: number | null = null): number[] =>
    new LabelChooser().labels(table, all(table), view({ selectedId }), AROUND).map(({ slot }) => slot);
  const plain = slots(crowd(count));
  assert.equal(plain.length, LABEL_LIMIT);
  assert.equal(plain.includes(count - 1), false);
  assert.equal(slots(crowd(count), count).includes(count - 1), true);
  assert.equal(slots(crowd(count, { moving: true })).includes(count - 1), true);
  assert.equal(slots(crowd(count, { alarm: true })).includes(count - 1), true);
});

test('[WEBMAP-4] what is on screen comes before what is off it, and what is hidden has no label', () => {
  const table = crowd(LABEL_LIMIT + 1);
  table.putDevice(makeDevice(1000, { status: 'online' }));
  const moving = { motion: true };
  table.putPosition(makePosition(1000, 1, { latitude: -24.5, longitude: -46.5, attributes: moving }));
  const beside = table.slotOf(1000) as number;
  const choose = (visible: Uint8Array) => new LabelChooser().labels(table, visible, view(), AROUND);
  assert.equal(
    choose(all(table)).some(({ slot }) => slot === beside),
    false,
  );
  const visible = all(table).fill(0, 0, 10);
  const chosen = choose(visible).map(({ slot }) => slot);
  assert.equal(chosen.includes(beside), true);
  assert.equal(Math.min(...chosen), 10);
});

test('[WEBMAP-5] a vehicle keeps its label while others start to move', () => {
  const table = crowd(LABEL_LIMIT + 1);
  const chooser = new LabelChooser();
  const before = chooser.labels(table, all(table), view(), AROUND);
  table.putPosition(
    makePosition(LABEL_LIMIT + 1, 2, { latitude: -23.5, longitude: -46.5, attributes: { motion: true } }),
  );
  assert.deepEqual(chooser.labels(table, all(table), view(), AROUND), before);
});

test('[WEBMAP-6] the text is what was chosen; without a plate the name stands in', () => {
  const table = new VehicleTable('rastro');
  table.putDevice(makeDevice(1, { name: 'Van', attributes: { plate: 'ABC1D23' } }));
  table.putDevice(makeDevice(2, { name: 'Moto' }));
  for (const id of [1, 2]) {
    table.putPosition(
      makePosition(id, 1, { latitude: -23.5, longitude: -46.5, accuracy: id === 1 ? 25 : 0 }),
    );
  }
  const labels = (choice: Partial<typeof NAMES>) =>
    new LabelChooser()
      .labels(table, all(table), view({ labels: { ...NAMES, name: false, ...choice } }), AROUND)
      .map(({ name, plate, accuracyM }) => [name, plate, accuracyM]);
  assert.deepEqual(labels({}), []);
  assert.deepEqual(labels({ name: true, plate: true }), [
    ['Van', 'ABC1D23', 0],
    ['Moto', '', 0],
  ]);
  assert.deepEqual(labels({ plate: true }), [
    ['', 'ABC1D23', 0],
    ['Moto', '', 0],
  ]);
  assert.deepEqual(labels({ precision: true }), [
    ['', '', 25],
    ['', '', 0],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceM } from '@rastro/fleet';
import { MapFlag } from '../../live/map-feed.ts';
import { labelFeatures, precisionFeatures } from '../map-features.ts';
import { makePatch } from '../../testing/test-instances.ts';
import { VehicleInstances } from './vehicle-instances.ts';

const LABELS = { moving: 'Moving', stopped: 'Stopped', offline: 'Offline', unknown: 'Unknown' };
const label = (slot: number, part: object = {}) => ({ slot, name: '', plate: '', accuracyM: 0, ...part });

function threeVehicles(): VehicleInstances {
  const instances = new VehicleInstances();
  const patch = makePatch(
    [0, 1, 2].map((slot) => ({ slot, longitude: -46 + slot, latitude: -23 })),
    { whole: true },
  );
  patch.flags[0] = MapFlag.placed | MapFlag.moving;
  patch.statuses[2] = 1;
  instances.apply(patch, 0, () => true);
  return instances;
}

test('[WEBMAP-7] a label is name, then plate and state in a line of their own; nothing to say is no label', () => {
  const instances = threeVehicles();
  const texts = (stateLabels: typeof LABELS | null) =>
    labelFeatures(
      [label(0, { name: 'Van', plate: 'ABC1D23' }), label(1), label(2, { plate: 'X' })],
      instances,
      {
        selectedSlot: null,
        isRoomy: false,
        stateLabels,
      },
    ).features.map(({ properties }) => [properties?.['text'], properties?.['detail'], properties?.['order']]);
  assert.deepEqual(texts(LABELS), [
    ['Van', 'ABC1D23 · Moving', 2],
    ['Stopped', '', 3],
    ['X', 'Offline', 4],
  ]);
  assert.deepEqual(texts(null), [
    ['Van', 'ABC1D23', 2],
    ['X', '', 4],
  ]);
});

test('[WEBMAP-8] the circle of precision has the accuracy of the position in metres', () => {
  const { features } = precisionFeatures([label(0, { accuracyM: 80 }), label(1)], threeVehicles());
  assert.equal(features.length, 1);
  const geometry = features[0]?.geometry;
  const corners = geometry?.coordinates[0] ?? [];
  assert.equal(corners.length, 37);
  for (const [longitude = 0, latitude = 0] of corners) {
    // The circle is flat, the earth is not: a centimetre at this size.
    assert.ok(Math.abs(distanceM({ latitude: -23, longitude: -46 }, { latitude, longitude }) - 80) < 0.01);
  }
});

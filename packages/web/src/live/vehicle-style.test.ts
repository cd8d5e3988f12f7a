import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICE_CATEGORIES } from '@rastro/fleet';
import { makeDevice } from '../testing/test-fleet.ts';
import { categoryIndex, parseColour, vehicleColours } from './vehicle-style.ts';

test('[LOOK-1] colours are read as hex, short or long; anything else is none', () => {
  assert.equal(parseColour('#ff8000'), 0xff8000);
  assert.equal(parseColour('f80'), 0xff8800);
  assert.equal(parseColour('#ff800080'), 0xff8000);
  for (const wrong of ['red', '', '#12', 7, null, undefined]) assert.equal(parseColour(wrong), null);
});

test('[LOOK-2] the brand attributes give the two tones; without them the status does', () => {
  const own = makeDevice(1, { attributes: { 'rastro.color': '#ff0000', 'rastro.color_extra': '#00ff00' } });
  assert.deepEqual(vehicleColours(own, 'rastro'), [0xff0000, 0x00ff00]);
  assert.notDeepEqual(vehicleColours(own, 'other'), [0xff0000, 0x00ff00]);
  assert.notDeepEqual(
    vehicleColours(makeDevice(1), 'rastro'),
    vehicleColours(makeDevice(1, { status: 'offline' }), 'rastro'),
  );
});

test('[LOOK-3] an unknown category shows the default icon', () => {
  assert.equal(categoryIndex('truck1'), DEVICE_CATEGORIES.indexOf('truck1'));
  assert.equal(categoryIndex('submarine'), 0);
  assert.equal(categoryIndex(null), 0);
});

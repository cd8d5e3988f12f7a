import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_TRIP_SETTINGS, settingsText } from './trip-settings.ts';

test('[BOOK-5] settings are told apart by what they say, not by how they were put together', () => {
  const reversed = Object.fromEntries(Object.entries(DEFAULT_TRIP_SETTINGS).reverse());
  const same = { ...DEFAULT_TRIP_SETTINGS, ...reversed };
  assert.equal(settingsText(same), settingsText(DEFAULT_TRIP_SETTINGS));
  assert.notEqual(settingsText({ ...same, minStopS: 301 }), settingsText(same));
});

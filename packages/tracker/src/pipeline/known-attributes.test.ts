import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_ATTRIBUTES } from '@rastro/fleet';
import { TRIP_ATTRIBUTES } from './trip-attributes.ts';
import { PIPELINE_ATTRIBUTES } from './device-options.ts';

test('[PIPE-73] what decides how records are taken is offered by name, and nothing else', () => {
  // Read by the decoders, by the gauge in the tank, and by scores.
  const elsewhere = ['decoder.timezone', 'fuel.table', 'fuel.sensor', 'score.settings'];
  const read = new Set([...PIPELINE_ATTRIBUTES, ...TRIP_ATTRIBUTES.keys(), ...elsewhere]);
  assert.deepEqual(KNOWN_ATTRIBUTES.group.toSorted(), [...read].toSorted());
});

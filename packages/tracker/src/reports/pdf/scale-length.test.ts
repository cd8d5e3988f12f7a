import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleLength } from './scale-length.ts';

test('[PDF-100] the scale bar of a printed way is round in the unit of its reader', () => {
  assert.deepEqual(scaleLength(23_000, 'km'), { metres: 20_000, text: '20 km' });
  assert.deepEqual(scaleLength(800, 'km'), { metres: 500, text: '500 m' });
  assert.equal(scaleLength(23_000, 'mi').text, '10 mi');
  assert.ok(Math.abs(scaleLength(23_000, 'mi').metres - 16_093) < 2);
  assert.equal(scaleLength(800, 'mi').text, '2000 ft');
  assert.equal(scaleLength(23_000, 'nmi').text, '10 NM');
  assert.equal(scaleLength(900, 'nmi').text, '500 m');
});

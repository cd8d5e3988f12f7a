import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drives, recordsOf, rules } from '../../test/random-drives.ts';
import { TripReducer } from './trip-reducer.ts';
import { DEFAULT_TRIP_SETTINGS } from './trip-settings.ts';
import { isPacked, PackedSink, readPacked } from './packed-text.ts';
import { readState, writeState } from './state-text.ts';
import type { SinkValue } from './state-sink.ts';

test('[BOOK-67] the packed state of a fold is the same state, in letters that JSON takes as they are', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const reducer = TripReducer.start(settings);
      for (const one of recordsOf(steps)) {
        reducer.add({ ...one, geofenceIds: [1], fuelL: 40, driver: 'José "7"\\' });
        const packed = reducer.packed();
        assert.equal(writeState(readState(packed)), reducer.state());
        assert.equal(JSON.stringify(packed), `"${packed}"`);
        assert.ok(isPacked(packed) && !isPacked(reducer.state()));
      }
    }),
    { numRuns: 40 },
  );
});

test('[BOOK-67] each number and text comes back as it was; what JSON does not know is null there, too', () => {
  const value = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.integer(), fc.boolean(), fc.string(), places());
  fc.assert(
    fc.property(fc.array(value), fc.dictionary(fc.string(), fc.integer()), (values, figures) => {
      assert.deepEqual(readPacked(packed(values, figures)), JSON.parse(JSON.stringify([...values, figures])));
    }),
    { numRuns: 500 },
  );
  const long = 'ç"\\\u0000😀'.repeat(3000);
  assert.deepEqual(readPacked(packed([long, 2 ** 53, -0.1, 1e-7], {})), [long, 2 ** 53, -0.1, 1e-7, {}]);
});

test('[BOOK-67] a text that is cut, longer or of somebody else is told, never read as a state', () => {
  const whole = packed([1, 'two', 3.5, null], { four: 4 });
  for (let end = 0; end < whole.length; end++)
    assert.throws(() => readPacked(whole.slice(0, end)), RangeError);
  for (const text of [`${whole}z`, '{~}', '', '{"a":1}']) assert.throws(() => readPacked(text), RangeError);
});

test('[BOOK-67] a state in which any value is of another kind, missing or too many is never read', () => {
  const [steps] = fc.sample(drives, { numRuns: 1, seed: 7 });
  const reducer = TripReducer.start(DEFAULT_TRIP_SETTINGS);
  for (const one of recordsOf(steps ?? []))
    reducer.add({ ...one, geofenceIds: [1], fuelL: 40, driver: 'ana' });
  const whole: unknown = JSON.parse(reducer.state());
  assert.equal(writeState(readState(JSON.stringify(whole))), JSON.stringify(whole));
  const wrong = [...damaged(whole)];
  assert.ok(wrong.length > 100);
  for (const one of wrong) assert.throws(() => readState(JSON.stringify(one)), RangeError);
});

/** Copies of a value, each with one thing wrong. Lists of any length may lose one and gain one, if it is right. */
function* damaged(value: unknown): Generator {
  if (!Array.isArray(value)) {
    yield { at: 'x' };
    return;
  }
  const items: readonly unknown[] = value;
  yield 'x';
  yield [...items, { at: 'x' }];
  for (const [i, item] of items.entries()) for (const other of damaged(item)) yield items.with(i, other);
}

/** With seven decimals, as most coordinates. */
function places(): fc.Arbitrary<number> {
  return fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((whole) => whole / 1e7);
}

function packed(values: readonly SinkValue[], figures: Readonly<Record<string, number>>): string {
  const to = new PackedSink();
  to.open();
  for (const one of values) to.put(one);
  to.map(figures);
  to.close();
  return to.text();
}

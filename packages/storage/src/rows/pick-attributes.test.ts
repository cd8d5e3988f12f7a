import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pickAttributes } from './pick-attributes.ts';

test('[STORE-23] picking attributes out of the text finds what reading it whole finds', () => {
  const name = fc.constantFrom('fuel', 'fuelLevel', 'odo', 'x"y', 'a\\', 'é', '{', ':');
  const plain = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.string(),
    fc.constantFrom('"fuel":5', '\\"odo":', ',', '}', '{"fuel":1}'),
  );
  const value = fc.oneof(plain, fc.array(plain), fc.dictionary(name, plain));
  const attributes = fc.dictionary(name, value);
  const names = ['fuel', 'odo', 'é'];
  fc.assert(
    fc.property(attributes, (object) => {
      const text = JSON.stringify(object);
      const whole = JSON.parse(text) as Record<string, never>;
      const expected = Object.fromEntries(
        names.flatMap((n) => (Object.hasOwn(whole, n) ? [[n, whole[n]]] : [])),
      );
      assert.deepEqual({ ...pickAttributes(text, names) }, expected);
    }),
    { numRuns: 2000 },
  );
});

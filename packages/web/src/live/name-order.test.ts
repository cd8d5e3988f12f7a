import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareNames, compareText, nameKey } from './name-order.ts';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const compare = (a: string, b: string): number => Math.sign(compareNames(a, nameKey(a), b, nameKey(b)));

test('[LIST-7] the fast order of names is the order of the collator', () => {
  const plain = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)) });
  const likely = fc.array(
    fc.constantFrom('Van', 'van', ' ', '-', '0', '00', '1', '9', '10', 'ç', 'É', 'a', 'B'),
    {
      maxLength: 6,
    },
  );
  const name = fc.oneof(
    plain,
    likely.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(name, name, (a, b) => compare(a, b) === Math.sign(collator.compare(a, b))),
    { numRuns: 5_000 },
  );
});

test('[LIST-7] names with other letters are left to the collator', () => {
  assert.equal(nameKey('Caminhão 2'), null);
  assert.equal(nameKey('a\u0007'), null);
  assert.equal(Math.sign(compare('Caminhao 10', 'Caminhão 2')), 1);
  assert.equal(Math.sign(compareText('ônibus', 'Onibus')), 0);
});

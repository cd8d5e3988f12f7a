import assert from 'node:assert/strict';
import { test } from 'node:test';
import { litresAt, parseFuelTable } from './fuel-table.ts';

test('[FUELTABLE-1] a table is pairs of what a sensor says and litres, one after another or line by line', () => {
  const expected = [
    [0, 0],
    [512, 40.5],
    [1023, 95],
  ];
  for (const text of ['0=0; 512=40,5; 1023=95', '1023:95\n0 : 0\n512 = 40.5\n', '0=0;512=40.5;1023=95;'])
    assert.deepEqual(parseFuelTable(text), { ok: true, value: expected });
});

test('[FUELTABLE-1] no pair, too few, one value twice, and litres that rise and fall are refused', () => {
  const fault = (text: string): unknown => {
    const read = parseFuelTable(text);
    return read.ok ? null : read.error;
  };
  assert.equal(fault('0=0; 512'), 'pair');
  assert.equal(fault('0=-1; 5=2'), 'pair');
  assert.equal(fault('0=0'), 'count');
  assert.equal(fault(''), 'count');
  assert.equal(fault(Array.from({ length: 101 }, (_, i) => `${i}=${i}`).join(';')), 'count');
  assert.equal(fault('1=2; 1=3'), 'twice');
  assert.equal(fault('0=0; 1=5; 2=4'), 'turns');
  assert.equal(fault('0=60; 100=30; 200=0'), null, 'a sensor may fall as the level rises');
});

test('[FUELTABLE-2] between two pairs the level is on the straight line, beyond them it is the last', () => {
  const read = parseFuelTable('100=60; 300=20; 400=0');
  assert.ok(read.ok);
  const litres = [0, 100, 200, 300, 350, 400, 900].map((raw) => litresAt(read.value, raw));
  assert.deepEqual(litres, [60, 60, 40, 20, 10, 0, 0]);
});

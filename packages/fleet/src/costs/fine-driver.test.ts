import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driverAt, type DriverSpell } from './index.ts';

const MINUTE = 60_000;
const spell = (driverUniqueId: string, from: number, to: number): DriverSpell => ({
  driverUniqueId,
  from: from * MINUTE,
  to: to * MINUTE,
});
const at = (minute: number, checkIn: readonly DriverSpell[], trip: readonly DriverSpell[] = []) => {
  const found = driverAt({ checkIn, trip }, minute * MINUTE);
  return found.driverUniqueId === null ? found.reason : `${found.driverUniqueId} by ${found.by}`;
};

test('[FINE-1] a fine is of whoever was checked in at its minute, else of whom the records of the vehicle name', () => {
  const shifts = [spell('ana', 0, 60), spell('bia', 100, 200)];
  assert.equal(at(30, shifts), 'ana by checkIn');
  assert.equal(at(150, shifts, [spell('bia', 140, 160)]), 'bia by checkIn');
  assert.equal(at(80, shifts, [spell('davi', 70, 90)]), 'davi by trip');
});

test('[FINE-2] clocks may differ by five minutes, and whoever was there at the minute goes before whoever was near', () => {
  const shifts = [spell('ana', 0, 60), spell('bia', 62, 200)];
  assert.equal(at(64, [spell('ana', 0, 60)]), 'ana by checkIn');
  assert.equal(at(66, [spell('ana', 0, 60)]), 'nobody');
  assert.equal(at(55, [spell('bia', 60, 90)]), 'bia by checkIn');
  assert.equal(at(54, [spell('bia', 60, 90)]), 'nobody');
  assert.equal(at(58, shifts), 'ana by checkIn');
  assert.equal(at(60, [spell('ana', 0, 60.5)]), 'ana by checkIn', 'a part of the minute');
});

test('[FINE-3] nobody is named where nobody drove, or two might have', () => {
  assert.equal(at(30, []), 'nobody');
  assert.equal(at(61, [spell('ana', 0, 60), spell('bia', 63, 200)]), 'several');
  assert.equal(at(30, [spell('ana', 0, 60)], [spell('davi', 20, 40)]), 'several');
  assert.equal(at(30, [spell('ana', 0, 30), spell('bia', 30, 60)]), 'several');
});

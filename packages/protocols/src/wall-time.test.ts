import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zonedMs } from './wall-time.ts';

const NOON = Date.UTC(2025, 2, 14, 12);
const HOUR = 3_600_000;

test('[TIME-1] takes the zone of the device from its IANA name or offset', () => {
  assert.equal(zonedMs(NOON, 'America/Sao_Paulo', 0), NOON + 3 * HOUR);
  assert.equal(zonedMs(NOON, 'GMT+8', 0), NOON - 8 * HOUR);
  assert.equal(zonedMs(NOON, 'GMT-03:30', 0), NOON + 3.5 * HOUR);
  assert.equal(zonedMs(NOON, 'UTC', 5 * HOUR), NOON);
});

test('[TIME-1] follows summer time', () => {
  assert.equal(zonedMs(Date.UTC(2025, 6, 1, 12), 'Europe/Lisbon', 0), Date.UTC(2025, 6, 1, 11));
  assert.equal(zonedMs(Date.UTC(2025, 0, 1, 12), 'Europe/Lisbon', 0), Date.UTC(2025, 0, 1, 12));
});

test('[TIME-1] falls back to the zone of the connection without a usable name', () => {
  assert.equal(zonedMs(NOON, null, -3 * HOUR), NOON + 3 * HOUR);
  assert.equal(zonedMs(NOON, 'Nowhere/City', HOUR), NOON - HOUR);
});

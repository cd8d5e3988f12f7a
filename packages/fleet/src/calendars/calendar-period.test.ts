import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarPeriod, type CalendarPeriod } from './calendar-period.ts';

const daysOf = (name: CalendarPeriod, now: string, zone: string, weekStart: number): readonly string[] => {
  const { from, to } = calendarPeriod(name, Date.parse(now), { zone, weekStart });
  return [from, to].map((at) => new Date(at).toISOString());
};

test('[CAL-700] weeks and months are those of the zone, and the last one is whole', () => {
  const zone = 'America/Sao_Paulo';
  // Still November there.
  const now = '2026-12-01T02:00:00.000Z';
  assert.deepEqual(daysOf('lastMonth', now, zone, 0), [
    '2026-10-01T03:00:00.000Z',
    '2026-11-01T02:59:59.999Z',
  ]);
  assert.deepEqual(daysOf('thisMonth', now, zone, 0), ['2026-11-01T03:00:00.000Z', now]);
  assert.deepEqual(daysOf('lastMonth', '2026-12-01T03:00:00.000Z', zone, 0), [
    '2026-11-01T03:00:00.000Z',
    '2026-12-01T02:59:59.999Z',
  ]);
  // A Monday: its week began a day before, or with it.
  assert.deepEqual(daysOf('thisWeek', now, zone, 0), ['2026-11-29T03:00:00.000Z', now]);
  assert.deepEqual(daysOf('thisWeek', now, zone, 1), ['2026-11-30T03:00:00.000Z', now]);
  assert.deepEqual(daysOf('lastMonth', '2026-01-15T12:00:00.000Z', zone, 0)[0], '2025-12-01T03:00:00.000Z');
});

test('[CAL-700] a week over a change of the clock is whole', () => {
  assert.deepEqual(daysOf('lastWeek', '2026-03-31T10:00:00.000Z', 'Europe/Lisbon', 1), [
    '2026-03-23T00:00:00.000Z',
    '2026-03-29T22:59:59.999Z',
  ]);
});

import type { PeriodPreset } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { periodOf, rangeText, readPeriod, readRange, shiftedPeriod, writePeriod } from './period.ts';

const ZONE = 'America/Sao_Paulo';
const PLACE = { zone: ZONE, weekStart: 0 };
const NOW = Date.parse('2026-11-22T15:30:00Z');
const iso = ({ from, to }: { from: Date; to: Date }): string[] => [from.toISOString(), to.toISOString()];

test('[PAST-1] days begin at midnight in the zone of the user, and today is one of the last days', () => {
  expect(iso(periodOf({ preset: 'today' }, NOW, PLACE))).toEqual([
    '2026-11-22T03:00:00.000Z',
    '2026-11-22T15:30:00.000Z',
  ]);
  expect(iso(periodOf({ preset: 'yesterday' }, NOW, PLACE))).toEqual([
    '2026-11-21T03:00:00.000Z',
    '2026-11-22T02:59:59.999Z',
  ]);
  expect(iso(periodOf({ preset: '7d' }, NOW, PLACE))[0]).toBe('2026-11-16T03:00:00.000Z');
});

test('[PAST-1] the day before and after are whole days, also over a change of the clocks', () => {
  const day = periodOf({ preset: 'today' }, Date.parse('2026-03-30T10:00:00Z'), {
    zone: 'Europe/Lisbon',
    weekStart: 1,
  });
  const before = shiftedPeriod(day, -1, 'Europe/Lisbon');
  expect(iso(periodOf(before, NOW, PLACE))).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z']);
  const week = shiftedPeriod(periodOf({ preset: '7d' }, NOW, PLACE), -1, ZONE);
  expect(iso(periodOf(week, NOW, PLACE))).toEqual(['2026-11-09T03:00:00.000Z', '2026-11-16T02:59:59.999Z']);
});

test('[PAST-400] weeks begin as the language has it, this one ends now, the last week and month are whole', () => {
  const days = (preset: PeriodPreset, weekStart = 0, now = NOW): string =>
    iso(periodOf({ preset }, now, { zone: ZONE, weekStart })).join(' ');
  // The 22nd is a Sunday: a week of its own in Brazil, the end of one in Argentina.
  expect(days('thisWeek')).toBe('2026-11-22T03:00:00.000Z 2026-11-22T15:30:00.000Z');
  expect(days('thisWeek', 1)).toBe('2026-11-16T03:00:00.000Z 2026-11-22T15:30:00.000Z');
  expect(days('lastWeek')).toBe('2026-11-15T03:00:00.000Z 2026-11-22T02:59:59.999Z');
  expect(days('lastWeek', 1)).toBe('2026-11-09T03:00:00.000Z 2026-11-16T02:59:59.999Z');
  expect(days('thisMonth')).toBe('2026-11-01T03:00:00.000Z 2026-11-22T15:30:00.000Z');
  expect(days('lastMonth')).toBe('2026-10-01T03:00:00.000Z 2026-11-01T02:59:59.999Z');
  expect(days('lastMonth', 0, Date.parse('2026-03-01T12:00:00Z'))).toBe(
    '2026-02-01T03:00:00.000Z 2026-03-01T02:59:59.999Z',
  );
  expect(days('lastMonth', 0, Date.parse('2026-01-31T12:00:00Z'))).toMatch(/^2025-12-01T03/);
});

test('[PAST-1] an address carries a period and back; what it says wrongly is today', () => {
  for (const choice of [{ preset: '30d' }, { from: NOW - 1000, to: NOW }] as const)
    expect(readPeriod(writePeriod(new URLSearchParams('period=90d&from=x'), choice))).toEqual(choice);
  for (const wrong of ['', 'period=tomorrow', 'from=2026-11-22&to=2026-11-21', 'from=soon&to=later'])
    expect(readPeriod(new URLSearchParams(wrong))).toEqual({ preset: 'today' });
});

test('[PAST-33] a range opened and applied again is the same, and 23:59 is the end of the day', () => {
  const yesterday = periodOf({ preset: 'yesterday' }, NOW, PLACE);
  const text = rangeText(yesterday, ZONE);
  expect(text).toEqual({ from: '2026-11-21T00:00', to: '2026-11-21T23:59' });
  expect(readRange(text, yesterday, ZONE)).toEqual({
    from: yesterday.from.getTime(),
    to: yesterday.to.getTime(),
  });
  const typed = (from: string, to: string): string[] | null => {
    const range = readRange({ from, to }, yesterday, ZONE);
    return range && iso(periodOf(range, NOW, PLACE));
  };
  expect(typed('2026-11-20T08:00', '2026-11-20T23:59')).toEqual([
    '2026-11-20T11:00:00.000Z',
    '2026-11-21T02:59:59.999Z',
  ]);
  expect(typed('2026-11-20T08:00', '2026-11-20T18:00')?.[1]).toBe('2026-11-20T21:00:00.000Z');
  expect(typed('2026-11-20T08:00', '2026-11-20T07:00')).toBeNull();
  expect(typed('2026-11-20T08:00', '20/11')).toBeNull();
});

import { expect, test } from 'vitest';
import { comparedPeriod } from './compared-period.ts';
import { periodOf, type PeriodChoice } from './period.ts';

const ROME = { zone: 'Europe/Rome', weekStart: 1 };
/** Clocks went forward on Sunday, 29 March 2026. */
const NOW = Date.parse('2026-03-31T10:30:00+02:00');
const compared = (choice: PeriodChoice): readonly string[] => {
  const { from, to } = comparedPeriod(choice, periodOf(choice, NOW, ROME), ROME);
  const text = (at: Date): string => at.toLocaleString('sv', { timeZone: ROME.zone });
  return [text(from), text(to)];
};

test('[OVER-2] a period is compared with one of the same weekdays and hours, whatever the clocks did between', () => {
  expect(compared({ preset: 'today' })).toEqual(['2026-03-24 00:00:00', '2026-03-24 10:30:00']);
  expect(compared({ preset: 'yesterday' })).toEqual(['2026-03-23 00:00:00', '2026-03-23 23:59:59']);
  expect(compared({ preset: 'thisWeek' })).toEqual(['2026-03-23 00:00:00', '2026-03-24 10:30:00']);
  expect(compared({ preset: '7d' })).toEqual(['2026-03-18 00:00:00', '2026-03-24 10:30:00']);
});

test('[OVER-2] a month is compared with the one before, never beyond its end', () => {
  expect(compared({ preset: 'thisMonth' })).toEqual(['2026-02-01 00:00:00', '2026-02-28 23:59:59']);
  expect(compared({ preset: 'lastMonth' })).toEqual(['2026-01-01 00:00:00', '2026-01-31 23:59:59']);
});

test('[OVER-2] any other period is compared with as long a one right before', () => {
  const [from, to] = [Date.parse('2026-03-10T00:00:00Z'), Date.parse('2026-03-12T00:00:00Z') - 1];
  const before = comparedPeriod({ from, to }, { from: new Date(from), to: new Date(to) }, ROME);
  expect(before.from.toISOString()).toBe('2026-03-08T00:00:00.000Z');
  expect(before.to.getTime()).toBe(from - 1);
});

import { expect, test } from 'vitest';
import { periodOf } from './event-period.ts';

const NOW = new Date(2026, 4, 20, 15, 30);
const spans = (name: Parameters<typeof periodOf>[0]) => {
  const { from, to, isOpen } = periodOf(name, NOW);
  return { from, to, isOpen };
};

test('[EVT-12] the last 24 hours end now; days begin at midnight where the person is', () => {
  expect(spans('24h')).toEqual({ from: new Date(2026, 4, 19, 15, 30), to: NOW, isOpen: true });
  expect(spans('today')).toEqual({ from: new Date(2026, 4, 20), to: NOW, isOpen: true });
  expect(spans('7d')).toEqual({ from: new Date(2026, 4, 14), to: NOW, isOpen: true });
  expect(spans('30d')).toEqual({ from: new Date(2026, 3, 21), to: NOW, isOpen: true });
});

test('[EVT-12] yesterday is over, and does not touch today', () => {
  const { from, to, isOpen } = spans('yesterday');
  expect(from).toEqual(new Date(2026, 4, 19));
  expect(to).toEqual(new Date(2026, 4, 19, 23, 59, 59, 999));
  expect(isOpen).toBe(false);
});

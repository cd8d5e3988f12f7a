import { expect, test } from 'vitest';
import { periodOf } from './event-period.ts';

/** 15:30 there, and still the 20th in Greenwich. */
const NOW = new Date('2026-05-20T18:30:00Z');
const spans = (name: Parameters<typeof periodOf>[0]) =>
  periodOf(name, NOW, { zone: 'America/Sao_Paulo', weekStart: 0 });

test('[EVT-12] the last 24 hours end now; days begin at midnight in the zone of the user', () => {
  expect(spans('24h')).toEqual({ from: new Date('2026-05-19T18:30:00Z'), to: NOW, isOpen: true });
  expect(spans('today')).toEqual({ from: new Date('2026-05-20T03:00:00Z'), to: NOW, isOpen: true });
  expect(spans('7d')).toEqual({ from: new Date('2026-05-14T03:00:00Z'), to: NOW, isOpen: true });
  expect(spans('30d')).toEqual({ from: new Date('2026-04-21T03:00:00Z'), to: NOW, isOpen: true });
});

test('[EVT-12] yesterday is over, and does not touch today', () => {
  const { from, to, isOpen } = spans('yesterday');
  expect(from).toEqual(new Date('2026-05-19T03:00:00Z'));
  expect(to).toEqual(new Date('2026-05-20T02:59:59.999Z'));
  expect(isOpen).toBe(false);
});

test('[EVT-12] the zone of the user decides which day it is', () => {
  const night = new Date('2026-05-20T20:00:00Z');
  expect(periodOf('today', night, { zone: 'Asia/Kolkata', weekStart: 0 }).from).toEqual(
    new Date('2026-05-20T18:30:00Z'),
  );
});

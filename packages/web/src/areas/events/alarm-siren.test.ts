import type { FleetAlarm } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { goOn, AUDIBLE_MS, isAudible, SIREN_LENGTH_MS } from './alarm-siren.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const alarm = (agoMs: number, isOpen = true): FleetAlarm => ({
  ...anEvent({ eventTime: new Date(NOW - agoMs).toISOString(), attributes: { alarm: 'sos' } }),
  acknowledged: isOpen ? null : { userId: 1, userName: 'Ana', time: '', note: null },
});

test('[TRAY-4] an open alarm is heard for an hour, an acknowledged one is not', () => {
  expect(isAudible([], NOW)).toBe(false);
  expect(isAudible([alarm(1000)], NOW)).toBe(true);
  expect(isAudible([alarm(AUDIBLE_MS)], NOW)).toBe(false);
  expect(isAudible([alarm(1000, false)], NOW)).toBe(false);
  expect(isAudible([alarm(AUDIBLE_MS), alarm(1000)], NOW)).toBe(true);
});

test('[TRAY-5] in a burst the siren goes on, once more after the one that sounds, and does not start over', () => {
  const first = goOn(0, NOW);
  expect(first).toEqual({ waitMs: 0, endsAt: NOW + SIREN_LENGTH_MS });
  const more = goOn(NOW + SIREN_LENGTH_MS, NOW + 300);
  expect(more).toEqual({ waitMs: SIREN_LENGTH_MS - 300, endsAt: NOW + 2 * SIREN_LENGTH_MS });
  expect(goOn(NOW + 2 * SIREN_LENGTH_MS, NOW + 600)).toBe(null);
  expect(goOn(NOW + 2 * SIREN_LENGTH_MS, NOW + 3 * SIREN_LENGTH_MS)?.waitMs).toBe(0);
});

import type { FleetAlarm } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { HEARD_MS, isHeard } from './alarm-siren.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const alarm = (agoMs: number, isOpen = true): FleetAlarm => ({
  ...anEvent({ eventTime: new Date(NOW - agoMs).toISOString(), attributes: { alarm: 'sos' } }),
  acknowledged: isOpen ? null : { userId: 1, userName: 'Ana', time: '', note: null },
});

test('[TRAY-4] an open alarm is heard for an hour, an acknowledged one is not', () => {
  expect(isHeard([], NOW)).toBe(false);
  expect(isHeard([alarm(1000)], NOW)).toBe(true);
  expect(isHeard([alarm(HEARD_MS)], NOW)).toBe(false);
  expect(isHeard([alarm(1000, false)], NOW)).toBe(false);
  expect(isHeard([alarm(HEARD_MS), alarm(1000)], NOW)).toBe(true);
});

// @vitest-environment node
import type { FleetAlarm } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { alarmTimes } from './alarm-times.ts';

const START = Date.parse('2026-11-25T10:00:00Z');
const iso = (minute: number): string => new Date(START + minute * 60_000).toISOString();
/** @param minutes From the alarm to its acknowledgement; null = it waits. */
const alarm = (id: number, at: number, minutes: number | null): FleetAlarm => ({
  id,
  type: 'alarm',
  eventTime: iso(at),
  deviceId: 1,
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: {},
  acknowledged: minutes === null ? null : { userId: 1, userName: 'Ana', time: iso(at + minutes), note: null },
});

test('[OVER-7] median and ninth decile by nearest rank; those that wait stand apart, the oldest first', () => {
  const acknowledged = [9, 1, 8, 2, 7, 3, 6, 4, 5, 60].map((minutes, at) => alarm(at, at, minutes));
  const { waiting, median, p90 } = alarmTimes([alarm(20, 9, null), ...acknowledged, alarm(21, 3, null)]);
  expect(waiting.map(({ id }) => id)).toEqual([21, 20]);
  expect([median, p90]).toEqual([5 * 60_000, 9 * 60_000]);
  expect(alarmTimes([])).toEqual({ waiting: [], median: null, p90: null });
  expect(alarmTimes([alarm(1, 5, -2)]).median).toBe(0);
});

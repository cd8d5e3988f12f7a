import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetAlarm } from '../entities/fleet-alarm.ts';
import { NO_TOTALS } from '../totals/totals.ts';
import { alarmTimes } from './present-figures.ts';
import { TOTALS_FIGURES } from './totals-figures.ts';

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

test('[FIGURE-1] median and ninth decile by nearest rank; those that wait stand apart, the oldest first', () => {
  const acknowledged = [9, 1, 8, 2, 7, 3, 6, 4, 5, 60].map((minutes, at) => alarm(at, at, minutes));
  const { waiting, median, p90 } = alarmTimes([alarm(20, 9, null), ...acknowledged, alarm(21, 3, null)]);
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [21, 20],
  );
  assert.deepEqual([median, p90], [5 * 60_000, 9 * 60_000]);
  assert.deepEqual(alarmTimes([]), { waiting: [], median: null, p90: null });
  assert.equal(alarmTimes([alarm(1, 5, -2)]).median, 0);
});

test('[FIGURE-2] what is not known is null, never zero', () => {
  const lengthMs = 86_400_000;
  const figuresOf = (kind: keyof typeof TOTALS_FIGURES, totals = NO_TOTALS) =>
    Object.fromEntries(
      TOTALS_FIGURES[kind]({ totals, before: undefined, lengthMs }).map(({ name, value }) => [name, value]),
    );
  assert.deepEqual(figuresOf('driven'), {
    'driven.distance': 0,
    'driven.moving': 0,
    'driven.engine': null,
    'driven.idle': null,
  });
  assert.equal(figuresOf('use')['use.vehicles'], null);
  assert.equal(figuresOf('fuel')['fuel.rate'], null);
  assert.equal(figuresOf('safety')['safety.score'], null);
  assert.equal(figuresOf('safety')['safety.events'], null);
  const driven = { ...NO_TOTALS, vehicles: 2, used: 1, moving: lengthMs / 2 };
  assert.deepEqual(figuresOf('use', driven), { 'use.vehicles': 0.5, 'use.hours': 0.25 });
});

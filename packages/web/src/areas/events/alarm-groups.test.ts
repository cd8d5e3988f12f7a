import type { FleetAlarm } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { groupAlarms, lastAcknowledged } from './alarm-groups.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString();
const alarm = (id: number, minute: number, more: Partial<FleetAlarm> = {}): FleetAlarm => ({
  ...anEvent({ id, deviceId: 1, eventTime: at(minute), attributes: { alarm: 'sos' } }),
  acknowledged: null,
  ...more,
});
const seen = (minute: number) => ({ userId: 1, userName: 'Ana', time: at(minute), note: null });

test('[TRAY-1] repeats of one vehicle stand together, with the first and the last time, newest first', () => {
  const groups = groupAlarms([
    alarm(1, 1),
    alarm(2, 9, { deviceId: 2 }),
    alarm(3, 5),
    alarm(4, 7, { attributes: { alarm: 'powerCut' } }),
    alarm(5, 8, { acknowledged: seen(10) }),
  ]);
  expect(
    groups.map(({ deviceId, alarms, firstTime, lastTime }) => [
      deviceId,
      alarms.map(({ id }) => id),
      firstTime,
      lastTime,
    ]),
  ).toEqual([
    [2, [2], at(9), at(9)],
    [1, [4], at(7), at(7)],
    [1, [3, 1], at(1), at(5)],
  ]);
});

test('[TRAY-1] several alarms in one event are the same in whatever order they are named', () => {
  const twice = [
    alarm(1, 1, { attributes: { alarm: 'sos,tow' } }),
    alarm(2, 2, { attributes: { alarm: 'tow, sos' } }),
  ];
  expect(groupAlarms(twice)).toHaveLength(1);
});

test('[TRAY-3] what was acknowledged last stands first', () => {
  const done = [alarm(1, 1, { acknowledged: seen(2) }), alarm(2, 1, { acknowledged: seen(4) }), alarm(3, 3)];
  expect(lastAcknowledged(done, 1).map(({ id }) => id)).toEqual([2]);
});

import { expect, test } from 'vitest';
import { aPosition, aVehicle } from '../../../testing/memory-fleet.ts';
import { vehicleState } from '../../../live/vehicle-state.ts';
import { stateSince } from './vehicle-state.ts';

const at = (minute: number, motion: boolean) =>
  aPosition({
    id: minute,
    fixTime: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000+00:00`,
    attributes: { motion },
  });
const time = (minute: number): number => Date.UTC(2026, 10, 20, 12, minute);
const moving = aVehicle({}, { attributes: { motion: true } });

test('a vehicle that is not online has no motion', () => {
  expect(vehicleState(moving)).toBe('moving');
  expect(vehicleState(aVehicle({}))).toBe('stopped');
  expect(vehicleState(aVehicle({ status: 'offline' }, { attributes: { motion: true } }))).toBe('offline');
  expect(vehicleState(aVehicle({ status: 'unknown' }, null))).toBe('unknown');
});

test('since when it moves is the first position after the last stop', () => {
  expect(stateSince(moving, [at(0, true), at(5, false), at(9, true), at(12, true)])).toEqual({
    kind: 'at',
    at: time(9),
  });
});

test('without another state in the history it is at least as long as the history', () => {
  expect(stateSince(moving, [at(3, true), at(4, true)])).toEqual({ kind: 'before', at: time(3) });
});

test('nothing is claimed without history', () => {
  expect(stateSince(moving, [])).toEqual({ kind: 'unknown' });
  expect(stateSince(moving, [at(1, false)])).toEqual({ kind: 'unknown' });
});

test('an offline vehicle is so since its last contact', () => {
  const lastUpdate = '2026-11-20T11:00:00.000+00:00';
  expect(stateSince(aVehicle({ status: 'offline', lastUpdate }), [])).toEqual({
    kind: 'at',
    at: Date.UTC(2026, 10, 20, 11),
  });
  expect(stateSince(aVehicle({ status: 'unknown', lastUpdate: null }), [])).toEqual({ kind: 'unknown' });
});

import type { EventType, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { addEvents, dropToast, EMPTY_BOARD, MOST_TOASTS } from './toast-board.ts';

let lastId = 0;
const event = (deviceId: number, type: EventType = 'alarm'): FleetEvent => ({
  id: ++lastId,
  deviceId,
  type,
  attributes: {},
  eventTime: '2026-05-01T10:00:00.000+00:00',
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
});

test('everyday events do not interrupt', () => {
  const everyday: EventType[] = [
    'deviceOnline',
    'deviceMoving',
    'deviceStopped',
    'ignitionOn',
    'ignitionOff',
  ];
  const board = addEvents(
    EMPTY_BOARD,
    everyday.map((type) => event(1, type)),
  );
  expect(board).toBe(EMPTY_BOARD);
});

test('a vehicle has one toast, with its newest event', () => {
  const newest = event(1, 'deviceOverspeed');
  const { toasts } = addEvents(EMPTY_BOARD, [event(1), event(1), newest]);
  expect(toasts).toEqual([{ deviceId: 1, event: newest, more: 2 }]);
});

test('a burst shows the newest vehicles and counts the others', () => {
  const burst = Array.from({ length: 10 }, (_, index) => event(index + 1));
  const { toasts, missed } = addEvents(EMPTY_BOARD, [event(1), ...burst]);
  expect(toasts.map(({ deviceId }) => deviceId)).toEqual([8, 9, 10]);
  expect(toasts).toHaveLength(MOST_TOASTS);
  expect(missed).toBe(8);
});

test('the count of the missed goes with the last toast', () => {
  let board = addEvents(EMPTY_BOARD, [event(1), event(2), event(3), event(4)]);
  for (const id of [2, 3]) board = dropToast(board, id);
  expect(board.missed).toBe(1);
  expect(dropToast(board, 4)).toEqual(EMPTY_BOARD);
});

test('what a rule of the person names interrupts, whatever it is', () => {
  const named = { ...event(1, 'ignitionOn'), attributes: { message: 'Van ignition on' } };
  expect(addEvents(EMPTY_BOARD, [named, event(2, 'ignitionOn')]).toasts).toEqual([
    { deviceId: 1, event: named, more: 0 },
  ]);
});

import type { EventType, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import {
  addEvents as addTo,
  dropToast,
  EMPTY_BOARD,
  interrupts,
  MAX_TOASTS,
  MAX_TOASTS_PHONE,
  READABLE_MS,
  type ToastBoard,
} from './toast-board.ts';

let lastId = 0;
const event = (deviceId: number, type: EventType = 'alarm'): FleetEvent =>
  anEvent({ id: ++lastId, deviceId, type });

const NOW = 1_000_000;
const addEvents = (
  board: ToastBoard,
  events: readonly FleetEvent[],
  now = NOW,
  maxToasts = MAX_TOASTS,
): ToastBoard => addTo(board, events, { brand: 'acme', now, maxToasts });
const pinned = (deviceId: number): FleetEvent => ({
  ...event(deviceId),
  attributes: { 'acme.pin': true, message: 'Panic' },
});
const idsOf = ({ toasts }: ToastBoard): number[] => toasts.map(({ deviceId }) => deviceId);

test('[EVT-3] everyday events do not interrupt', () => {
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

test('[EVT-4] a vehicle has one toast, with its newest event', () => {
  const newest = event(1, 'deviceOverspeed');
  const { toasts } = addEvents(EMPTY_BOARD, [event(1), event(1), newest]);
  expect(toasts).toMatchObject([{ deviceId: 1, event: newest, more: 2 }]);
});

test('[EVT-4] a burst shows the newest vehicles and counts the others', () => {
  const burst = Array.from({ length: 10 }, (_, index) => event(index + 1));
  const { toasts, missed } = addEvents(EMPTY_BOARD, [event(1), ...burst]);
  expect(toasts.map(({ deviceId }) => deviceId)).toEqual([8, 9, 10]);
  expect(toasts).toHaveLength(MAX_TOASTS);
  expect(missed).toBe(8);
});

test('[EVT-4] the count of the missed goes with the last toast', () => {
  let board = addEvents(EMPTY_BOARD, [event(1), event(2), event(3), event(4)]);
  for (const id of [2, 3]) board = dropToast(board, id);
  expect(board.missed).toBe(1);
  expect(dropToast(board, 4)).toEqual(EMPTY_BOARD);
});

test('[EVT-3] what a rule of the user names interrupts, whatever it is', () => {
  const named = { ...event(1, 'ignitionOn'), attributes: { message: 'Van ignition on' } };
  expect(addEvents(EMPTY_BOARD, [named, event(2, 'ignitionOn')]).toasts).toMatchObject([
    { deviceId: 1, event: named, more: 0 },
  ]);
});

test('[EVT-4] what stands can be read before it gives way', () => {
  const full = addEvents(EMPTY_BOARD, [event(1), event(2), event(3)]);
  const soon = addEvents(full, [event(4), event(5)], NOW + READABLE_MS - 1);
  expect(idsOf(soon)).toEqual([1, 2, 3]);
  expect(soon.missed).toBe(2);
  const later = addEvents(soon, [event(6)], NOW + READABLE_MS);
  expect(idsOf(later)).toEqual([2, 3, 6]);
  expect(later.missed).toBe(3);
});

test('[EVT-4] on a phone one toast stands, the newest that may, and the rest is counted', () => {
  const onPhone = (board: ToastBoard, events: readonly FleetEvent[], now = NOW): ToastBoard =>
    addEvents(board, events, now, MAX_TOASTS_PHONE);
  const burst = onPhone(EMPTY_BOARD, [event(1), event(2), event(3), event(3)]);
  expect(idsOf(burst)).toEqual([3]);
  expect(burst).toMatchObject({ missed: 2, toasts: [{ more: 1 }] });
  const alarm = onPhone(burst, [pinned(4), event(5)], NOW + READABLE_MS);
  expect(idsOf(alarm)).toEqual([4]);
  expect(alarm.missed).toBe(5);
});

test('[EVT-5] a pinned toast gives way to pinned ones alone, and keeps its event', () => {
  const alarm = pinned(1);
  const held = addEvents(EMPTY_BOARD, [alarm, event(1, 'geofenceExit'), event(2), event(3)]);
  expect(held.toasts[0]).toMatchObject({ event: alarm, more: 1 });
  const burst = addEvents(
    held,
    Array.from({ length: 200 }, (_, index) => event(index + 10)),
    NOW + READABLE_MS,
  );
  expect(idsOf(burst)).toEqual([1, 208, 209]);
  expect(burst.missed).toBe(200);
  const all = addEvents(burst, [pinned(4), pinned(5)], NOW + READABLE_MS + 1);
  expect(idsOf(all)).toEqual([1, 4, 5]);
  expect(idsOf(addEvents(all, [pinned(6), event(7)], NOW + 2 * READABLE_MS + 1))).toEqual([4, 5, 6]);
});

test('[WEBFENCE-25] the anchor of a vehicle speaks when it leaves, not when it was set', () => {
  const anchored = { ...event(1), attributes: { isAnchor: true } };
  expect(interrupts({ ...anchored, type: 'geofenceExit' })).toBe(true);
  expect(interrupts({ ...anchored, type: 'geofenceEnter' })).toBe(false);
  expect(interrupts({ ...anchored, type: 'geofenceEnter', attributes: {} })).toBe(true);
});

import type { FleetEvent } from '@rastro/fleet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEvent, MemoryFleet } from '../../testing/memory-fleet.ts';
import { watchCalmly } from './watch-calmly.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const fleet = new MemoryFleet([]);
  const taken: number[][] = [];
  const take = (events: readonly FleetEvent[]) => void taken.push(events.map(({ id }) => id));
  return { fleet, taken, stop: watchCalmly(fleet, 250, take) };
}

test('[EVT-4] the first event comes at once, a burst in steps, each event once', () => {
  const { fleet, taken } = watched();
  for (let id = 1; id <= 200; id++) {
    fleet.emitEvents([anEvent({ id })]);
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(250);
  expect(taken[0]).toEqual([1]);
  expect(taken.length).toBeLessThanOrEqual(6);
  expect(taken.flat()).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
});

test('[EVT-4] after the end nothing comes', () => {
  const { fleet, taken, stop } = watched();
  fleet.emitEvents([anEvent({ id: 1 })]);
  fleet.emitEvents([anEvent({ id: 2 })]);
  stop();
  vi.advanceTimersByTime(1000);
  fleet.emitEvents([anEvent({ id: 3 })]);
  expect(taken).toEqual([[1]]);
});

test('[EVT-19] what waits of a vehicle that is gone is dropped', () => {
  const { fleet, taken } = watched();
  fleet.emitEvents([anEvent({ id: 1 })]);
  fleet.emitEvents([anEvent({ id: 2, deviceId: 1 }), anEvent({ id: 3, deviceId: 2 })]);
  fleet.take(1);
  vi.advanceTimersByTime(250);
  expect(taken).toEqual([[1], [3]]);
});

test('[EVT-20] what happens while the fleet is read waits for its names, but not for ever', () => {
  for (const isAnswered of [true, false]) {
    const fleet = new MemoryFleet([], { loaded: false });
    const taken: number[] = [];
    const stop = watchCalmly(fleet, 250, (events) => void taken.push(...events.map(({ id }) => id)));
    fleet.emitEvents([anEvent({ id: 1 })]);
    vi.advanceTimersByTime(1000);
    expect(taken).toEqual([]);
    if (isAnswered) fleet.load();
    else vi.advanceTimersByTime(4000);
    expect(taken).toEqual([1]);
    stop();
  }
});

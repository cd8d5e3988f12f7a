import { expect, test } from 'vitest';
import { DrawnLines } from './drawn-lines.ts';
import type { HistoryRow } from './chronology.ts';
import type { VehicleTrack } from './track-loader.ts';

const NO_ROWS: readonly HistoryRow[] = [];

function aTrack(deviceId: number, values: readonly number[]): VehicleTrack {
  const { length } = values;
  const track = {
    deviceId,
    length,
    time: Float64Array.from(values, (_, i) => i),
    x: new Float64Array(length),
    y: new Float64Array(length),
    speed: new Float32Array(length),
    flags: new Uint8Array(length),
    measured: new Map([['fuel', Float64Array.from(values)]]),
  };
  return { deviceId, index: deviceId - 1, state: 'there', failure: null, track };
}

test('[PAST-30] a way that did not change is drawn as it was when another one comes', () => {
  const drawn = new DrawnLines();
  const [one, two] = [aTrack(1, [1, 2]), aTrack(2, [3, 4])];
  const [first] = drawn.of([one], NO_ROWS, null);
  const [again, beside] = drawn.of([one, two], NO_ROWS, null);
  expect(again).toBe(first);
  expect(beside?.deviceId).toBe(2);
  const [longer] = drawn.of([{ ...one, track: aTrack(1, [1, 2, 3]).track }, two], NO_ROWS, null);
  expect(longer).not.toBe(first);
  expect(longer?.length).toBe(3);
});

test('[PAST-30] another coloring makes all of them again: trips, and a scale that another way moves', () => {
  const drawn = new DrawnLines();
  const [one, two] = [aTrack(1, [0, 60]), aTrack(2, [0, 600])];
  const [plain] = drawn.of([one], NO_ROWS, null);
  const [measured] = drawn.of([one], NO_ROWS, 'fuel');
  expect(measured?.shares?.[1]).toBe(250);
  const [scaled] = drawn.of([one, two], NO_ROWS, 'fuel');
  expect(scaled?.shares?.[1]).toBe(25);
  const trip = { kind: 'trip', deviceId: 1, from: 0, to: 1 } as HistoryRow;
  const [tripped] = drawn.of([one], [trip], null);
  expect(plain?.trips).toEqual([]);
  expect(tripped?.trips).toEqual([trip]);
});

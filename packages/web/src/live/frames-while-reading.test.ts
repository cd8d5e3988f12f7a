import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FleetEngine } from './fleet-engine.ts';
import { FramesWhileReading } from './frames-while-reading.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';

/** The fleet after an answer that is older than these frames. */
function afterwards(
  answer: readonly number[],
  feed: (frames: FramesWhileReading) => void,
): readonly number[] {
  const frames = new FramesWhileReading();
  feed(frames);
  const engine = new FleetEngine({ brand: 'rastro', clock: () => 0 });
  engine.load(
    answer.map((id) => makeDevice(id)),
    [],
  );
  engine.take(frames.take());
  assert.deepEqual(frames.take(), { gone: [], devices: [], positions: [] }, 'taken once');
  return [...(engine.update()?.list?.ids ?? [])];
}

test('[SOCKET-9] a vehicle that is removed while the server is read does not come back', () => {
  assert.deepEqual(
    afterwards([1, 2], (frames) => frames.add({ gone: [2] })),
    [1],
  );
});

test('[SOCKET-9] a vehicle that came while the server was read stays, with its place', () => {
  const came = { devices: [makeDevice(2)], positions: [makePosition(2, 1)] };
  assert.deepEqual(
    afterwards([1], (frames) => frames.add(came)),
    [1, 2],
  );
});

test('[SOCKET-9] what was said last counts', () => {
  assert.deepEqual(
    afterwards([1], (frames) => {
      frames.add({ devices: [makeDevice(2), makeDevice(3)] });
      frames.add({ gone: [1, 2] });
      frames.add({ devices: [makeDevice(1)] });
    }),
    [1, 3],
  );
});

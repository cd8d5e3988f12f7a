import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1);
const DEVICES = 30;
/** Of each device. */
const PACKETS = 3;

test('[INGEST-22] while one commit is stored and the next is full, what was read waits in its bytes, and loses nothing', async (t) => {
  let hold: Promise<void> | null = null;
  let release = (): void => {};
  let isHeld = false;
  const sizes: number[] = [];
  const arrivals: number[] = [];
  const tracker = await openTestTracker(
    { commit: { maxRows: 20_000, commitRows: 10, gatherMs: 1 } },
    (storage) => ({
      ...storage,
      commit: async (batch) => {
        sizes.push(batch.positions.length);
        arrivals.push(...batch.positions.map(({ serverTime }) => serverTime));
        isHeld ||= hold !== null && batch.positions.length > 0;
        await hold;
        return storage.commit(batch);
      },
    }),
  );
  t.after(() => tracker.dispose());
  const port = await tracker.port('teltonika');
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, at) => {
      const id = await tracker.addDevice(imeiOf(at + 1));
      return { id, device: await TestDevice.signedIn(port, imeiOf(at + 1)) };
    }),
  );
  hold = new Promise((resolve) => (release = resolve));
  for (const { device } of devices) {
    const packets = Array.from({ length: PACKETS }, (_, at) =>
      dataPacket([{ time: START + at * 1000, latitude: -23.5, longitude: -46.6 }]),
    );
    device.socket.write(Buffer.concat(packets));
  }
  await eventually(() => isHeld);
  const releasedAt = Date.now();
  hold = null;
  release();
  for (const { device } of devices) assert.equal((await device.bytes(4 * PACKETS)).length, 4 * PACKETS);
  const stored = await Promise.all(devices.map(({ id }) => tracker.history(id)));
  for (const history of stored)
    assert.deepEqual(
      history.map(({ fixTime }) => fixTime),
      [START, START + 1000, START + 2000],
    );
  const late = arrivals.filter((time) => time >= releasedAt);
  assert.ok(late.length > (DEVICES * PACKETS) / 2, `${late.length} were read late`);
  assert.ok(Math.max(...sizes) <= 10, `${Math.max(...sizes)} in one commit`);
});

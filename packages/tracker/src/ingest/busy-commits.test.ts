import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { StorageError } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1);
const DEVICES = 30;
/** Of each device. */
const PACKETS = 3;
const TIMES = Array.from({ length: PACKETS }, (_, at) => START + at * 1000);

test('[INGEST-22] while two commits are under way and the next is full, what was read waits in its bytes, and loses nothing', async (t) => {
  const { tracker, devices, held, arrivals, sizes } = await busyTracker(t);
  for (const { device } of devices) device.socket.write(packets());
  const releasedAt = await held.release();
  for (const { device } of devices) assert.equal((await device.bytes(4 * PACKETS)).length, 4 * PACKETS);
  for (const { id } of devices) assert.deepEqual(await fixTimes(tracker, id), TIMES);
  const late = arrivals.filter((time) => time >= releasedAt);
  assert.ok(late.length > (DEVICES * PACKETS) / 2, `${late.length} were read late`);
  assert.ok(Math.max(...sizes) <= 10, `${Math.max(...sizes)} in one commit`);
});

test('[INGEST-22] who sends and hangs up meanwhile, without waiting for an answer, loses nothing either', async (t) => {
  const { tracker, devices, held } = await busyTracker(t);
  for (const { device } of devices) device.socket.end(packets());
  await held.release();
  for (const { id } of devices)
    await eventually(async () => (await fixTimes(tracker, id)).length === PACKETS);
});

test('[INGEST-23] a commit that fails takes the one behind it along: nothing of both is acknowledged, or stored', async (t) => {
  const { tracker, devices, held, sizes } = await busyTracker(t);
  for (const { device } of devices) device.socket.write(packets());
  await held.release({ failing: true });
  assert.ok(held.asked() >= 2, `${String(sizes)}: one went behind the other`);
  // Frames that waited in its bytes are processed.
  await eventually(() =>
    devices.every(({ device: { socket, received } }) => socket.destroyed || received.length === 4 * PACKETS),
  );
  const lost = devices.filter(({ device }) => device.socket.destroyed);
  assert.ok(lost.length >= 4, `${lost.length} were given up`);
  for (const { id, device } of lost) {
    assert.equal(device.received.length, 0, 'nothing is acknowledged');
    assert.deepEqual(await fixTimes(tracker, id), []);
  }
  const port = await tracker.port('teltonika');
  for (const { imei } of lost) {
    const again = await TestDevice.signedIn(port, imei);
    again.socket.write(packets());
    await again.bytes(4 * PACKETS);
  }
  for (const { id } of devices) assert.deepEqual(await fixTimes(tracker, id), TIMES);
});

/** Trackers that are signed in, before a database that stores nothing until it is released. */
async function busyTracker(t: TestContext) {
  let hold: Promise<void> | null = null;
  let open = (): void => {};
  let isHeld = false;
  let asked = 0;
  let isFailing = false;
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
        if (hold !== null) asked++;
        const isFirst = hold !== null && asked === 1;
        await hold;
        if (isFirst && isFailing) throw new StorageError('write', 'UNAVAILABLE');
        return storage.commit(batch);
      },
    }),
  );
  t.after(() => tracker.dispose());
  const port = await tracker.port('teltonika');
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, at) => {
      const id = await tracker.addDevice(imeiOf(at + 1));
      const imei = imeiOf(at + 1);
      return { id, imei, device: await TestDevice.signedIn(port, imei) };
    }),
  );
  hold = new Promise((resolve) => (open = resolve));
  const held = {
    /** Commits that were asked for meanwhile. */
    asked: (): number => asked,
    /**
     * Once all that was sent has arrived.
     * @param failing The first commit is not stored.
     * @returns when, milliseconds since 1970.
     */
    async release({ failing = false } = {}): Promise<number> {
      await eventually(() => isHeld);
      await Promise.all(devices.map(({ device }) => isSent(device)));
      const at = Date.now();
      isFailing = failing;
      hold = null;
      open();
      return at;
    },
  };
  return { tracker, devices, held, arrivals, sizes };
}

/** The system has taken it, and the server has had a turn to read it. */
async function isSent({ socket }: TestDevice): Promise<void> {
  await eventually(() => socket.destroyed || socket.writableLength === 0);
  await new Promise((resolve) => setImmediate(resolve));
}
const packets = (): Buffer =>
  Buffer.concat(TIMES.map((time) => dataPacket([{ time, latitude: -23.5, longitude: -46.6 }])));
const fixTimes = async (tracker: TestTracker, id: number): Promise<readonly number[]> =>
  (await tracker.history(id)).map(({ fixTime }) => fixTime);

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { imeiOf, PersistentDevice, type TestRecord } from '@rastro/protocols/testing';
import { StorageError, type Storage } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../test/open-test-tracker.ts';
import type { TrackerOptions } from './tracker.ts';

const START = Date.UTC(2026, 0, 1);
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

const at = (step: number): TestRecord => ({
  time: START + step * 1000,
  latitude: 52 + step / 10_000,
  longitude: 13,
  speedKmh: 40,
});
const steps = (from: number, count: number) => Array.from({ length: count }, (_, i) => at(from + i));

interface Fleet {
  readonly tracker: TestTracker;
  readonly devices: readonly { readonly id: number; readonly device: PersistentDevice }[];
  readonly status: (id: number) => Promise<string>;
}
async function fleetOf(
  size: number,
  options: Partial<TrackerOptions> = {},
  wrap?: (storage: Storage) => Storage,
  disk?: { maxPages: number | null },
): Promise<Fleet> {
  const tracker = (t = await openTestTracker(options, wrap, disk));
  let port = await tracker.port('teltonika');
  const devices = await Promise.all(
    Array.from({ length: size }, async (_, serial) => ({
      id: await tracker.addDevice(imeiOf(serial)),
      device: new PersistentDevice(imeiOf(serial), () => port),
    })),
  );
  const administrator = await tracker.addUser({ administrator: true });
  const status = async (id: number): Promise<string> => {
    // A session each time: some tests put the clock forward by more than one lasts.
    const cookie = await tracker.signIn(administrator);
    return ((await tracker.api('GET', `/devices/${id}`, cookie)).json as { status: string }).status;
  };
  const restart = tracker.restart.bind(tracker);
  tracker.restart = async () => {
    await restart();
    port = await tracker.port('teltonika');
  };
  return { tracker, devices, status };
}
/** Every acknowledged record is in history, and each once. */
async function requireNothingLost({ tracker, devices }: Fleet): Promise<void> {
  for (const { id, device } of devices) {
    const stored = (await tracker.history(id)).map(({ fixTime }) => fixTime);
    assert.equal(new Set(stored).size, stored.length, 'no record twice');
    const acknowledged = new Set(device.acknowledged);
    assert.deepEqual(stored.filter((time) => acknowledged.has(time)).length, acknowledged.size, 'none lost');
  }
}

test('[FAULT-1] a database that fails now and then costs time, and no acknowledged position', async () => {
  // Not every third: retries in step with the failures would never get through.
  let seed = 7;
  const isUnlucky = (): boolean => (seed = (seed * 16_807) % 2_147_483_647) % 3 === 0;
  let failures = 0;
  const fleet = await fleetOf(20, {}, (storage) => ({
    ...storage,
    commit: (batch) => {
      if (!isUnlucky()) return storage.commit(batch);
      failures++;
      return Promise.reject(new StorageError('write', 'UNAVAILABLE'));
    },
  }));
  await Promise.all(
    fleet.devices.map(async ({ device }) => {
      for (let i = 0; i < 10; i++) await device.deliver(steps(i * 5, 5));
    }),
  );
  assert.ok(failures > 3, `${failures} commits failed`);
  assert.ok(
    fleet.devices.some(({ device }) => device.connections > 1),
    'connections were closed',
  );
  for (const { device } of fleet.devices) assert.equal(device.acknowledged.length, 50);
  await requireNothingLost(fleet);
  for (const { id } of fleet.devices) assert.equal(await fleet.status(id), 'online');
});

test('[FAULT-1] a commit that is stored and answered with an error is one that is stored', async () => {
  let lost = 0;
  const fleet = await fleetOf(5, {}, (storage) => ({
    ...storage,
    commit: async (batch) => {
      const outcome = await storage.commit(batch);
      if (batch.positions.length === 0 || lost++ % 2 === 0) return outcome;
      throw new StorageError('write', 'UNAVAILABLE');
    },
  }));
  await Promise.all(
    fleet.devices.map(async ({ device }) => {
      for (let i = 0; i < 5; i++) await device.deliver(steps(i * 5, 5));
    }),
  );
  assert.ok(lost > 3, `${lost} commits of positions`);
  for (const { device } of fleet.devices) assert.equal(device.connections, 1, 'nothing was sent again');
  await requireNothingLost(fleet);
});

test('[FAULT-2] a slow database slows acknowledgements, not the rest; memory stays bounded', async () => {
  let release = (): void => {};
  let slow: Promise<void> | null = null;
  let waiting = 0;
  const commit = { maxRows: 100, commitRows: 50, gatherMs: 1 };
  const fleet = await fleetOf(10, { commit }, (storage) => ({
    ...storage,
    commit: async (batch) => {
      waiting = Math.max(waiting, batch.positions.length);
      await slow;
      return storage.commit(batch);
    },
  }));
  await Promise.all(fleet.devices.map(({ device }) => device.connect()));
  slow = new Promise((resolve) => (release = resolve));
  const delivered = Promise.all(
    fleet.devices.map(async ({ device }) => {
      for (let i = 0; i < 5; i++) await device.deliver(steps(i * 20, 20));
    }),
  );
  try {
    await eventually(() => waiting > 0);
    const [first] = fleet.devices;
    assert.equal(await fleet.status(first?.id ?? 0), 'online', 'people are answered meanwhile');
    assert.equal(fleet.devices.flatMap(({ device }) => device.acknowledged).length, 0);
  } finally {
    release();
  }
  await delivered;
  assert.ok(waiting <= 50 + 20, `${waiting} rows in one commit`);
  await requireNothingLost(fleet);
});

test('[FAULT-3] a full disk acknowledges nothing more, answers what it knows, and goes on when there is room', async () => {
  const disk: { maxPages: number | null } = { maxPages: 120 };
  const fleet = await fleetOf(5, {}, undefined, disk);
  const { tracker, devices, status } = fleet;
  const unsent: TestRecord[][] = [];
  for (const { device } of devices) {
    let step = 0;
    while (await device.tryOnce(steps(step, 50))) step += 50;
    unsent.push(steps(step, 50));
  }
  const before = devices.map(({ device }) => device.acknowledged.length);
  assert.ok(Math.max(...before) >= 50, `${String(before)} fitted`);
  await requireNothingLost(fleet);
  assert.equal(await tracker.storage.healthy(), true, 'what is there can be read');
  assert.ok(['online', 'offline', 'unknown'].includes(await status(devices[0]?.id ?? 0)));

  disk.maxPages = null;
  await tracker.restart();
  for (const [i, { id, device }] of devices.entries()) {
    await device.deliver(unsent[i] ?? []);
    assert.equal(await status(id), 'online');
    assert.equal((await tracker.history(id)).length, (before[i] ?? 0) + 50);
    device.drop();
    await eventually(async () => (await status(id)) === 'offline');
  }
  await requireNothingLost(fleet);
});

test('[FAULT-4] a clock that jumps, forward and back, loses nothing and leaves no status wrong', async () => {
  const HALF_DAY = 43_200_000;
  let offset = 0;
  const clock = { ...systemClock, now: () => START + 60_000 + offset };
  const fleet = await fleetOf(3, { clock, statusTimeoutMs: 10_000 });
  const { devices, status } = fleet;
  const send = async (step: number): Promise<void> => {
    for (const { device } of devices) await device.deliver([at(step)]);
  };
  const all = async (wanted: string): Promise<boolean> => {
    for (const { id } of devices) if ((await status(id)) !== wanted) return false;
    return true;
  };
  await send(0);
  assert.ok(await all('online'));
  for (const [step, jump] of [
    [1, HALF_DAY],
    [2, -HALF_DAY],
    [3, 0],
  ] as const) {
    offset = jump;
    await eventually(() => all('unknown'), 10_000);
    await send(step);
    assert.ok(await all('online'), `after a jump to ${jump}`);
  }
  await requireNothingLost(fleet);
  for (const { id } of devices) assert.equal((await fleet.tracker.history(id)).length, 4);
});

test('[FAULT-5] thousands of devices that come back at once are all served', async () => {
  const COUNT = 5000;
  const fleet = await fleetOf(COUNT);
  const { devices, tracker } = fleet;
  const everybody = (work: (device: PersistentDevice) => Promise<void>) =>
    Promise.all(devices.map(({ device }) => work(device)));
  await everybody((device) => device.deliver([at(0)]));
  // The network is back: everybody connects in the same moment, with what was sent before and something new.
  for (const { device } of devices) device.drop();
  await everybody((device) => device.deliver([at(0), at(1)]));
  assert.equal(tracker.tracker.directory.devices.size, COUNT);
  let [rows, online] = [0, 0];
  const states = new Map(
    (await tracker.storage.deviceStates()).map((state) => [state.deviceId, state.status]),
  );
  for (const { id } of devices) {
    rows += (await tracker.history(id)).length;
    if (states.get(id) === 'online') online++;
  }
  assert.deepEqual([rows, online], [2 * COUNT, COUNT]);
  for (const { device } of devices) device.drop();
});

test('[FAULT-6] while the disk is full history is read, and its lines of the log come later; nothing is changed', async () => {
  let isFull = false;
  const fleet = await fleetOf(1, {}, (storage) => ({
    ...storage,
    appendActions: (actions) =>
      isFull ? Promise.reject(new StorageError('write', 'UNAVAILABLE')) : storage.appendActions(actions),
  }));
  const { tracker, devices } = fleet;
  const [{ id, device } = { id: 0, device: null }] = devices;
  await device?.deliver(steps(0, 5));
  const cookie = await tracker.signIn(await tracker.addUser({ administrator: true }));
  const span = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const read = () => tracker.api('GET', `/positions?deviceId=${id}&${span}`, cookie);
  const eventCount = async (): Promise<number> => {
    let count = 0;
    for await (const page of tracker.storage.actions({ from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 }))
      count += page.filter(({ actionType }) => actionType === 'report').length;
    return count;
  };
  const before = await eventCount();
  isFull = true;
  for (let i = 0; i < 3; i++) {
    const answer = await read();
    assert.equal(answer.status, 200, answer.text);
    assert.equal((answer.json as unknown[]).length, 5);
  }
  assert.equal((await tracker.api('POST', '/devices', cookie, { name: 'x', uniqueId: 'x-1' })).status, 503);
  assert.equal(await eventCount(), before);
  isFull = false;
  await read();
  assert.equal(await eventCount(), before + 4);
});

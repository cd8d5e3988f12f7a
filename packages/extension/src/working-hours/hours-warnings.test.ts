import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Driver } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import { openExtensionStorage } from '@rastro/storage';
import { OwnerQueue } from '../owner-queue.ts';
import { externalTrackingApi } from '../tracking-api.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import type { VehicleReminder } from '../vehicle-reminders.ts';
import { hoursWarningsJob } from './hours-warnings.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-04T12:05:00.000Z');
/** 10 hours of work are allowed. */
const BEGIN = NOW - 575 * MINUTE;
/** Of a driver: the first one has half an hour more. */
const beginOf = (driverId: number): number => BEGIN + (driverId === 1 ? 30 * MINUTE : 0);

/** A driver of a company, who drives the vehicle of the same number. */
const driverOf = (id: number): Driver => ({ id, name: `Driver ${id}`, uniqueId: `d${id}`, attributes: {} });
const checkInOf = (id: number, ownerId: number): StoredCheckIn => ({
  driverId: id,
  driverName: `Driver ${id}`,
  driverUniqueId: `d${id}`,
  deviceId: id,
  deviceName: `Van ${id}`,
  plate: '',
  ownerId,
  since: beginOf(id),
  until: null,
  end: null,
  unlock: 'none',
  rules: { logoutOnIgnitionOff: false, lockAfterS: 0, logoutAfterS: 0 },
  ignition: { wasOn: true, lookedUntil: 0 },
  isLinked: false,
});
async function openHours(t: TestContext, current: readonly StoredCheckIn[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-hours-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  /** Accounts in whose name nothing can be read now. */
  const away = new Set<number>();
  const state = { now: NOW };
  const raised: VehicleReminder[] = [];
  const asked: number[] = [];
  const job = hoursWarningsJob(
    {
      storage,
      zone: async () => 'UTC',
      checkIns: { history: async () => [], current: async () => current },
      // At a stop of an order drivers work: nothing else is known of them.
      stopsOf: async (deviceIds) =>
        deviceIds.map((deviceId) => ({ deviceId, begin: beginOf(deviceId), end: state.now })),
      driverOf: async () => null,
      queue: new OwnerQueue(),
      clock: { ...systemClock, now: () => state.now },
      trackingApi: {
        // Any question but these fails.
        ...externalTrackingApi({ url: 'http://127.0.0.1:1', token: '' }),
        answersFor: async (ownerId) => {
          asked.push(ownerId);
          if (away.has(ownerId)) throw new TrackingFailure('it does not answer');
          return true;
        },
        driver: async (_userId, id) => driverOf(id),
        device: async () => null,
      },
      reports: { read: async () => null },
    },
    { raise: async (reminder) => void raised.push(reminder), isWanted: () => true },
  );
  const signal = new AbortController().signal;
  const run = async (): Promise<readonly (readonly [unknown, unknown])[]> => {
    raised.length = 0;
    asked.length = 0;
    await job.perform(state.now, {
      signal,
      save: (part) => storage.commit(part),
      lease: { name: 'hoursWarnings', owner: 'test' },
    });
    return raised.map(({ deviceId, attributes }) => [deviceId, attributes['minutesLeft']]);
  };
  return { run, away, state, asked };
}

test('[DIARY-11] drivers of one company that cannot be read hold up those of no other', async (t) => {
  const { run, away, state, asked } = await openHours(t, [
    checkInOf(1, 11),
    checkInOf(2, 12),
    checkInOf(3, 12),
  ]);
  away.add(11);
  assert.deepEqual(await run(), [
    [2, 25],
    [3, 25],
  ]);
  assert.ok(asked.includes(11), 'it was asked');
  away.clear();
  state.now += 30 * MINUTE;
  assert.deepEqual(
    (await run()).filter(([deviceId]) => deviceId === 1),
    [[1, 25]],
    'it is asked again',
  );
});

test('[DIARY-11] where no company can be read, nobody is warned and nothing fails', async (t) => {
  const { run, away } = await openHours(t, [checkInOf(1, 11), checkInOf(2, 12)]);
  away.add(11).add(12);
  assert.deepEqual(await run(), []);
});

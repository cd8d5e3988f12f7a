import type { Log } from '@rastro/base';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { Job } from '../job.ts';
import { answered } from '../tracking-failure.ts';
import { follow } from './check-in.ts';
import { timeIsUp, watchIgnition } from './check-in-steps.ts';
import { hasLockSince, mayLock, orderLock, orderUnlock, withdrawLock } from './engine-orders.ts';
import { unlinkDriver } from './linked-driver.ts';
import { soon } from '../with-tracking-api.ts';
import type { QrContext, QrDeps } from './qr-deps.ts';

const EVERY_MS = 2000;
/** A call that checks in sends its commands itself; what it has not done by then, it does not do any more. */
const CALL_MS = 15_000;
/** Clocks of trackers may be ahead by this. */
const CLOCK_TOLERANCE_MS = 300_000;
type Idle = Awaited<ReturnType<QrContext['checkInStore']['idle']>>[number];

/**
 * Later effects of check-ins: their ends by time and by ignition, the lock of a vehicle that nobody drives, and
 * commands that could not be sent at once. All of it is in documents, so that the next process continues.
 */
export function qrRules(deps: QrDeps, log: Log): Job {
  const checkedAt = new Map<number, number>();
  return {
    name: 'qr-rules',
    everyMs: EVERY_MS,
    due: (done, now) => (done === null || now - done >= EVERY_MS ? [now] : []),
    isIdle: async () => {
      const { trackingApi, checkInStore } = deps;
      return (
        !trackingApi ||
        ((await checkInStore.current()).length === 0 && (await checkInStore.idle()).length === 0)
      );
    },
    perform: async (_instant, { signal }) => {
      const { trackingApi, checkInStore } = deps;
      if (!trackingApi) return {};
      const here = { ...deps, trackingApi };
      const tried = async (what: Promise<unknown>): Promise<void> => {
        // A vehicle that cannot be read does not delay the others; it is checked again.
        await what.catch((error: unknown) => log.warn({ err: error }, 'a rule of a check-in waits'));
      };
      for (const each of await checkInStore.current()) {
        if (signal.aborted) return {};
        await tried(applyRules(here, each, checkedAt));
      }
      for (const each of await checkInStore.idle()) {
        if (signal.aborted) return {};
        if (each.idle.lockAt <= deps.clock.now()) await tried(lockIdle(here, each));
      }
      return {};
    },
  };
}

async function applyRules(
  here: QrContext,
  checkIn: StoredCheckIn,
  checkedAt: Map<number, number>,
): Promise<void> {
  const now = here.clock.now();
  const upAt = timeIsUp(checkIn);
  if (upAt !== null && upAt <= now) return end(here, checkIn, { at: upAt, by: 'time' });
  if (checkIn.unlock === 'wanted' && now - checkIn.since > CALL_MS) await follow(here, checkIn);
  if (!checkIn.rules.logoutOnIgnitionOff) return;
  const device = await here.trackingApi.device(checkIn.ownerId, checkIn.deviceId, soon());
  const positionId = device?.positionId ?? 0;
  // Nothing new of this vehicle: its history is not read.
  if (positionId === 0 || checkedAt.get(checkIn.deviceId) === positionId) return;
  const positions = await ignitionsOf(here, checkIn);
  const seen = watchIgnition(checkIn, positions);
  if (seen.offAt !== null) await end(here, checkIn, { at: seen.offAt, by: 'ignition' });
  else if (seen.ignition.lookedUntil !== checkIn.ignition.lookedUntil)
    await here.checkInStore.note(checkIn, { ignition: seen.ignition });
  if (positions.some(({ id }) => id === positionId)) checkedAt.set(checkIn.deviceId, positionId);
}

async function ignitionsOf(
  { trackingApi, clock }: QrContext,
  { ownerId, deviceId, ignition }: StoredCheckIn,
) {
  const to = new Date(clock.now() + CLOCK_TOLERANCE_MS);
  const period = { deviceId, from: new Date(ignition.lookedUntil), to };
  const positions = answered(await trackingApi.as(ownerId).positions.history(period, soon()));
  return positions.map(({ id, fixTime, attributes }) => ({
    id,
    at: Date.parse(fixTime),
    ignition: attributes['ignition'],
  }));
}

async function end(
  { trackingApi, checkInStore }: QrContext,
  checkIn: StoredCheckIn,
  { at, by }: { readonly at: number; readonly by: 'time' | 'ignition' },
): Promise<void> {
  const actor = { userId: checkIn.ownerId, address: '' };
  const action = { at, clientId: undefined, actor, only: checkIn };
  const outcome = await checkInStore.checkOut(checkIn.driverId, by, action);
  if (outcome.kind === 'done') for (const each of outcome.left) await unlinkDriver(trackingApi, each, soon());
}

/**
 * Locks a vehicle that nobody drives: the intention first, so that after a restart it is asked for before it is sent.
 */
async function lockIdle({ trackingApi, checkInStore }: QrContext, { deviceId, idle }: Idle): Promise<void> {
  const { ownerId, since } = idle;
  const vehicle = { ownerId, deviceId };
  if (!(await mayLock(trackingApi, vehicle, soon()))) return;
  const isThere = idle.isBegun && (await hasLockSince(trackingApi, { ...vehicle, since }, soon()));
  if (!idle.isBegun && !(await checkInStore.noteLock(deviceId, since, false))) return;
  if (!isThere && !(await orderLock(trackingApi, vehicle, soon()))) return;
  if (await checkInStore.noteLock(deviceId, since, true)) return;
  // A driver has checked in meanwhile and must not be stopped.
  await withdrawLock(trackingApi, vehicle, soon());
  await orderUnlock(trackingApi, vehicle, soon());
}

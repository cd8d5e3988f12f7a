import type { QrUnlock } from '@rastro/fleet';
import type { TrackingApi } from '../tracking-api.ts';

type Vehicle = { readonly ownerId: number; readonly deviceId: number };
/** Marks our locks among the commands of a vehicle. */
const QR_FLAG = { qrDriver: true } as const;
const NEWEST = 50;
/** A vehicle that reports no motion and less than this stands; knots. */
const STANDS_BELOW_KN = 2;

/** Lets a vehicle start. A tracking server that rejects it (no such command, no right) will reject it again. */
export async function orderUnlock(
  trackingApi: TrackingApi,
  { ownerId, deviceId }: Vehicle,
  signal: AbortSignal,
): Promise<QrUnlock> {
  const order = { deviceId, type: 'engineResume', attributes: QR_FLAG };
  const sent = await trackingApi.as(ownerId).commands.send(order, signal);
  if (sent.ok) return sent.value;
  const { status } = sent.error;
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'wanted';
}

/** @returns whether it need not be tried again. */
export async function orderLock(
  trackingApi: TrackingApi,
  { ownerId, deviceId }: Vehicle,
  signal: AbortSignal,
): Promise<boolean> {
  const order = { deviceId, type: 'engineStop', attributes: QR_FLAG };
  const sent = await trackingApi.as(ownerId).commands.send(order, signal);
  return sent.ok || (sent.error.status >= 400 && sent.error.status < 500 && sent.error.status !== 429);
}

/** Takes a lock of ours back that has not reached the vehicle, so that it does not stop who has come since. */
export async function withdrawLock(
  trackingApi: TrackingApi,
  { ownerId, deviceId }: Vehicle,
  signal: AbortSignal,
): Promise<void> {
  if (!trackingApi.isOurs) return;
  const { commands } = trackingApi.as(ownerId);
  const queue = await commands.queue(deviceId, NEWEST, signal);
  if (!queue.ok) return;
  for (const { id, type, attributes, status } of queue.value)
    if (
      type === 'engineStop' &&
      attributes['qrDriver'] === true &&
      (status === 'queued' || status === 'waiting')
    )
      await commands.cancel(id, signal);
}

/** Was our lock handed over since? Asked after a restart, before it is sent again. */
export async function hasLockSince(
  trackingApi: TrackingApi,
  { ownerId, deviceId, since }: Vehicle & { readonly since: number },
  signal: AbortSignal,
): Promise<boolean> {
  if (!trackingApi.isOurs) return false;
  const queue = await trackingApi.as(ownerId).commands.queue(deviceId, NEWEST, signal);
  if (!queue.ok) return false;
  return queue.value.some(
    ({ type, attributes, createdTime, status }) =>
      type === 'engineStop' &&
      attributes['qrDriver'] === true &&
      status !== 'cancelled' &&
      Date.parse(createdTime) >= since,
  );
}

/** May a vehicle be locked now? Our own server decides that itself and waits. */
export async function mayLock(
  trackingApi: TrackingApi,
  { ownerId, deviceId }: Vehicle,
  signal: AbortSignal,
): Promise<boolean> {
  if (trackingApi.isOurs) return true;
  const newest = await trackingApi.as(ownerId).positions.latestOf(deviceId, signal);
  if (!newest.ok || newest.value === null) return false;
  const { speed, attributes } = newest.value;
  return speed < STANDS_BELOW_KN && attributes['motion'] !== true;
}

import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { TrackingApi } from '../tracking-api.ts';

const linkOf = ({ deviceId, driverId }: StoredCheckIn) =>
  ({ owner: ['deviceId', deviceId], property: ['driverId', driverId] }) as const;

/**
 * A Traccar names who drives only by a link between device and driver (`processing.useLinkedDriver`); our own server
 * asks for each position. @returns whether there is a link of ours now.
 */
export async function linkDriver(
  trackingApi: TrackingApi,
  checkIn: StoredCheckIn,
  signal: AbortSignal,
): Promise<boolean> {
  if (trackingApi.isOurs) return false;
  const linked = await trackingApi.as(checkIn.ownerId).permissions.link(linkOf(checkIn), signal);
  return linked.ok;
}

export async function unlinkDriver(
  trackingApi: TrackingApi,
  checkIn: StoredCheckIn,
  signal: AbortSignal,
): Promise<void> {
  if (trackingApi.isOurs || !checkIn.isLinked) return;
  await trackingApi.as(checkIn.ownerId).permissions.unlink(linkOf(checkIn), signal);
}

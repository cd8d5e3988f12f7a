import type { KeptCheckIn } from '@rastro/fleet/schemas';
import type { Acting } from '../acting.ts';

const linkOf = ({ deviceId, driverId }: KeptCheckIn) =>
  ({ owner: ['deviceId', deviceId], property: ['driverId', driverId] }) as const;

/**
 * A Traccar names who drives only by a link between device and driver (`processing.useLinkedDriver`); our own server
 * asks for each position. @returns whether there is a link of ours now.
 */
export async function linkDriver(
  acting: Acting,
  checkIn: KeptCheckIn,
  signal: AbortSignal,
): Promise<boolean> {
  if (acting.isOurs) return false;
  const linked = await acting.as(checkIn.ownerId).permissions.link(linkOf(checkIn), signal);
  return linked.ok;
}

export async function unlinkDriver(acting: Acting, checkIn: KeptCheckIn, signal: AbortSignal): Promise<void> {
  if (acting.isOurs || !checkIn.isLinked) return;
  await acting.as(checkIn.ownerId).permissions.unlink(linkOf(checkIn), signal);
}

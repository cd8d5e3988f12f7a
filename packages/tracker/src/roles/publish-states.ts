import type { TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';

/** Devices in one message. */
const PAGE = 1000;

/**
 * Other processes that show devices get their states: nobody listened while this one was down, and the one before may
 * have died with something stored that it told nobody.
 */
export function publishStates(
  bus: TrackerBus,
  live: LiveDevices,
  isWanted: (deviceId: number) => boolean = () => true,
): void {
  const states = Iterator.from(live.all())
    .filter(({ deviceId }) => isWanted(deviceId))
    .map(({ deviceId, committed: { status, lastUpdate, position } }) => ({
      deviceId,
      status,
      lastUpdate,
      position,
    }))
    .toArray();
  for (let at = 0; at < states.length; at += PAGE)
    bus.publish('states.published', { devices: states.slice(at, at + PAGE) });
}

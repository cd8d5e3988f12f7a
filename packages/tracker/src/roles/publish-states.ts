import { host, type Timer } from '@rastro/base/host';
import type { TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';

/** Devices in one message. */
const PAGE = 1000;
/** After a gap all who show devices ask at about the same time: once serves them all. */
const GATHER_MS = 250;

/** Publishes the states whenever somebody asks for them. @returns a function that ends it. */
export function answerStates(bus: TrackerBus, live: LiveDevices): () => void {
  let timer: Timer | null = null;
  const stop = bus.subscribe('states.requested', () => {
    timer ??= host.setTimeout(() => {
      timer = null;
      publishStates(bus, live);
    }, GATHER_MS);
  });
  return () => {
    stop();
    host.clearTimeout(timer);
  };
}

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

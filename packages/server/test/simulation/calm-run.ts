import type { StoredEvent } from '@rastro/storage';
import type { SimDevice } from './sim-device.ts';
import { World } from './world.ts';

/** Types that follow from the records of a device alone. */
const OF_RECORDS: ReadonlySet<string> = new Set([
  'ignitionOn',
  'ignitionOff',
  'deviceMoving',
  'deviceStopped',
  'deviceOverspeed',
  'geofenceEnter',
  'geofenceExit',
  'alarm',
]);
/**
 * Types that compare attributes of two records in a row. The answer to a command is a record without them: it hides a
 * change, as in a Traccar.
 */
const OF_NEIGHBORS: ReadonlySet<string> = new Set([
  'ignitionOn',
  'ignitionOff',
  'alarm',
  'deviceMoving',
  'deviceStopped',
]);
const DELIVERED_WITHIN_MS = 1_200_000;

/** Devices whose records all come, in their order, whatever happens: what they raise must not depend on it. */
const inOrder = ({ habits, made, acknowledged, hasRemembered }: SimDevice): boolean =>
  !hasRemembered &&
  acknowledged.size === made.size &&
  habits.lateness === 0 &&
  !habits.isNewestFirst &&
  habits.twins === 0;

/** Events of a world without any fault, in which devices deliver the same records one after the other. */
export async function calmEvents({
  seed,
  devices,
  scheduler: lived,
  host: { sleptMs },
}: World): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const calm = new World({ seed, isWhole: true });
  const { scheduler, server } = calm;
  return calm.within(async () => {
    await calm.prepare();
    // All of it is past: what came before its time would count otherwise.
    calm.host.clockOffset = Math.floor(lived.now) + sleptMs;
    for (const [at, device] of devices.entries()) calm.devices[at]?.replay([...device.made.values()]);
    const end = scheduler.now + DELIVERED_WITHIN_MS;
    while (calm.devices.some(({ waiting }) => waiting > 0) && scheduler.now < end)
      await scheduler.runUntil(scheduler.now + 1000);
    await scheduler.runUntil(scheduler.now + 5000);
    await scheduler.drive(server.readEvents(calm.events));
    return calm.events;
  });
}

/** Events that a run has more or less than those of the calm one, in words. */
export function eventDifferences(
  { devices, events }: World,
  calm: ReadonlyMap<string, readonly StoredEvent[]>,
): readonly string[] {
  return devices.filter(inOrder).flatMap(({ habits, made }) => {
    const last = Math.max(...made.keys());
    const lived = events.get(habits.uniqueId) ?? [];
    const found = new Set(keysOf(lived, last));
    const wanted = new Set(keysOf(calm.get(habits.uniqueId) ?? [], last));
    const more = [...found].filter((key) => !wanted.has(key)).map((key) => `too much: ${key}`);
    const less = [...wanted].filter((key) => !found.has(key)).map((key) => `missing: ${key}`);
    const hasAnswered = lived.some(({ type }) => type === 'commandResult');
    const isOpen = (text: string): boolean => ![...OF_NEIGHBORS].some((type) => text.includes(`: ${type} `));
    const all = [...less, ...more].filter((text) => !hasAnswered || isOpen(text));
    const name = `${habits.protocol} ${habits.uniqueId}`;
    return all.length > 0 ? [`${name}: other events than without faults: ${all.slice(0, 3).join('; ')}`] : [];
  });
}

const keysOf = (events: readonly StoredEvent[], last: number): readonly string[] =>
  events
    .filter(({ type, eventTime }) => OF_RECORDS.has(type) && eventTime <= last)
    .map(({ type, eventTime, geofenceId, attributes }) =>
      [type, new Date(eventTime).toISOString(), geofenceId, JSON.stringify(attributes['alarm'] ?? '')].join(
        ' ',
      ),
    );

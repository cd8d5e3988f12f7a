import { apiDate, type FleetAlarm } from '@rastro/fleet';
import type { AlarmStorage, StoredAlarm } from '@rastro/storage';
import { serializeEvent } from '../serializers/serializers.ts';

/** Older alarms are no longer open: they remain in the list of events. */
const OLDEST_MS = 30 * 86_400_000;
/** Open ones, and as many others: more than anybody reads. */
const MAX_LISTED = 1000;

/** Alarms of some devices, as they are now. @param now Milliseconds since 1970. */
export const alarmsOf = async (
  storage: Pick<AlarmStorage, 'alarms'>,
  deviceIds: readonly number[],
  now: number,
): Promise<readonly FleetAlarm[]> =>
  (await storage.alarms({ deviceIds, from: now - OLDEST_MS, limit: MAX_LISTED })).map(serializeAlarm);

/** The same, as they were at a moment: what was acknowledged later was open then. */
export async function alarmsAt(
  storage: Pick<AlarmStorage, 'alarms'>,
  deviceIds: readonly number[],
  at: number,
): Promise<readonly FleetAlarm[]> {
  const found = await storage.alarms({ deviceIds, from: at - OLDEST_MS, to: at, limit: MAX_LISTED });
  return found.map((alarm) =>
    serializeAlarm((alarm.acknowledged?.at ?? 0) > at ? { ...alarm, acknowledged: null } : alarm),
  );
}

export function serializeAlarm({ event, acknowledged }: StoredAlarm): FleetAlarm {
  if (acknowledged === null) return { ...serializeEvent(event), acknowledged: null };
  const { userId, userName, at, note } = acknowledged;
  return { ...serializeEvent(event), acknowledged: { userId, userName, time: apiDate(at), note } };
}

import type { Clock } from '@rastro/base';
import { apiDate, isShared, type FleetAlarm } from '@rastro/fleet';
import type { AlarmStorage, StoredAlarm } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { appError } from '../errors/app-error.ts';
import { serializeEvent } from '../serializers/serializers.ts';

interface Deps {
  readonly clock: Clock;
  readonly storage: AlarmStorage;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly bus: TrackerBus;
}
/** Older alarms are no longer open: they remain in the list of events. */
const OLDEST_MS = 30 * 86_400_000;
/** Open ones, and as many others: more than anybody reads. */
const MAX_LISTED = 1000;

/** Open alarms. Our own. */
export const alarmRoutes = ({ clock, storage, restrictions, visibility, bus }: Deps) =>
  handlers({
    'GET /alarms': async ({ caller }) => {
      // What happened to the owner's vehicle is not a guest's business.
      if (isShared(caller.user)) return [];
      const deviceIds = [...visibility.visibleDeviceIds(caller.user.id)];
      const from = clock.now() - OLDEST_MS;
      return (await storage.alarms({ deviceIds, from, limit: MAX_LISTED })).map(serializeAlarm);
    },

    'POST /alarms/acknowledge': async ({ caller, body: { eventIds, note } }) => {
      restrictions.requireWrite(caller);
      const wanted = new Set(eventIds);
      const known = await storage.alarmsById([...wanted]);
      const areSeen = known.every(({ event }) => restrictions.seesDevice(caller, event.deviceId));
      if (known.length < wanted.size || !areSeen) throw appError.noAccess('Event');
      const { id: userId, name: userName } = caller.user;
      const acknowledgement = { at: clock.now(), userId, userName, note: note === '' ? null : note };
      const after = await storage.acknowledgeAlarms([...wanted], acknowledgement);
      bus.publish('alarms.acknowledged', {
        deviceIds: [...new Set(after.map(({ event }) => event.deviceId))],
      });
      return after.map(serializeAlarm);
    },
  });

function serializeAlarm({ event, acknowledged }: StoredAlarm): FleetAlarm {
  if (acknowledged === null) return { ...serializeEvent(event), acknowledged: null };
  const { userId, userName, at, note } = acknowledged;
  return { ...serializeEvent(event), acknowledged: { userId, userName, time: apiDate(at), note } };
}

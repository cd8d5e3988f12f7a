import type { Clock } from '@rastro/base';
import { isShared } from '@rastro/fleet';
import type { AlarmStorage } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { appError } from '../errors/app-error.ts';
import { alarmsOf, serializeAlarm } from './known-alarms.ts';

interface Deps {
  readonly clock: Clock;
  readonly storage: AlarmStorage;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly bus: TrackerBus;
}
/** Open alarms. Our own. */
export const alarmRoutes = ({ clock, storage, restrictions, visibility, bus }: Deps) =>
  handlers({
    'GET /alarms': async ({ caller }) => {
      // What happened to the owner's vehicle is not a guest's business.
      if (isShared(caller.user)) return [];
      return alarmsOf(storage, [...visibility.visibleDeviceIds(caller.user.id)], clock.now());
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

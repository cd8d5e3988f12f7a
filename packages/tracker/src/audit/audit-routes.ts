import { apiDate } from '@rastro/fleet';
import type { Storage, StoredAction } from '@rastro/storage';
import type { Directory } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { sendArray } from '../http/json-stream.ts';
import type { PrivateStore } from '../access/private-store.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { countReceived } from './received-messages.ts';
import { figuresOf, type Statistics } from './statistics.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly statistics: Statistics;
  readonly privateStore: PrivateStore;
  readonly bus: TrackerBus;
}
const PAGE_ROWS = 500;
/** A day stored before anything was counted. */
const NOTHING_COUNTED = {
  activeUsers: 0,
  activeDevices: 0,
  requests: 0,
  messagesReceived: 0,
  messagesStored: 0,
  mailSent: 0,
  smsSent: 0,
  geocoderRequests: 0,
  geolocationRequests: 0,
  protocols: {},
};

/** @source docs/reference/tracking-api.md §3.16 */
export function auditRoutes(deps: Deps) {
  const { storage, directory, statistics, bus } = deps;
  const view = ({ actionTime, ...action }: StoredAction) => ({
    ...action,
    actionTime: apiDate(actionTime),
    userEmail: directory.users.get(action.userId)?.email ?? null,
  });

  return handlers({
    'GET /audit': ({ query: { from, to } }, reply) =>
      sendArray(reply, storage.actions({ from, to, pageSize: PAGE_ROWS }), view),

    'GET /statistics': async ({ query: { from, to } }) => {
      await countReceived(deps);
      await bus.askAll('statistics.saved', null).catch(() => []);
      await statistics.save();
      const days = await storage.statistics(from, to);
      return days.map(({ captureTime, body }) => ({
        id: captureTime,
        attributes: {},
        captureTime: apiDate(captureTime),
        ...NOTHING_COUNTED,
        ...figuresOf(body),
      }));
    },
  });
}

import type { Storage, StoredAction } from '@rastro/storage';
import type { Directory } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { sendArray } from '../http/json-stream.ts';
import { apiDate } from '../views/api-date.ts';
import type { Statistics } from './statistics.ts';

interface Needs {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly statistics: Statistics;
}
const PAGE_ROWS = 500;

/** @source reference/tracking-api.md §3.16 */
export function auditRoutes({ storage, directory, statistics }: Needs) {
  const view = ({ actionTime, ...action }: StoredAction) => ({
    ...action,
    actionTime: apiDate(actionTime),
    userEmail: directory.users.get(action.userId)?.email ?? null,
  });

  return handlers({
    'GET /audit': ({ query: { from, to } }, reply) =>
      sendArray(reply, storage.actions({ from, to, pageSize: PAGE_ROWS }), view),

    'GET /statistics': async ({ query: { from, to } }) => {
      await statistics.save();
      const days = await storage.statistics(from, to);
      return days.map(({ captureTime, body }) => ({
        id: captureTime,
        attributes: {},
        captureTime: apiDate(captureTime),
        ...body,
      }));
    },
  });
}

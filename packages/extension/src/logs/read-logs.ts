import { WEEK_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { LogPage } from '@rastro/fleet';
import type { LogQuery } from '@rastro/fleet/api';
import type { ActionPlace, AuditStorage, StoredAction } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';

const USUAL = 100;
const MAX_LIMIT = 500;

/** The one audit log: of the tracking server in this process, or else of the extension. */
export interface LogSource {
  readonly log: Pick<AuditStorage, 'searchActions'>;
  readonly clock: Clock;
}

/** Lists the audit log: all of it, the actions of one user, or those on one device. */
export function readLogs(source: LogSource) {
  const read = async (query: LogQuery) => {
    const page = await pageOf(source, query);
    return page ? { status: 200, body: page } : { status: 400, body: 'Invalid data - after: is no place' };
  };
  const ofServer: ExtensionHandler<'GET /server/logs'> = ({ query }) => read(query);
  const ofUser: ExtensionHandler<'GET /users/:id/logs'> = ({ params, query }) =>
    read({ ...query, userId: params.id });
  const ofDevice: ExtensionHandler<'GET /devices/:id/logs'> = ({ params, query }) =>
    read({ ...query, objectType: 'device', objectId: params.id });
  return { ofServer, ofUser, ofDevice };
}

async function pageOf({ log, clock }: LogSource, query: LogQuery): Promise<LogPage | null> {
  const after = query.after === null ? null : placeIn(query.after);
  if (query.after !== null && after === null) return null;
  const limit = Math.min(query.limit ?? USUAL, MAX_LIMIT) || USUAL;
  const to = query.to ?? clock.now();
  const found = await log.searchActions({
    from: query.from ?? to - WEEK_MS,
    to,
    userId: query.userId,
    objectType: query.objectType,
    objectId: query.objectId,
    actionType: query.actionType,
    text: query.text,
    isOldestFirst: query.oldest,
    after,
    // One more shows whether there is another page.
    limit: limit + 1,
  });
  const lines = found.slice(0, limit);
  const last = lines.at(-1);
  return {
    lines: lines.map((line) => ({ ...line, actionTime: new Date(line.actionTime).toISOString() })),
    next: found.length > limit && last ? nameOf(last) : null,
  };
}

const nameOf = ({ actionTime, id }: StoredAction): string => `${actionTime}-${id}`;

function placeIn(text: string): ActionPlace | null {
  const [, time, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return time === undefined || id === undefined ? null : { actionTime: Number(time), id: Number(id) };
}

/** Handlers of the audit log. */
export function logHandlers(source: LogSource) {
  const { ofServer, ofUser, ofDevice } = readLogs(source);
  return { 'GET /server/logs': ofServer, 'GET /users/:id/logs': ofUser, 'GET /devices/:id/logs': ofDevice };
}

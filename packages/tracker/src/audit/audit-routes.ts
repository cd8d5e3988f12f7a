import type { FastifyInstance } from 'fastify';
import type { StoredAction } from '@rastro/storage';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { instant } from '../http/input.ts';
import { sendArray } from '../http/json-stream.ts';
import { apiDate } from '../views/api-date.ts';

const PAGE_ROWS = 500;

/** @source reference/tracking-api.md §3.16 */
export function auditRoutes(app: FastifyInstance, context: ApiContext): void {
  const { storage, directory, restrictions } = context;
  const view = ({ actionTime, ...action }: StoredAction) => ({
    ...action,
    actionTime: apiDate(actionTime),
    userEmail: directory.users.get(action.userId)?.email ?? null,
  });

  app.get('/audit', (request, reply) => {
    restrictions.requireAdministrator(callerOf(request));
    const { from, to } = period(request.query);
    return sendArray(reply, storage.actions({ from, to, pageSize: PAGE_ROWS }), view);
  });

  app.get('/statistics', async (request) => {
    restrictions.requireAdministrator(callerOf(request));
    const { from, to } = period(request.query);
    await context.statistics.save();
    const days = await storage.statistics(from, to);
    return days.map(({ captureTime, body }) => ({
      id: captureTime,
      attributes: {},
      captureTime: apiDate(captureTime),
      ...body,
    }));
  });
}

function period(query: unknown): { from: number; to: number } {
  const from = instant(query as Readonly<Record<string, unknown>>, 'from');
  const to = instant(query as Readonly<Record<string, unknown>>, 'to');
  if (from === null || to === null) throw refuse.badInput('from, to: are both needed');
  return { from, to };
}

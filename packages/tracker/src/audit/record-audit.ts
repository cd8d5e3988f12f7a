import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '@rastro/base';
import {
  isTrackingKey,
  TRACKING_ROUTES,
  type AuditRule,
  type AuditEntry,
  type DoneCall,
  type Route,
} from '@rastro/fleet/api';
import type { NewAction, Storage } from '@rastro/storage';
import { beforeAndAfter, entitiesOf, type Before } from './before-after.ts';
import type { Directory } from '../directory/directory.ts';
import { callerIfAny } from '../http/caller-of.ts';
import { addressOf, isRepeatedRead } from './client-address.ts';
import { LateActions } from './late-actions.ts';
import { DeniedLogins } from './denied-logins.ts';

interface Deps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly directory: Directory;
}

/**
 * Writes audit entries before actions are confirmed: an action that cannot be logged is answered with an error.
 * Rejected sign-ins are logged too, as `denied`, a few of each address.
 */
export function recordAudit(app: FastifyInstance, { storage, clock, directory }: Deps): void {
  const lines = new LateActions(storage);
  const deniedLogins = new DeniedLogins(clock);
  const befores = new WeakMap<FastifyRequest, Before>();
  const actionOf = (request: FastifyRequest, userId: number, auditEntry: AuditEntry): NewAction => {
    const caller = callerIfAny(request);
    const actorId = caller?.credential?.actorId ?? null;
    return {
      actionTime: clock.now(),
      address: addressOf(request),
      userId,
      actionType: auditEntry.actionType,
      objectType: auditEntry.objectType,
      objectId: auditEntry.objectId === 0 && auditEntry.objectType === 'user' ? userId : auditEntry.objectId,
      // The user who acts in another's name stays known.
      attributes: {
        ...auditEntry.attributes,
        ...beforeAndAfter(directory, auditEntry, befores.get(request) ?? NOTHING),
        ...(actorId === null ? {} : { actorId }),
      },
    };
  };

  app.addHook('preHandler', async (request) => {
    if (request.method !== 'PUT' && request.method !== 'DELETE') return;
    const entries = ruleOf(routeOf(request))?.(asked(request, 0, null)) ?? [];
    if (entries.length > 0) befores.set(request, entitiesOf(directory, entries));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const route = routeOf(request);
    const rule = ruleOf(route);
    // The making of a wall is an action, its looks every quarter of a minute are none; the access log has them by the hour.
    if (!rule || isRepeatedRead(request)) return payload;
    if (reply.statusCode >= 400) {
      if (route !== 'POST /session' || reply.statusCode >= 500) return payload;
      const attempts = deniedLogins.next(addressOf(request));
      if (attempts === null) return payload;
      const { email } = Object(request.body) as { email?: unknown };
      const name = typeof email === 'string' ? email.slice(0, 128) : '';
      const user = directory.users.byKey(name.trim().toLowerCase());
      const auditEntry: AuditEntry = {
        actionType: 'denied',
        objectType: 'user',
        objectId: user?.id ?? 0,
        attributes: { name, ...(attempts > 1 ? { tries: attempts } : {}) },
      };
      await lines.append([actionOf(request, user?.id ?? 0, auditEntry)], false);
      return payload;
    }
    const entries = rule(asked(request, reply.statusCode, answerIn(payload)));
    const userId = callerIfAny(request)?.user.id ?? entries[0]?.objectId ?? 0;
    const actions = entries.map((auditEntry) => actionOf(request, userId, auditEntry));
    await lines.append(actions, request.method === 'GET');
    return payload;
  });
}

const NOTHING: Before = new Map();

const routeOf = (request: FastifyRequest): string =>
  `${request.method} ${(request.routeOptions.url ?? '').replace(/^\/api/, '')}`;

const asked = ({ params, query, body }: FastifyRequest, status: number, answer: unknown): DoneCall => ({
  params: Object(params),
  query: Object(query),
  body,
  status,
  answer,
});

function answerIn(payload: unknown): unknown {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null;
  return JSON.parse(payload);
}

function ruleOf(key: string): AuditRule | null {
  const route: Route | null = isTrackingKey(key) ? TRACKING_ROUTES[key] : null;
  return route?.audit ?? null;
}

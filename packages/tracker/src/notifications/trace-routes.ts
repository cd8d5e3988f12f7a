import { apiDate, EVENT_TYPES, type TraceReason } from '@rastro/fleet';
import type { Clock } from '@rastro/base';
import type { Storage, StoredEvent } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Delegation } from '../access/delegation.ts';
import { maySendSaved } from '../access/lock-rights.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import { WhatApplies } from '../access/what-applies.ts';
import { Calendars } from '../calendars/calendars.ts';
import type { DeviceEntity, Directory, UserEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { appError } from '../errors/app-error.ts';
import { RAISED_BY_COMMANDS, type Notifier } from './notifier.ts';
import { traceEvent, type TraceContext } from './trace.ts';

interface TraceDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly delegation: Delegation;
  readonly restrictions: Restrictions;
  readonly authenticator: Authenticator;
  readonly notifier: Notifier;
  readonly clock: Clock;
}

/** Time that is searched on either side of the moment. */
const AROUND_MS = 1_800_000;
const MAX_EVENTS = 50;
/** Log entries that are searched. A rule notifies three users, say, by three channels. */
const MAX_DELIVERIES = 1000;
/** An escalation is sent later than its event. */
const LOG_AFTER_MS = 86_400_000;

/** Reasons why a user was, or was not, notified. Our own. */
export function traceRoutes(deps: TraceDeps) {
  const calendars = new Calendars(deps.directory);
  const applies = new WhatApplies(deps.directory, deps.visibility);
  return handlers({
    'GET /notifications/trace': async ({ caller, query }) => {
      deps.restrictions.requireHistory(caller);
      const user = deps.restrictions.user(caller, query.userId ?? caller.user.id);
      const device = deps.restrictions.device(caller, query.deviceId);
      if (query.type !== null && !EVENT_TYPES.some((type) => type === query.type))
        throw appError.badInput('type: is no type of event');
      const [from, to] = [query.at - AROUND_MS, query.at + AROUND_MS];
      const all = await eventsOf(deps, device, { from, to, type: query.type });
      const nearest = all
        .toSorted((a, b) => Math.abs(a.eventTime - query.at) - Math.abs(b.eventTime - query.at))
        .slice(0, MAX_EVENTS)
        .toSorted((a, b) => a.eventTime - b.eventTime || a.id - b.id);
      const context = await contextOf(deps, { user, device, from, to, calendars, applies });
      const reasons: TraceReason[] = [];
      if (!deps.visibility.seesDevice(user.id, device)) reasons.push('NO_SIGHT');
      if (!deps.authenticator.isActive(user)) reasons.push('DISABLED');
      if (nearest.length === 0) reasons.push('NO_EVENT');
      return {
        userId: user.id,
        deviceId: device.id,
        from: apiDate(from),
        to: apiDate(to),
        reasons,
        events: nearest.map((event) => traceEvent(event, context)),
        isCut: all.length > nearest.length,
      };
    },
  });
}

async function eventsOf(
  { storage }: TraceDeps,
  { id: deviceId }: DeviceEntity,
  { from, to, type }: { readonly from: number; readonly to: number; readonly type: string | null },
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const page of storage.events({ deviceId, from, to, pageSize: 500 }))
    found.push(...(type === null ? page : page.filter((event) => event.type === type)));
  return found;
}

interface Asked {
  readonly user: UserEntity;
  readonly device: DeviceEntity;
  readonly from: number;
  readonly to: number;
  readonly calendars: Calendars;
  readonly applies: WhatApplies;
}

async function contextOf(
  deps: TraceDeps,
  { user, device, from, to, calendars, applies }: Asked,
): Promise<TraceContext> {
  const { directory, storage, notifier } = deps;
  const lines = await storage.deliveries({
    userId: user.id,
    from,
    to: to + LOG_AFTER_MS,
    limit: MAX_DELIVERIES,
    offset: 0,
  });
  return {
    rules: [...directory.links.of('user', user.id, 'notification')].flatMap(
      (id) => directory.linked.notification.get(id) ?? [],
    ),
    deliveries: lines.filter(({ deviceId }) => deviceId === device.id),
    isLinked: (ruleId) => applies.applies(device, 'notification', ruleId),
    isInTime: (calendarId, at) => calendars.isActive(calendarId, at),
    channelProblem: (name, rule, event) => {
      if (name === 'web') return null;
      if (name !== 'command') {
        const channel = notifier.channel(name);
        if (!channel) return 'CHANNEL_OFF';
        return channel.targets(user).length === 0 ? 'NO_ADDRESS' : null;
      }
      if (RAISED_BY_COMMANDS.has(event.type)) return 'RAISED_BY_COMMAND';
      if (!directory.linked.command.get(rule.commandId)) return 'NO_COMMAND';
      return maySendSaved(deps, user.id, rule.commandId) ? null : 'NO_RIGHT';
    },
  };
}

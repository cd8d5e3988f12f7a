import type { FastifyInstance } from 'fastify';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { stopItem, stretches, summary, tripItem, type Period } from '../reports/device-reports.ts';
import { refuse } from './api-error.ts';
import type { Stretch } from '../reports/trip-finder.ts';
import { callerOf } from './caller-of.ts';
import type { ApiContext } from './context.ts';
import { instant, integers, isTrue, words } from './input.ts';
import { sendArray } from './json-stream.ts';
import { eventView, positionView } from './views.ts';
import { zoneOf } from './zone-of.ts';

type Query = Readonly<Record<string, unknown>>;
type Pages<T> = (device: DeviceEntity, period: Period) => AsyncIterable<readonly T[]>;
const PAGE_ROWS = 500;

/** Reports as streamed JSON. @source reference/tracking-api.md §3.11 */
export function reportRoutes(app: FastifyInstance, context: ApiContext): void {
  const { storage, restrictions } = context;
  const room = { storage, trip: context.trip };

  const prepare = (caller: Caller, query: Query): { devices: readonly DeviceEntity[]; period: Period } => {
    restrictions.requireHistory(caller);
    const from = instant(query, 'from');
    const to = instant(query, 'to');
    if (from === null || to === null) throw refuse.badInput('from, to: are missing');
    if (to < from) throw refuse.badInput('to: is before from');
    return { devices: reportDevices(context, caller, query), period: { from, to } };
  };
  /** Device after device, each as its track is read; stops when the client goes away. */
  const report = <T>(
    path: string,
    view: (item: T, device: DeviceEntity) => unknown,
    pages: (query: Query, caller: Caller) => Pages<T>,
  ) =>
    app.get(`/reports/${path}`, (request, reply) => {
      const caller = callerOf(request);
      const query = request.query as Query;
      const { devices, period } = prepare(caller, query);
      const read = pages(query, caller);
      return sendArray(reply, inTurn(devices, period, read), ({ item, device }) => view(item, device));
    });

  report<StoredPosition>('route', positionView, () => (device, period) => {
    return storage.history({ deviceId: device.id, ...period, pageSize: PAGE_ROWS });
  });
  report<StoredEvent>('events', eventView, (query) => {
    const types = words(query, 'type').filter((type) => type !== '' && type !== 'allEvents');
    const alarms = words(query, 'alarm');
    return (device, period) =>
      matching(storage.events({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }), (event) => {
        if (types.length > 0 && !types.includes(event.type)) return false;
        return (
          alarms.length === 0 ||
          event.type !== 'alarm' ||
          alarms.some((alarm) => alarm === event.attributes['alarm'])
        );
      });
  });
  report<Stretch>(
    'trips',
    (stretch, device) => tripItem(device, stretch),
    () => (device, period) => stretches(room, device, period, 'trip'),
  );
  report<Stretch>(
    'stops',
    (stretch, device) => stopItem(device, stretch),
    () => (device, period) => stretches(room, device, period, 'stop'),
  );
  report(
    'summary',
    (item) => item,
    (query, caller) => {
      const zone = isTrue(query, 'daily') ? zoneOf(context, caller) : null;
      return (device, period) => summary(room, device, period, zone);
    },
  );
}

/** Named devices and groups (with all below), only those linked to the caller; none named = all of them. */
function reportDevices(context: ApiContext, { user }: Caller, query: Query): readonly DeviceEntity[] {
  const { directory, visibility } = context;
  const visible = visibility.visibleDeviceIds(user.id);
  const named = integers(query, 'deviceId');
  const groups = integers(query, 'groupId');
  const wanted =
    named.length + groups.length === 0
      ? visible
      : new Set([...named, ...groups.flatMap((groupId) => visibility.devicesBelow(groupId))]);
  return [...wanted].flatMap((id) => (visible.has(id) ? (directory.devices.get(id) ?? []) : []));
}

async function* inTurn<T>(devices: readonly DeviceEntity[], period: Period, pages: Pages<T>) {
  for (const device of devices) {
    for await (const page of pages(device, period)) yield page.map((item) => ({ item, device }));
  }
}

async function* matching<T>(pages: AsyncIterable<readonly T[]>, isWanted: (item: T) => boolean) {
  for await (const page of pages) yield page.filter(isWanted);
}

import type { LogLine } from '@rastro/fleet';
import type { Answer, ExtensionClient, Query, TrackingClient } from '@rastro/tracking-client';

/** Name of an object, by its kind; its id where the name is unknown. */
export type NameOfThing = (kind: string, id: number) => string;
export interface Thing {
  readonly kind: string;
  readonly id: number;
}
interface Named {
  readonly id: number;
  readonly name?: string;
  readonly description?: string | null;
}
/** Kind of object that an id in an entry refers to. */
const KIND_OF: Readonly<Record<string, string>> = {
  userId: 'user',
  actorId: 'user',
  customerId: 'user',
  deviceId: 'device',
  groupId: 'group',
  maintenanceId: 'maintenance',
  driverId: 'driver',
  geofenceId: 'geofence',
  savedCommandId: 'command',
};
/** Of what is gone only so many are looked for: each costs a call. */
const MAX_MISSING = 20;

const keyOf = ({ kind, id }: Thing): string => `${kind} ${id}`;
const kindOf = (objectType: string): string => (objectType === 'managedUser' ? 'user' : objectType);

/** The thing that a detail of an entry names; null = it is no number of one. */
export function thingOfDetail({ attributes }: LogLine, name: string): Thing | null {
  const { ownerType } = attributes;
  const kind = name === 'ownerId' && typeof ownerType === 'string' ? kindOf(ownerType) : KIND_OF[name];
  const id = attributes[name];
  return kind !== undefined && typeof id === 'number' && id > 0 ? { kind, id } : null;
}

/** All that some entries name, each once. */
export function thingsIn(lines: readonly LogLine[]): readonly Thing[] {
  const found = lines.flatMap((line) => [
    ...(line.objectId > 0 ? [{ kind: kindOf(line.objectType), id: line.objectId }] : []),
    ...Object.keys(line.attributes).flatMap((name) => thingOfDetail(line, name) ?? []),
  ]);
  return [...new Map(found.map((thing) => [keyOf(thing), thing])).values()];
}

/** Names of all that some entries name: as it is called now, else as it was called when it was removed. */
export async function loadThingNames(
  { client, extension }: { readonly client: TrackingClient; readonly extension: ExtensionClient },
  lines: readonly LogLine[],
  signal: AbortSignal,
): Promise<NameOfThing> {
  const things = thingsIn(lines);
  const names = new Map<string, string>();
  const kinds = [...new Set(things.map(({ kind }) => kind))];
  await Promise.all(
    kinds.map(async (kind) => {
      const ids = things.filter((thing) => thing.kind === kind).map(({ id }) => id);
      const list = listOf(client, kind, ids);
      if (list === null) return;
      const answer = await list(signal);
      // What a server does not have, or does not answer now, stays a number.
      if (!answer.ok) return;
      for (const { id, name, description } of answer.value)
        names.set(keyOf({ kind, id }), name ?? description ?? '');
    }),
  );
  for (const line of lines) rememberRemoved(names, line);
  const gone = things.filter((thing) => !names.has(keyOf(thing)) && listOf(client, thing.kind, []) !== null);
  await Promise.all(
    gone.slice(0, MAX_MISSING).map(async ({ kind, id }) => {
      const query = { objectType: kind, objectId: id, actionType: 'remove', from: BEGIN, limit: 1 } as const;
      const answer = await extension.logs('server', query, signal);
      if (answer.ok) for (const line of answer.value.lines) rememberRemoved(names, line);
    }),
  );
  return (kind, id) => names.get(keyOf({ kind: kindOf(kind), id })) || `#${id}`;
}
const BEGIN = new Date(0).toISOString();

function rememberRemoved(
  names: Map<string, string>,
  { actionType, objectType, objectId, attributes: { name } }: LogLine,
): void {
  const key = keyOf({ kind: kindOf(objectType), id: objectId });
  if (actionType === 'remove' && typeof name === 'string' && !names.has(key)) names.set(key, name);
}

type List = (signal: AbortSignal) => Promise<Answer<readonly Named[]>>;
const ALL: Query = { all: true };

/** Call that lists the objects of a kind; null = they have no names. */
function listOf(client: TrackingClient, kind: string, ids: readonly number[]): List | null {
  const lists: Readonly<Record<string, List>> = {
    device: (signal) => client.devices.list({ id: ids }, signal),
    user: (signal) => client.users.list({}, signal),
    group: (signal) => client.groups.list(ALL, signal),
    geofence: (signal) => client.geofences.list(ALL, signal),
    driver: (signal) => client.drivers.list(ALL, signal),
    calendar: (signal) => client.calendars.list(ALL, signal),
    notification: (signal) => client.notifications.list(ALL, signal),
    maintenance: (signal) => client.maintenance.list(ALL, signal),
    attribute: (signal) => client.computed.list(ALL, signal),
    command: (signal) => client.savedCommands.list(ALL, signal),
    order: (signal) => client.orders.list(ALL, signal),
    report: (signal) => client.savedReports.list(ALL, signal),
  };
  return lists[kind] ?? null;
}

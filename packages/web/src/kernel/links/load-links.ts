import { foldText, isSet, plateOf, type Attributes } from '@rastro/fleet';
import type { Answer, Query, TrackingClient } from '@rastro/tracking-client';
import { valueOf } from '../queries/query-client.ts';
import { linkBetween, ownsOther, type LinkKind, type LinkSubject } from './link-kinds.ts';

/** An object that can be linked. */
export interface LinkTarget {
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  /** A geofence that anchors a vehicle: made and taken away by its own switch, and shown after the others. */
  readonly isAnchor: boolean;
  /** Name and detail as a search compares them. */
  readonly folded: string;
}
export interface Linkables {
  /** By name. */
  readonly targets: readonly LinkTarget[];
  readonly linked: ReadonlySet<number>;
}
export interface LoadOptions {
  /** Administrators see what others have, too. */
  readonly all: boolean;
  readonly compareNames: (a: string, b: string) => number;
  /** Brand under which plates are stored. */
  readonly brand: string;
}
interface Named {
  readonly id: number;
  readonly name?: string;
  readonly description?: string | null;
  readonly uniqueId?: string;
  readonly type?: string;
  readonly attributes?: Attributes;
}
type Lister = (query: Query, signal: AbortSignal) => Promise<Answer<readonly Named[]>>;

/** Reads everything of a kind and which of it is linked to the subject. */
export async function loadLinkables(
  client: TrackingClient,
  subject: LinkSubject,
  kind: LinkKind,
  { all, compareNames, brand }: LoadOptions,
  signal: AbortSignal,
): Promise<Linkables> {
  const list = listerOf(client, kind);
  const query: Query = all ? { all: true } : {};
  const [objects, linked] = await Promise.all([
    list(query, signal).then(valueOf),
    linkedIds({ client, list, query }, subject, kind, signal),
  ]);
  const targets = objects
    // A user does not manage themselves.
    .filter(({ id }) => kind !== 'managedUser' || id !== subject.id)
    .map((named) => targetOf(named, brand))
    .toSorted(
      (a, b) => Number(a.isAnchor) - Number(b.isAnchor) || compareNames(a.name, b.name) || a.id - b.id,
    );
  return { targets, linked };
}

/** Lists of orders and reports are not narrowed to a device or group by every server. */
const isNarrowed = (kind: LinkKind): boolean => kind !== 'order' && kind !== 'report';

async function linkedIds(
  { client, list, query }: { client: TrackingClient; list: Lister; query: Query },
  subject: LinkSubject,
  kind: LinkKind,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  // Lists filter by device or group; for users they would also include links through groups.
  if (ownsOther(subject.kind, kind) && subject.kind !== 'user' && isNarrowed(kind)) {
    const narrowed = valueOf(await list({ ...query, [`${subject.kind}Id`]: subject.id }, signal));
    return new Set(narrowed.map(({ id }) => id));
  }
  const pairs = valueOf(await client.permissions.list(linkBetween(subject, { kind, id: 0 }), signal));
  return new Set(pairs.map((pair) => pair[`${kind}Id`] ?? 0));
}

function listerOf(client: TrackingClient, kind: LinkKind): Lister {
  const listers: Readonly<Record<LinkKind, Lister>> = {
    user: (query, signal) => client.users.list(query, signal),
    managedUser: (query, signal) => client.users.list(query, signal),
    group: (query, signal) => client.groups.list(query, signal),
    device: (query, signal) => client.devices.list(query, signal),
    geofence: (query, signal) => client.geofences.list(query, signal),
    notification: (query, signal) => client.notifications.list(query, signal),
    driver: (query, signal) => client.drivers.list(query, signal),
    calendar: (query, signal) => client.calendars.list(query, signal),
    command: (query, signal) => client.savedCommands.list(query, signal),
    maintenance: (query, signal) => client.maintenance.list(query, signal),
    attribute: (query, signal) => client.computed.list(query, signal),
    order: (query, signal) => client.orders.list(query, signal),
    report: (query, signal) => client.savedReports.list(query, signal),
  };
  return listers[kind];
}

/** An object without a name goes by its description, its identifier or its kind. */
function targetOf(
  { id, name, description, uniqueId, type, attributes = {} }: Named,
  brand: string,
): LinkTarget {
  const words = [name, description, uniqueId, type].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  );
  const [title = String(id), ...rest] = words;
  const plate = uniqueId === undefined ? null : plateOf({ attributes }, brand);
  const detail = plate === null || plate === '' ? (rest[0] ?? '') : `${plate} · ${rest[0] ?? ''}`;
  return {
    id,
    name: title,
    detail,
    isAnchor: isSet(attributes, 'isAnchor'),
    folded: foldText(`${title}\n${detail}`),
  };
}

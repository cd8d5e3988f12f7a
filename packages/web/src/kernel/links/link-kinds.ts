import type { Right } from '@rastro/fleet';
import type { PermissionLink } from '@rastro/tracking-client';

/** What can stand at an end of a link. */
export type LinkKind =
  | 'user'
  | 'group'
  | 'device'
  | 'geofence'
  | 'notification'
  | 'driver'
  | 'calendar'
  | 'command'
  | 'maintenance'
  | 'attribute'
  | 'order';
type OwnerKind = 'user' | 'group' | 'device';
export interface LinkSubject {
  readonly kind: LinkKind;
  readonly id: number;
  readonly name: string;
}

/** What belongs to vehicles and groups of vehicles. */
const OF_VEHICLES = [
  'geofence',
  'notification',
  'driver',
  'command',
  'maintenance',
  'attribute',
  'order',
] as const;

/** @source reference/tracking-api.md §2.17 */
const OTHERS: Readonly<Record<LinkKind, readonly LinkKind[]>> = {
  user: ['device', 'group', 'calendar', ...OF_VEHICLES],
  group: OF_VEHICLES,
  device: OF_VEHICLES,
  geofence: ['device', 'group'],
  notification: ['device', 'group'],
  driver: ['device', 'group'],
  command: ['device', 'group'],
  maintenance: ['device', 'group'],
  attribute: ['device', 'group'],
  order: ['device', 'group'],
  calendar: [],
};

/** What a person needs to see objects of a kind, and to give them to vehicles. The same rule as the gateway's. */
const RIGHTS: Readonly<Record<LinkKind, { readonly view: Right; readonly edit: Right }>> = {
  user: { view: 'users.view', edit: 'users.edit' },
  group: { view: 'groups.view', edit: 'groups.edit' },
  device: { view: 'devices.view', edit: 'devices.edit' },
  geofence: { view: 'geofences.view', edit: 'geofences.edit' },
  notification: { view: 'notifications.view', edit: 'notifications.edit' },
  driver: { view: 'drivers.view', edit: 'drivers.edit' },
  calendar: { view: 'calendars.view', edit: 'calendars.edit' },
  command: { view: 'commands.view', edit: 'commands.edit' },
  maintenance: { view: 'maintenance.view', edit: 'maintenance.edit' },
  attribute: { view: 'computed.view', edit: 'computed.edit' },
  order: { view: 'devices.view', edit: 'devices.edit' },
};

const isOwner = (kind: LinkKind): kind is OwnerKind =>
  kind === 'user' || kind === 'group' || kind === 'device';

/** The kinds that a person may see beside a subject, in their order. */
export function otherKinds(subject: LinkKind, may: (right: Right) => boolean): readonly LinkKind[] {
  return OTHERS[subject].filter((kind) => may(RIGHTS[kind].view));
}

/** The right that a link between two kinds needs. */
export function rightOfLink(subject: LinkKind, other: LinkKind): Right {
  if (subject === 'user' || other === 'user') return 'users.edit';
  return RIGHTS[ownsOther(subject, other) ? other : subject].edit;
}

/** A link between two ends, the owner first. An id of 0 stands for any. */
export function linkBetween(
  subject: Pick<LinkSubject, 'kind' | 'id'>,
  other: { readonly kind: LinkKind; readonly id: number },
): PermissionLink {
  const [owner, property] = ownsOther(subject.kind, other.kind) ? [subject, other] : [other, subject];
  if (!isOwner(owner.kind)) throw new RangeError(`Cannot link ${subject.kind} with ${other.kind}`);
  return { owner: [`${owner.kind}Id`, owner.id], property: [`${property.kind}Id`, property.id] };
}

/** Has the subject the other, or the other the subject? */
export function ownsOther(subject: LinkKind, other: LinkKind): boolean {
  return isOwner(subject) && (subject === 'user' || !isOwner(other));
}

import {
  isOwnerKind,
  LINKED_KIND_NAMES,
  LINKED_KINDS,
  linkedKind,
  type LinkedKind,
  type OwnerKind,
  type Right,
} from '@rastro/fleet';
import type { PermissionLink } from '@rastro/tracking-client';

/** Kinds at either end of a link; `managedUser` = a user whom another one manages. */
export type LinkKind = OwnerKind | LinkedKind | 'managedUser';
export interface LinkSubject {
  readonly kind: LinkKind;
  readonly id: number;
  readonly name: string;
}

const isOfVehicles = (kind: LinkedKind): boolean => linkedKind(kind).owners.includes('device');
/** Kinds that belong to vehicles and groups of vehicles. */
const OF_VEHICLES = LINKED_KIND_NAMES.filter(isOfVehicles);
const OF_USERS = LINKED_KIND_NAMES.filter((kind) => !isOfVehicles(kind));

/** The kinds that may be linked to a subject. @source docs/reference/tracking-api.md §2.17 */
function others(subject: LinkKind): readonly LinkKind[] {
  if (subject === 'user') return ['device', 'group', ...OF_USERS, ...OF_VEHICLES, 'managedUser'];
  if (subject === 'managedUser') return ['user'];
  // Who has a vehicle or group is linked from it, too.
  if (isOwnerKind(subject)) return [...OF_VEHICLES, 'user'];
  return isOfVehicles(subject) ? ['device', 'group', 'user'] : ['user'];
}

/** Rights to see objects of a kind, and to assign them to vehicles. The same rule as the gateway's. */
function rightsOf(kind: LinkKind): { readonly view: Right; readonly edit: Right } {
  if (kind === 'managedUser') return { view: 'users.view', edit: 'users.edit' };
  if (isOwnerKind(kind)) return { view: `${kind}s.view`, edit: `${kind}s.edit` };
  const { view, edit } = LINKED_KINDS[kind].rights;
  // Every signed-in user may read orders; they are shown with vehicles.
  return { view: view === 'session' ? 'devices.view' : view, edit };
}

/** The kinds that a user may see linked to a subject, in their order. */
export function otherKinds(subject: LinkKind, may: (right: Right) => boolean): readonly LinkKind[] {
  return others(subject).filter((kind) => may(rightsOf(kind).view));
}

/** The right that a link between two kinds needs. */
export function rightOfLink(subject: LinkKind, other: LinkKind): Right {
  if (subject === 'user' || other === 'user') return 'users.edit';
  return rightsOf(ownsOther(subject, other) ? other : subject).edit;
}

/** A link between two ends, the owner first. An id of 0 stands for any. */
export function linkBetween(
  subject: Pick<LinkSubject, 'kind' | 'id'>,
  other: { readonly kind: LinkKind; readonly id: number },
): PermissionLink {
  const [owner, property] = ownsOther(subject.kind, other.kind) ? [subject, other] : [other, subject];
  if (!isOwnerKind(owner.kind)) throw new RangeError(`Cannot link ${subject.kind} with ${other.kind}`);
  return { owner: [`${owner.kind}Id`, owner.id], property: [`${property.kind}Id`, property.id] };
}

/** Has the subject the other, or the other the subject? */
export function ownsOther(subject: LinkKind, other: LinkKind): boolean {
  return isOwnerKind(subject) && (subject === 'user' || !isOwnerKind(other));
}

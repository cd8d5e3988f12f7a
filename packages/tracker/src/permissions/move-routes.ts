import { boundedBy, isQrDriver } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Delegation } from '../access/delegation.ts';
import { handOver, leftBehind, splitLinks, receiversOf, seenBy, type Change } from '../access/moving.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import { appError } from '../errors/app-error.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
  /** Serializes requests that use up a limit: of devices, of users. */
  readonly slots: KeyedMutex;
}
const DEVICES = 0;

/** Moves vehicles and users to another customer, with their history; the former ones retain nothing (own). */
export function moveRoutes(deps: Deps) {
  const { restrictions, slots } = deps;
  return handlers({
    'POST /devices/:id/move': ({ caller, params, body }) => {
      restrictions.requireDeviceWrite(caller);
      return slots.run(DEVICES, () => moveDevice(deps, caller, { id: params.id, userId: body.userId }));
    },
    'POST /users/:id/move': ({ caller, params, body }) => {
      restrictions.requireWrite(caller);
      const move = () => moveUser(deps, caller, { id: params.id, userId: body.userId });
      return slots.run('users', () => slots.run(DEVICES, move));
    },
  });
}

interface Move {
  readonly id: number;
  readonly userId: number;
}

async function moveDevice(deps: Deps, caller: Caller, { id, userId }: Move): Promise<void> {
  const { restrictions, directory } = deps;
  const device = restrictions.device(caller, id);
  const receiver = receiverIn(deps, caller, userId);
  restrictions.requirePlaces(receiver, new Set([id]));
  const receivers = receiversOf(deps, userId);
  const things = { devices: new Set([id]), groups: seenBy(deps, [userId]).groups };
  const change = handOver(
    deps,
    { ...things, groups: new Set() },
    { keepers: new Set(receivers), receivers, mayTake: takes(deps, caller) },
  );
  const keepsGroup = things.groups.has(device.groupId);
  const hasCalendar = directory.links.of('user', userId, 'calendar').has(device.calendarId);
  const moved = {
    ...device,
    groupId: keepsGroup ? device.groupId : 0,
    calendarId: hasCalendar ? device.calendarId : 0,
  };
  const remove = [...change.remove, ...leftBehind(deps, id, receivers)];
  await write(deps, { ...change, remove, devices: [moved] });
}

async function moveUser(deps: Deps, caller: Caller, { id, userId }: Move): Promise<void> {
  const { restrictions, directory, delegation } = deps;
  const user = restrictions.user(caller, id);
  const receiver = userId === 0 ? null : receiverIn(deps, caller, userId);
  if (user.id === caller.user.id) throw appError.badInput('id: nobody moves himself');
  if (user.administrator || user.share) throw appError.badInput('id: is no customer');
  if (!receiver && !caller.user.administrator) throw appError.administratorOnly();
  const userIds = new Set([id, ...delegation.accountsBelow(id), ...delegation.managedBelow(id)]);
  if (userIds.has(userId)) throw appError.badInput('userId: is the same person, or below him');
  if (receiver?.userLimit === 0) throw appError.badInput('userId: may not have people below');
  const things = seenBy(deps, userIds);
  if (receiver) {
    restrictions.requireUserPlaces(receiver, userIds);
    restrictions.requirePlaces(receiver, things.devices);
  }
  const receivers = receiversOf(deps, userId);
  const keepers = new Set([...userIds, ...receivers]);
  const former = formerOf(deps, user).difference(keepers);
  const mayTake = takes(deps, caller);
  const change = handOver(deps, things, { keepers, receivers, mayTake });
  const managed = (ownerId: number) =>
    ({ ownerKind: 'user', ownerId, propertyKind: 'managedUser', propertyId: id }) as const;
  const managers = [...directory.links.ownersOf('managedUser', id, 'user')].filter(
    (each) => each !== userId && directory.users.get(each)?.administrator === false,
  );
  const parted = splitLinks(deps, { userIds, former }).filter(
    ({ ownerId }) => userIds.has(ownerId) || mayTake(ownerId) || ownerId === caller.user.id,
  );
  const remove = [...change.remove, ...parted, ...managers.map(managed)];
  const add = [...change.add, ...(receiver ? [managed(userId)] : [])];
  await write(deps, { ...change, add, remove });
  const { giverId: _former, ...free } = user;
  const bounded = receiver ? boundedBy(free, delegation.effective(receiver), directory.brand) : free;
  await directory.users.update({ ...bounded, ...(receiver ? { giverId: receiver.id } : {}) });
}

/** A user of the caller, or the caller, who may have vehicles and users of their own. */
function receiverIn({ restrictions, directory }: Deps, caller: Caller, userId: number): UserEntity {
  const receiver = restrictions.user(caller, userId);
  const isNone = receiver.administrator || receiver.share || isQrDriver(receiver, directory.brand);
  if (isNone) throw appError.badInput('userId: is no customer');
  return receiver;
}

/** Accounts that were above a user, at any depth. */
const formerOf = ({ delegation }: Deps, user: UserEntity): ReadonlySet<number> =>
  new Set([...delegation.chainOf(user)].map(({ id }) => id)).union(delegation.managersOf(user.id));

/** Administrators take from everybody, others from those whom they look after. */
const takes =
  ({ restrictions }: Deps, { user }: Caller) =>
  (userId: number): boolean =>
    user.administrator || restrictions.manages(user.id, userId);

/** First who sees what: what is left after that gives nobody anything. */
async function write({ directory }: Deps, { add, remove, devices, groups }: Change): Promise<void> {
  await directory.links.change([...add], [...remove]);
  for (const group of groups) await directory.groups.update(group);
  for (const device of devices) await directory.devices.update(device);
}

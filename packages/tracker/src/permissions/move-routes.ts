import { boundedBy, isQrDriver } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Delegation } from '../access/delegation.ts';
import { handOver, leftBehind, partWays, receiversOf, seenBy, type Change } from '../access/moving.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import type { Turns } from '../http/turns.ts';
import { refuse } from '../refusals/refusal.ts';

interface Needs {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
  /** Whoever takes a place waits for who takes one: devices, users. */
  readonly slots: Turns;
}
const DEVICES = 0;

/** Vehicles and people go to another customer, with their history; nothing of them is left with the former ones (own). */
export function moveRoutes(needs: Needs) {
  const { restrictions, slots } = needs;
  return handlers({
    'POST /devices/:id/move': ({ caller, params, body }) => {
      restrictions.requireDeviceWrite(caller);
      return slots.take(DEVICES, () => moveDevice(needs, caller, { id: params.id, userId: body.userId }));
    },
    'POST /users/:id/move': ({ caller, params, body }) => {
      restrictions.requireWrite(caller);
      const move = () => moveUser(needs, caller, { id: params.id, userId: body.userId });
      return slots.take('users', () => slots.take(DEVICES, move));
    },
  });
}

interface Move {
  readonly id: number;
  readonly userId: number;
}

async function moveDevice(needs: Needs, caller: Caller, { id, userId }: Move): Promise<void> {
  const { restrictions, directory } = needs;
  const device = restrictions.device(caller, id);
  const receiver = receiverIn(needs, caller, userId);
  restrictions.requirePlaces(receiver, new Set([id]));
  const receivers = receiversOf(needs, userId);
  const things = { devices: new Set([id]), groups: seenBy(needs, [userId]).groups };
  const change = handOver(
    needs,
    { ...things, groups: new Set() },
    { stay: new Set(receivers), receivers, mayTake: takes(needs, caller) },
  );
  const stays = things.groups.has(device.groupId);
  const hasCalendar = directory.links.of('user', userId, 'calendar').has(device.calendarId);
  const moved = {
    ...device,
    groupId: stays ? device.groupId : 0,
    calendarId: hasCalendar ? device.calendarId : 0,
  };
  const remove = [...change.remove, ...leftBehind(needs, id, receivers)];
  await write(needs, { ...change, remove, devices: [moved] });
}

async function moveUser(needs: Needs, caller: Caller, { id, userId }: Move): Promise<void> {
  const { restrictions, directory, delegation } = needs;
  const user = restrictions.user(caller, id);
  const receiver = userId === 0 ? null : receiverIn(needs, caller, userId);
  if (user.id === caller.user.id) throw refuse.badInput('id: nobody moves himself');
  if (user.administrator || user.share) throw refuse.badInput('id: is no customer');
  if (!receiver && !caller.user.administrator) throw refuse.administratorOnly();
  const people = new Set([id, ...delegation.accountsBelow(id), ...delegation.managedBelow(id)]);
  if (people.has(userId)) throw refuse.badInput('userId: is the same person, or below him');
  if (receiver?.userLimit === 0) throw refuse.badInput('userId: may not have people below');
  const things = seenBy(needs, people);
  if (receiver) {
    restrictions.requirePeople(receiver, people);
    restrictions.requirePlaces(receiver, things.devices);
  }
  const receivers = receiversOf(needs, userId);
  const stay = new Set([...people, ...receivers]);
  const former = formerOf(needs, user).difference(stay);
  const mayTake = takes(needs, caller);
  const change = handOver(needs, things, { stay, receivers, mayTake });
  const managed = (ownerId: number) =>
    ({ ownerKind: 'user', ownerId, propertyKind: 'managedUser', propertyId: id }) as const;
  const managers = [...directory.links.ownersOf('managedUser', id, 'user')].filter(
    (each) => each !== userId && directory.users.get(each)?.administrator === false,
  );
  const parted = partWays(needs, { people, former }).filter(
    ({ ownerId }) => people.has(ownerId) || mayTake(ownerId) || ownerId === caller.user.id,
  );
  const remove = [...change.remove, ...parted, ...managers.map(managed)];
  const add = [...change.add, ...(receiver ? [managed(userId)] : [])];
  await write(needs, { ...change, add, remove });
  const { giverId: _former, ...free } = user;
  const bounded = receiver ? boundedBy(free, delegation.effective(receiver), directory.brand) : free;
  await directory.users.update({ ...bounded, ...(receiver ? { giverId: receiver.id } : {}) });
}

/** Somebody of the caller, or he himself, who has vehicles and people of his own. */
function receiverIn({ restrictions, directory }: Needs, caller: Caller, userId: number): UserEntity {
  const receiver = restrictions.user(caller, userId);
  const isNone = receiver.administrator || receiver.share || isQrDriver(receiver, directory.brand);
  if (isNone) throw refuse.badInput('userId: is no customer');
  return receiver;
}

/** Whoever was above somebody, at any depth. */
const formerOf = ({ delegation }: Needs, user: UserEntity): ReadonlySet<number> =>
  new Set([...delegation.chainOf(user)].map(({ id }) => id)).union(delegation.managersOf(user.id));

/** Administrators take from everybody, others from those whom they look after. */
const takes =
  ({ restrictions }: Needs, { user }: Caller) =>
  (userId: number): boolean =>
    user.administrator || restrictions.manages(user.id, userId);

/** First who sees what: what is left after that gives nobody anything. */
async function write({ directory }: Needs, { add, remove, devices, groups }: Change): Promise<void> {
  await directory.links.change([...add], [...remove]);
  for (const group of groups) await directory.groups.update(group);
  for (const device of devices) await directory.devices.update(device);
}

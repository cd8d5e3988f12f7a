import type { FastifyReply } from 'fastify';
import type { Clock } from '@rastro/base';
import { isSet, type Share } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Delegation } from '../access/delegation.ts';
import { addGuest, removeGuest } from '../access/guests.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, SharedThing, UserEntity } from '../directory/directory.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import { apiDate } from '../views/api-date.ts';

interface Needs {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
  readonly credentials: Credentials;
  readonly clock: Clock;
}
/** A link lives as long as its guest; this only has to be longer. */
const LINK_LIFE_MS = 100 * 365 * 86_400_000;

/** What people show to others for a while: made, listed, extended, ended. @source reference/tracking-api.md §3.7 */
export function shareRoutes(needs: Needs) {
  const { directory, restrictions, visibility, credentials, clock } = needs;

  const sendLink = async (guest: UserEntity, reply: FastifyReply) => {
    const wanted = { purpose: 'share', userId: guest.id, lifeMs: LINK_LIFE_MS } as const;
    const { secret } = await credentials.issue(wanted);
    return reply.type('text/plain').send(secret);
  };
  const share = async (
    caller: Caller,
    { name, shared, asked }: { name: string; shared: Omit<SharedThing, 'createdTime'>; asked: number },
    reply: FastifyReply,
  ) => {
    const now = clock.now();
    const end = apiDate(endOf(now, caller, asked));
    const createdTime = apiDate(now);
    const giver = caller.user;
    const guest = await addGuest(directory, { giver, shared: { ...shared, createdTime }, name, end });
    return sendLink(guest, reply);
  };

  return handlers({
    'POST /share/device': async ({ caller, body }, reply) => {
      requireSharing(directory, caller);
      const device = restrictions.device(caller, body.deviceId);
      // What is shared is one's own, for administrators too.
      if (!visibility.seesDevice(caller.user.id, device)) throw refuse.noAccess('Device');
      const { id, name } = device;
      return share(caller, { name, shared: { kind: 'device', id }, asked: body.expiration }, reply);
    },

    'POST /share/group': async ({ caller, body }, reply) => {
      requireSharing(directory, caller);
      const { id, name } = restrictions.group(caller, body.groupId);
      if (!visibility.seesGroup(caller.user.id, id)) throw refuse.noAccess('Group');
      return share(caller, { name, shared: { kind: 'group', id }, asked: body.expiration }, reply);
    },

    'GET /shares': ({ caller, query }) => sharesOf(needs, caller, query.all).flatMap(shareView),

    'PUT /shares/:id': async ({ caller, params, body }) => {
      requireSharing(directory, caller);
      const guest = ownShare(needs, caller, params.id);
      const giver = needs.delegation.giverOf(guest);
      // Whoever extends it gives no more than he has, nor more than the giver has.
      const byCaller = endOf(clock.now(), caller, Date.parse(body.expiration));
      const ends = [byCaller, giver?.expirationTime ? Date.parse(giver.expirationTime) : Infinity];
      const expirationTime = apiDate(Math.min(...ends));
      return firstOf(shareView(await directory.users.update({ ...guest, expirationTime })));
    },

    'DELETE /shares/:id': ({ caller, params }) => removeGuest(needs, ownShare(needs, caller, params.id)),

    'POST /shares/:id/link': ({ caller, params }, reply) => {
      requireSharing(directory, caller);
      return sendLink(ownShare(needs, caller, params.id), reply);
    },
  });
}

function sharesOf({ directory, delegation }: Needs, { user }: Caller, all: boolean): readonly UserEntity[] {
  const isWanted = ({ share }: UserEntity): boolean => share !== undefined;
  if (!all || !user.administrator) return delegation.givenBy(user.id).filter(isWanted);
  return [...directory.users.inOrder()].filter(isWanted);
}

/** One's own; any for an administrator. */
function ownShare({ directory }: Needs, { user }: Caller, id: number): UserEntity {
  const guest = directory.users.get(id);
  const isOwn = guest?.share !== undefined && (user.administrator || guest.giverId === user.id);
  if (!guest || !isOwn) throw refuse.noAccess('Share');
  return guest;
}

function shareView({ id, name, giverId = 0, share, expirationTime }: UserEntity): readonly Share[] {
  if (!share) return [];
  const { kind, id: sharedId, createdTime } = share;
  const deviceId = kind === 'device' ? sharedId : 0;
  const groupId = kind === 'group' ? sharedId : 0;
  return [{ id, name, userId: giverId, deviceId, groupId, expiration: expirationTime, createdTime }];
}
function firstOf(views: readonly Share[]): Share {
  const [view] = views;
  if (!view) throw refuse.noAccess('Share');
  return view;
}

function requireSharing(directory: Directory, { user }: Caller): void {
  if (user.temporary) throw refuse.temporaryUser();
  if (isSet(directory.server.attributes, 'disableShare')) throw refuse.sharingOff();
}

/** The end asked for, but not after that of the caller's account or token. */
function endOf(now: number, { user, credential }: Caller, asked: number): number {
  if (asked <= now) throw refuse.badInput('expiration: is in the past');
  const ofAccount = user.expirationTime === null ? Infinity : Date.parse(user.expirationTime);
  const byToken = credential?.parentHash || credential?.purpose === 'login' ? credential.expiresAt : null;
  return Math.min(asked, ofAccount, byToken ?? Infinity);
}

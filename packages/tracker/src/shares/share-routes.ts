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
interface Wanted extends Pick<SharedThing, 'kind' | 'id'> {
  /** Milliseconds since 1970. */
  readonly asked: number;
}
/** A link lives as long as its guest; this only has to be longer. */
const LINK_LIFE_MS = 100 * 365 * 86_400_000;

/** What people show to others for a while: made, listed, extended, ended. @source reference/tracking-api.md §3.7 */
export function shareRoutes(needs: Needs) {
  const { directory, restrictions, credentials, clock } = needs;

  const linkTo = async (guest: UserEntity): Promise<string> => {
    const wanted = { purpose: 'share', userId: guest.id, lifeMs: LINK_LIFE_MS } as const;
    return (await credentials.issue(wanted)).secret;
  };
  const sendLink = async (guest: UserEntity, reply: FastifyReply) =>
    reply.type('text/plain').send(await linkTo(guest));

  const share = async (caller: Caller, { kind, id, asked }: Wanted): Promise<UserEntity> => {
    requireSharing(directory, caller);
    const { name } = kind === 'device' ? restrictions.device(caller, id) : restrictions.group(caller, id);
    requireOwn(needs, caller, { kind, id });
    const now = clock.now();
    const end = apiDate(endOf(now, caller, asked));
    const shared = { kind, id, createdTime: apiDate(now) };
    return addGuest(directory, { giver: caller.user, shared, name, end });
  };

  return handlers({
    'POST /share/device': async ({ caller, body: { deviceId, expiration } }, reply) =>
      sendLink(await share(caller, { kind: 'device', id: deviceId, asked: expiration }), reply),

    'POST /share/group': async ({ caller, body: { groupId, expiration } }, reply) =>
      sendLink(await share(caller, { kind: 'group', id: groupId, asked: expiration }), reply),

    'POST /shares': async ({ caller, body: { deviceId, groupId, expiration } }) => {
      const what =
        deviceId > 0
          ? ({ kind: 'device', id: deviceId } as const)
          : ({ kind: 'group', id: groupId } as const);
      const guest = await share(caller, { ...what, asked: Date.parse(expiration) });
      return { ...firstOf(shareView(guest)), token: await linkTo(guest) };
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

/** What is shared is one's own, for administrators too. */
function requireOwn(
  { directory, visibility }: Needs,
  { user }: Caller,
  { kind, id }: Pick<SharedThing, 'kind' | 'id'>,
): void {
  if (kind === 'group') {
    if (!visibility.seesGroup(user.id, id)) throw refuse.noAccess('Group');
    return;
  }
  const device = directory.devices.get(id);
  if (!device || !visibility.seesDevice(user.id, device)) throw refuse.noAccess('Device');
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

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Clock } from '@rastro/base';
import { apiDate, isSet, type Share } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Delegation } from '../access/delegation.ts';
import { addGuest, removeGuest, sharedIds } from '../access/guests.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, SharedThing, UserEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import { serializeShare, sharedAfter } from './share-serializer.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Public address; null = unknown. */
  readonly publicUrl: string | null;
}
interface Wanted extends Omit<SharedThing, 'createdTime' | 'madeBy'> {
  /** Milliseconds since 1970. */
  readonly asked: number;
}
/** A link lives as long as its guest; this only has to be longer. */
const LINK_LIFE_MS = 100 * 365 * 86_400_000;

/** Shares for a limited time: made, listed, extended, ended. @source docs/reference/tracking-api.md §3.7 */
export function shareRoutes(deps: Deps) {
  const { directory, restrictions, credentials, clock } = deps;

  const linkTo = async (guest: UserEntity): Promise<string> => {
    const wanted = { purpose: 'share', userId: guest.id, lifeMs: LINK_LIFE_MS } as const;
    return (await credentials.issue(wanted)).secret;
  };
  const sendLink = async (guest: UserEntity, reply: FastifyReply) =>
    reply.type('text/plain').send(await linkTo(guest));

  const share = async (caller: Caller, { asked, ...what }: Wanted): Promise<UserEntity> => {
    requireSharing(directory, caller);
    const names = sharedIds(what).map((id) => {
      const { name } =
        what.kind === 'device' ? restrictions.device(caller, id) : restrictions.group(caller, id);
      requireOwn(deps, caller, { kind: what.kind, id });
      return name;
    });
    const now = clock.now();
    const end = apiDate(endOf(now, caller, asked));
    const shared = { ...what, ...makerOf(directory, caller), createdTime: apiDate(now) };
    return addGuest(directory, { giver: caller.user, shared, name: nameOfShared(names), end });
  };

  return handlers({
    'POST /share/device': async ({ caller, body: { deviceId, expiration } }, reply) =>
      sendLink(await share(caller, { kind: 'device', id: deviceId, asked: expiration }), reply),

    'POST /share/group': async ({ caller, body: { groupId, expiration } }, reply) =>
      sendLink(await share(caller, { kind: 'group', id: groupId, asked: expiration }), reply),

    'POST /shares': async ({ caller, body, request }) => {
      const wanted = wantedOf(body);
      const guest = await share(caller, wanted);
      const token = await linkTo(guest);
      const url = `${originOf(deps, request.headers)}/share/${token}`;
      const isGroup = wanted.kind === 'group';
      const inGroup = isGroup ? { deviceIds: [...deps.visibility.visibleDeviceIds(guest.id)] } : {};
      return { ...serializeGuestShare(deps, guest), ...inGroup, token, url };
    },

    'GET /shares': ({ caller, query }) =>
      sharesOf(deps, caller, query).map((guest) => serializeGuestShare(deps, guest)),

    'PUT /shares/:id': async ({ caller, params, body }) => {
      requireSharing(directory, caller);
      const guest = ownShare(deps, caller, params.id);
      const { expiration, ...fields } = body;
      const end =
        expiration === undefined ? {} : { expirationTime: laterEnd(deps, caller, guest, expiration) };
      const changed = { ...guest, ...end, share: sharedAfter(guest.share, fields) };
      return serializeGuestShare(deps, await directory.users.update(changed));
    },

    'DELETE /shares/:id': ({ caller, params }) => {
      const guest = directory.users.get(params.id);
      const { giverId = 0 } = guest?.share ? guest : {};
      // A manager may end a share of a user below, and gains nothing by it.
      if (guest && giverId > 0 && deps.delegation.managesAtAnyDepth(caller.user.id, giverId))
        return removeGuest(deps, guest);
      return removeGuest(deps, ownShare(deps, caller, params.id));
    },

    'POST /shares/:id/link': ({ caller, params }, reply) => {
      requireSharing(directory, caller);
      return sendLink(ownShare(deps, caller, params.id), reply);
    },
  });
}

/** User who is signed in as the caller. */
/** Name of the first thing, and how many others there are. */
const nameOfShared = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} +${others.length}`;

function makerOf(directory: Directory, { user, credential }: Caller): Pick<SharedThing, 'madeBy'> {
  const actor = directory.users.get(credential?.actorId ?? 0);
  return actor && actor.id !== user.id ? { madeBy: { id: actor.id, name: actor.name } } : {};
}

function wantedOf(body: Call<'POST /shares'>['body']): Wanted {
  const { deviceId, deviceIds, groupId, expiration, label, history, destination } = body;
  const [first = deviceId, ...more] = new Set(deviceIds);
  return {
    ...(first > 0 ? { kind: 'device', id: first } : { kind: 'group', id: groupId }),
    ...(more.length > 0 && { also: more }),
    ...(label !== null && { label }),
    ...(history && { history }),
    ...(destination !== null && { destination }),
    asked: Date.parse(expiration),
  };
}

/** Requires that users share only their own things, administrators too. */
function requireOwn(
  { directory, visibility }: Deps,
  { user }: Caller,
  { kind, id }: Pick<SharedThing, 'kind' | 'id'>,
): void {
  if (kind === 'group') {
    if (!visibility.seesGroup(user.id, id)) throw appError.noAccess('Group');
    return;
  }
  const device = directory.devices.get(id);
  if (!device || !visibility.seesDevice(user.id, device)) throw appError.noAccess('Device');
}

function sharesOf(
  { directory, delegation, restrictions }: Deps,
  caller: Caller,
  { all, userId }: Call<'GET /shares'>['query'],
): readonly UserEntity[] {
  const { user } = caller;
  const isWanted = ({ share }: UserEntity): boolean => share !== undefined;
  if (userId !== null) return delegation.givenBy(restrictions.user(caller, userId).id).filter(isWanted);
  if (!all || !user.administrator) return delegation.givenBy(user.id).filter(isWanted);
  return [...directory.users.inOrder()].filter(isWanted);
}

/** One's own; any for an administrator. */
function ownShare({ directory }: Deps, { user }: Caller, id: number): UserEntity {
  const guest = directory.users.get(id);
  const isOwn = guest?.share !== undefined && (user.administrator || guest.giverId === user.id);
  if (!guest || !isOwn) throw appError.noAccess('Share');
  return guest;
}

function requireSharing(directory: Directory, { user }: Caller): void {
  if (user.temporary) throw appError.temporaryUser();
  if (isSet(directory.server.attributes, 'disableShare')) throw appError.sharingOff();
}

/** The end asked for, but not after that of the caller's account or token. */
function endOf(now: number, { user, credential }: Caller, asked: number): number {
  if (asked <= now) throw appError.badInput('expiration: is in the past');
  const ofAccount = user.expirationTime === null ? Infinity : Date.parse(user.expirationTime);
  const byToken = credential?.parentHash || credential?.purpose === 'login' ? credential.expiresAt : null;
  return Math.min(asked, ofAccount, byToken ?? Infinity);
}

/** An extension ends no later than the account or token of the caller, nor than the giver's account. */
function laterEnd(
  { delegation, clock }: Deps,
  caller: Caller,
  guest: UserEntity,
  expiration: string,
): string {
  const giver = delegation.giverOf(guest);
  const byCaller = endOf(clock.now(), caller, Date.parse(expiration));
  return apiDate(Math.min(byCaller, giver?.expirationTime ? Date.parse(giver.expirationTime) : Infinity));
}

function serializeGuestShare({ credentials }: Deps, guest: UserEntity): Share {
  const view = serializeShare(guest, credentials.heldBy(guest.id, ['share', 'session']));
  if (!view) throw appError.noAccess('Share');
  return view;
}

/** Origin of the caller's browser; else the public address. The gateway rejects foreign pages. */
function originOf({ publicUrl }: Deps, { origin, host = 'localhost' }: IncomingHttpHeaders): string {
  return origin ?? publicUrl ?? `http://${host}`;
}

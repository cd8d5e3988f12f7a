import { isShared, SHARE_ATTRIBUTES, PLAIN_USER, type Share, type User } from '@rastro/fleet';
import type { CallOf, TrackingKey, TrackingRoutes } from '@rastro/fleet/api';
import type { KeptShare } from '@rastro/fleet/schemas';
import type { ExtensionReply } from '../extension-route.ts';
import { soon } from '../acted.ts';
import type { ShareRoom } from './share-room.ts';

/** A call about shares, read by the schemas of its route. */
export interface ShareCall<K extends TrackingKey> extends CallOf<K, TrackingRoutes[K]> {
  readonly caller: User;
  /** Where the browser of the caller is. */
  readonly origin: string;
  /** Has the administrator of the tracking server turned sharing off? */
  readonly isOff: boolean;
}

const refused = (status: number, body: string): ExtensionReply => ({ status, body });
const NOT_HIS = refused(400, 'Share access denied - Share not found or not yours');
const instantText = (instant: number): string => new Date(instant).toISOString();

/** What is asked for, whichever way: what is shared, until when, and what is said of it. */
interface Wanted extends Pick<KeptShare, 'deviceIds' | 'groupId' | 'label' | 'history' | 'destination'> {
  /** ISO 8601. */
  readonly expiration: string;
}
const PLAIN = { deviceIds: [], groupId: 0, label: null, history: false, destination: null };

/** As our own tracking server does with shares, in front of one that keeps none. */
export function shareCalls(room: ShareRoom) {
  const { book, clock } = room;

  const ownShare = async (caller: User, id: number): Promise<KeptShare | null> => {
    const share = await book.find(id);
    return share && (caller.administrator || share.giverId === caller.id) ? share : null;
  };
  const answersFor = async (caller: User, userId: number): Promise<boolean> =>
    caller.administrator || (await room.acting.answersFor(caller.id, userId, soon()));
  const viewOf = async (share: KeptShare): Promise<Share> => shareView(share, await book.lastUse(share.id));

  const share = async (
    call: Pick<ShareCall<'POST /shares'>, 'caller' | 'isOff'>,
    wanted: Wanted,
  ): Promise<ExtensionReply | Awaited<ReturnType<typeof book.make>>> => {
    const { caller } = call;
    const no = refusedSharing(call);
    if (no) return no;
    const endsAt = endOf(clock.now(), caller, wanted.expiration);
    if (endsAt === null) return refused(400, 'Invalid data - expiration: is in the past');
    const name = await nameOf(room, caller, wanted);
    if (typeof name !== 'string') return name;
    const { expiration: _end, ...what } = wanted;
    return book.make({ ...what, name, giverId: caller.id, endsAt });
  };
  const linkOf = (made: Awaited<ReturnType<typeof share>>): ExtensionReply =>
    'token' in made ? { status: 200, body: made.token } : made;

  return {
    'POST /shares': async (call: ShareCall<'POST /shares'>): Promise<ExtensionReply> => {
      const { deviceId, deviceIds, expiration, ...what } = call.body;
      const chosen = [...new Set(deviceId > 0 ? [deviceId] : deviceIds)];
      const made = await share(call, { ...what, deviceIds: chosen, expiration });
      if (!('token' in made)) return made;
      const { token } = made;
      const sight = what.groupId > 0 ? await room.sight.look(made.share.id) : null;
      const inGroup = sight ? { deviceIds: sight.devices.map(({ id }) => id) } : {};
      const body = { ...(await viewOf(made.share)), ...inGroup, token, url: `${call.origin}/share/${token}` };
      return { status: 200, body };
    },

    'GET /shares': async ({ caller, query }: ShareCall<'GET /shares'>): Promise<ExtensionReply> => {
      const now = clock.now();
      const { all, userId } = query;
      if (userId !== null && !(await answersFor(caller, userId)))
        return refused(400, 'User access denied - User not found or not yours');
      const isWanted = (giverId: number): boolean =>
        userId === null ? giverId === caller.id || (all && caller.administrator) : giverId === userId;
      const shown = (await book.all()).filter(({ giverId, endsAt }) => endsAt > now && isWanted(giverId));
      return { status: 200, body: await Promise.all(shown.map(viewOf)) };
    },

    'PUT /shares/:id': async (call: ShareCall<'PUT /shares/:id'>): Promise<ExtensionReply> => {
      const { caller, params, body } = call;
      const no = refusedSharing(call);
      if (no) return no;
      if (!(await ownShare(caller, params.id))) return NOT_HIS;
      const { expiration, label, destination } = body;
      const endsAt = expiration === undefined ? undefined : endOf(clock.now(), caller, expiration);
      if (endsAt === null) return refused(400, 'Invalid data - expiration: is in the past');
      const changed = await book.change(params.id, (former) => ({
        ...former,
        ...(endsAt !== undefined && { endsAt }),
        ...(label !== undefined && { label }),
        ...(destination !== undefined && { destination }),
      }));
      return changed ? { status: 200, body: await viewOf(changed) } : NOT_HIS;
    },

    'DELETE /shares/:id': async (call: ShareCall<'DELETE /shares/:id'>): Promise<ExtensionReply> => {
      const found = await book.find(call.params.id);
      // Whoever looks after somebody may end what he shares, and gains nothing by it.
      if (!found || !(await answersFor(call.caller, found.giverId))) return NOT_HIS;
      await book.end(found.id);
      return { status: 204, body: '' };
    },

    'POST /shares/:id/link': async (call: ShareCall<'POST /shares/:id/link'>): Promise<ExtensionReply> => {
      const no = refusedSharing(call);
      if (no) return no;
      const found = await ownShare(call.caller, call.params.id);
      const token = found && (await book.link(found.id));
      return token === null ? NOT_HIS : { status: 200, body: token };
    },

    'POST /share/device': async (call: ShareCall<'POST /share/device'>): Promise<ExtensionReply> => {
      const { deviceId, expiration } = call.body;
      const end = instantText(expiration);
      return linkOf(await share(call, { ...PLAIN, deviceIds: [deviceId], expiration: end }));
    },

    'POST /share/group': async (call: ShareCall<'POST /share/group'>): Promise<ExtensionReply> => {
      const { groupId, expiration } = call.body;
      return linkOf(await share(call, { ...PLAIN, groupId, expiration: instantText(expiration) }));
    },
  };
}

function refusedSharing({ caller, isOff }: { readonly caller: User; readonly isOff: boolean }) {
  if (caller.temporary || isShared(caller)) return refused(400, 'Temporary user - A guest cannot share');
  return isOff ? refused(400, 'Sharing disabled - This server does not share vehicles') : null;
}

/** How a share is called; a refusal where the caller does not see what he would show. */
async function nameOf(
  { acting }: ShareRoom,
  caller: User,
  { deviceIds, groupId }: Pick<Wanted, 'deviceIds' | 'groupId'>,
): Promise<string | ExtensionReply> {
  if (groupId > 0) {
    const isSeen = await acting.seesGroup(caller.id, groupId, soon());
    const group = isSeen && (await acting.as(caller.id).groups.read(groupId, soon()));
    return group && group.ok
      ? group.value.name
      : refused(400, 'Group access denied - Group not found or not yours');
  }
  const names: string[] = [];
  for (const id of deviceIds) {
    const device = await acting.device(caller.id, id, soon());
    if (!device) return refused(400, 'Device access denied - Device not found or not yours');
    names.push(device.name);
  }
  const [first = '', ...others] = names;
  return others.length === 0 ? first : `${first} +${others.length}`;
}

/** The end asked for, but not after that of the account; null = it is in the past. */
function endOf(now: number, { expirationTime }: User, wanted: string): number | null {
  const asked = Date.parse(wanted);
  if (asked <= now) return null;
  return Math.min(asked, expirationTime === null ? Infinity : Date.parse(expirationTime));
}

function shareView(share: KeptShare, usedAt: number | null): Share {
  const { id, name, giverId, deviceIds, groupId, endsAt, createdAt, label, history, destination } = share;
  return {
    id,
    name,
    userId: giverId,
    deviceId: deviceIds[0] ?? 0,
    deviceIds,
    groupId,
    expiration: instantText(endsAt),
    createdTime: instantText(createdAt),
    label,
    history,
    destination,
    lastUsedTime: usedAt === null ? null : instantText(usedAt),
  };
}

/** The account that a guest is: it looks at what is shared, and nothing else. */
export function guestOf({ id, name, endsAt, createdAt, destination }: KeptShare): User {
  return {
    ...PLAIN_USER,
    id,
    name,
    email: `guest-${id}@share.invalid`,
    attributes: {
      isShared: true,
      [SHARE_ATTRIBUTES.since]: instantText(createdAt),
      ...(destination && {
        [SHARE_ATTRIBUTES.destination]: `${destination.latitude},${destination.longitude}`,
      }),
    },
    readonly: true,
    deviceReadonly: true,
    limitCommands: true,
    disableReports: true,
    fixedEmail: true,
    temporary: true,
    expirationTime: instantText(endsAt),
    totpKey: null,
    password: null,
  };
}

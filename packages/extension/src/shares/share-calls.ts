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
const IN_THE_PAST = refused(400, 'Invalid data - expiration: is in the past');
const NOT_HIS = refused(400, 'Share access denied - Share not found or not yours');
const instantText = (instant: number): string => new Date(instant).toISOString();

/** What is asked for, whichever way: what is shared, until when, and what is said of it. */
interface Wanted extends Pick<KeptShare, 'deviceIds' | 'groupId' | 'label' | 'history' | 'destination'> {
  /** ISO 8601. */
  readonly expiration: string;
}
const PLAIN = { deviceIds: [], groupId: 0, label: null, history: false, destination: null };

/** As our own tracking server does with shares, in front of one that keeps none. */
export const shareCalls = (room: ShareRoom) => ({
  'POST /shares': (call: ShareCall<'POST /shares'>) => makeShare(room, call),
  'GET /shares': (call: ShareCall<'GET /shares'>) => listShares(room, call),
  'PUT /shares/:id': (call: ShareCall<'PUT /shares/:id'>) => changeShare(room, call),
  'DELETE /shares/:id': (call: ShareCall<'DELETE /shares/:id'>) => endShare(room, call),
  'POST /shares/:id/link': (call: ShareCall<'POST /shares/:id/link'>) => linkShare(room, call),
  'POST /share/device': async (call: ShareCall<'POST /share/device'>) => {
    const { deviceId, expiration } = call.body;
    const end = instantText(expiration);
    return linkOf(await share(room, call, { ...PLAIN, deviceIds: [deviceId], expiration: end }));
  },
  'POST /share/group': async (call: ShareCall<'POST /share/group'>) => {
    const { groupId, expiration } = call.body;
    return linkOf(await share(room, call, { ...PLAIN, groupId, expiration: instantText(expiration) }));
  },
});

type Made = Awaited<ReturnType<ShareRoom['book']['make']>>;
const linkOf = (made: ExtensionReply | Made): ExtensionReply =>
  'token' in made ? { status: 200, body: made.token } : made;

async function share(
  room: ShareRoom,
  call: Pick<ShareCall<'POST /shares'>, 'caller' | 'isOff'>,
  wanted: Wanted,
): Promise<ExtensionReply | Made> {
  const { caller } = call;
  const no = refusedSharing(call);
  if (no) return no;
  const endsAt = endOf(room.clock.now(), caller, wanted.expiration);
  if (endsAt === null) return IN_THE_PAST;
  const name = await nameOf(room, caller, wanted);
  if (typeof name !== 'string') return name;
  const { expiration: _end, ...what } = wanted;
  return room.book.make({ ...what, name, giverId: caller.id, endsAt });
}

async function makeShare(room: ShareRoom, call: ShareCall<'POST /shares'>): Promise<ExtensionReply> {
  const { deviceId, deviceIds, expiration, ...what } = call.body;
  const chosen = [...new Set(deviceId > 0 ? [deviceId] : deviceIds)];
  const made = await share(room, call, { ...what, deviceIds: chosen, expiration });
  if (!('token' in made)) return made;
  const { token } = made;
  const sight = what.groupId > 0 ? await room.sight.look(made.share.id) : null;
  const inGroup = sight ? { deviceIds: sight.devices.map(({ id }) => id) } : {};
  const view = await viewOf(room, made.share);
  return { status: 200, body: { ...view, ...inGroup, token, url: `${call.origin}/share/${token}` } };
}

async function listShares(
  room: ShareRoom,
  { caller, query: { all, userId } }: ShareCall<'GET /shares'>,
): Promise<ExtensionReply> {
  if (userId !== null && !(await answersFor(room, caller, userId)))
    return refused(400, 'User access denied - User not found or not yours');
  const isWanted = (giverId: number): boolean =>
    userId === null ? giverId === caller.id || (all && caller.administrator) : giverId === userId;
  const now = room.clock.now();
  const shown = (await room.book.all()).filter(({ giverId, endsAt }) => endsAt > now && isWanted(giverId));
  return { status: 200, body: await Promise.all(shown.map((each) => viewOf(room, each))) };
}

async function changeShare(room: ShareRoom, call: ShareCall<'PUT /shares/:id'>): Promise<ExtensionReply> {
  const { caller, params, body } = call;
  const no = refusedSharing(call);
  if (no) return no;
  if (!(await ownShare(room, caller, params.id))) return NOT_HIS;
  const { expiration, label, destination } = body;
  const endsAt = expiration === undefined ? undefined : endOf(room.clock.now(), caller, expiration);
  if (endsAt === null) return IN_THE_PAST;
  const changed = await room.book.change(params.id, (former) => ({
    ...former,
    ...(endsAt !== undefined && { endsAt }),
    ...(label !== undefined && { label }),
    ...(destination !== undefined && { destination }),
  }));
  return changed ? { status: 200, body: await viewOf(room, changed) } : NOT_HIS;
}

async function endShare(
  room: ShareRoom,
  { caller, params }: ShareCall<'DELETE /shares/:id'>,
): Promise<ExtensionReply> {
  const found = await room.book.find(params.id);
  // Whoever looks after somebody may end what he shares, and gains nothing by it.
  if (!found || !(await answersFor(room, caller, found.giverId))) return NOT_HIS;
  await room.book.end(found.id);
  return { status: 204, body: '' };
}

async function linkShare(room: ShareRoom, call: ShareCall<'POST /shares/:id/link'>): Promise<ExtensionReply> {
  const no = refusedSharing(call);
  if (no) return no;
  const found = await ownShare(room, call.caller, call.params.id);
  const token = found && (await room.book.link(found.id));
  return token === null ? NOT_HIS : { status: 200, body: token };
}

async function ownShare({ book }: ShareRoom, caller: User, id: number): Promise<KeptShare | null> {
  const found = await book.find(id);
  return found && (caller.administrator || found.giverId === caller.id) ? found : null;
}
const answersFor = async ({ acting }: ShareRoom, caller: User, userId: number): Promise<boolean> =>
  caller.administrator || acting.answersFor(caller.id, userId, soon());
const viewOf = async ({ book }: ShareRoom, kept: KeptShare): Promise<Share> =>
  shareView(kept, await book.lastUse(kept.id));

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
    // Another server does not tell who acts as whom.
    madeById: 0,
    madeByName: null,
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

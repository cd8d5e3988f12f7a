import { isShared, SHARE_ATTRIBUTES, PLAIN_USER, type Share, type User } from '@rastro/fleet';
import type { CallOf, TrackingKey, TrackingRoutes } from '@rastro/fleet/api';
import type { StoredShare } from '@rastro/fleet/schemas';
import type { ExtensionReply } from '../extension-route.ts';
import { soon } from '../with-tracking-api.ts';
import type { ShareDeps } from './share-deps.ts';

/** A call about shares, read by the schemas of its route. */
export interface ShareCall<K extends TrackingKey> extends CallOf<K, TrackingRoutes[K]> {
  readonly caller: User;
  /** Where the browser of the caller is. */
  readonly origin: string;
  /** Has the administrator of the tracking server turned sharing off? */
  readonly isOff: boolean;
}

const errorReply = (status: number, body: string): ExtensionReply => ({ status, body });
const IN_THE_PAST = errorReply(400, 'Invalid data - expiration: is in the past');
const NOT_OWN = errorReply(400, 'Share access denied - Share not found or not yours');
const instantText = (instant: number): string => new Date(instant).toISOString();

/** Contents, end and description of a requested share. */
interface Wanted extends Pick<StoredShare, 'deviceIds' | 'groupId' | 'label' | 'history' | 'destination'> {
  /** ISO 8601. */
  readonly expiration: string;
}
const PLAIN = { deviceIds: [], groupId: 0, label: null, history: false, destination: null };

/** As our own tracking server does with shares, in front of one that keeps none. */
export const shareCalls = (deps: ShareDeps) => ({
  'POST /shares': (call: ShareCall<'POST /shares'>) => makeShare(deps, call),
  'GET /shares': (call: ShareCall<'GET /shares'>) => listShares(deps, call),
  'PUT /shares/:id': (call: ShareCall<'PUT /shares/:id'>) => changeShare(deps, call),
  'DELETE /shares/:id': (call: ShareCall<'DELETE /shares/:id'>) => endShare(deps, call),
  'POST /shares/:id/link': (call: ShareCall<'POST /shares/:id/link'>) => linkShare(deps, call),
  'POST /share/device': async (call: ShareCall<'POST /share/device'>) => {
    const { deviceId, expiration } = call.body;
    const end = instantText(expiration);
    return linkOf(await share(deps, call, { ...PLAIN, deviceIds: [deviceId], expiration: end }));
  },
  'POST /share/group': async (call: ShareCall<'POST /share/group'>) => {
    const { groupId, expiration } = call.body;
    return linkOf(await share(deps, call, { ...PLAIN, groupId, expiration: instantText(expiration) }));
  },
});

type Made = Awaited<ReturnType<ShareDeps['shareStore']['make']>>;
const linkOf = (made: ExtensionReply | Made): ExtensionReply =>
  'token' in made ? { status: 200, body: made.token } : made;

async function share(
  deps: ShareDeps,
  call: Pick<ShareCall<'POST /shares'>, 'caller' | 'isOff'>,
  wanted: Wanted,
): Promise<ExtensionReply | Made> {
  const { caller } = call;
  const no = sharingError(call);
  if (no) return no;
  const endsAt = endOf(deps.clock.now(), caller, wanted.expiration);
  if (endsAt === null) return IN_THE_PAST;
  const name = await nameOf(deps, caller, wanted);
  if (typeof name !== 'string') return name;
  const { expiration: _end, ...what } = wanted;
  return deps.shareStore.make({ ...what, name, giverId: caller.id, endsAt });
}

async function makeShare(deps: ShareDeps, call: ShareCall<'POST /shares'>): Promise<ExtensionReply> {
  const { deviceId, deviceIds, expiration, ...what } = call.body;
  const chosen = [...new Set(deviceId > 0 ? [deviceId] : deviceIds)];
  const made = await share(deps, call, { ...what, deviceIds: chosen, expiration });
  if (!('token' in made)) return made;
  const { token } = made;
  const sight = what.groupId > 0 ? await deps.sight.read(made.share.id) : null;
  const inGroup = sight ? { deviceIds: sight.devices.map(({ id }) => id) } : {};
  const view = await serializeWithUse(deps, made.share);
  return { status: 200, body: { ...view, ...inGroup, token, url: `${call.origin}/share/${token}` } };
}

async function listShares(
  deps: ShareDeps,
  { caller, query: { all, userId } }: ShareCall<'GET /shares'>,
): Promise<ExtensionReply> {
  if (userId !== null && !(await answersFor(deps, caller, userId)))
    return errorReply(400, 'User access denied - User not found or not yours');
  const isWanted = (giverId: number): boolean =>
    userId === null ? giverId === caller.id || (all && caller.administrator) : giverId === userId;
  const now = deps.clock.now();
  const visible = (await deps.shareStore.all()).filter(
    ({ giverId, endsAt }) => endsAt > now && isWanted(giverId),
  );
  return { status: 200, body: await Promise.all(visible.map((each) => serializeWithUse(deps, each))) };
}

async function changeShare(deps: ShareDeps, call: ShareCall<'PUT /shares/:id'>): Promise<ExtensionReply> {
  const { caller, params, body } = call;
  const no = sharingError(call);
  if (no) return no;
  if (!(await ownShare(deps, caller, params.id))) return NOT_OWN;
  const { expiration, label, destination } = body;
  const endsAt = expiration === undefined ? undefined : endOf(deps.clock.now(), caller, expiration);
  if (endsAt === null) return IN_THE_PAST;
  const changed = await deps.shareStore.change(params.id, (former) => ({
    ...former,
    ...(endsAt !== undefined && { endsAt }),
    ...(label !== undefined && { label }),
    ...(destination !== undefined && { destination }),
  }));
  return changed ? { status: 200, body: await serializeWithUse(deps, changed) } : NOT_OWN;
}

async function endShare(
  deps: ShareDeps,
  { caller, params }: ShareCall<'DELETE /shares/:id'>,
): Promise<ExtensionReply> {
  const found = await deps.shareStore.find(params.id);
  // A manager may end a share of a user below, and gains nothing by it.
  if (!found || !(await answersFor(deps, caller, found.giverId))) return NOT_OWN;
  await deps.shareStore.end(found.id);
  return { status: 204, body: '' };
}

async function linkShare(deps: ShareDeps, call: ShareCall<'POST /shares/:id/link'>): Promise<ExtensionReply> {
  const no = sharingError(call);
  if (no) return no;
  const found = await ownShare(deps, call.caller, call.params.id);
  const token = found && (await deps.shareStore.link(found.id));
  return token === null ? NOT_OWN : { status: 200, body: token };
}

async function ownShare({ shareStore }: ShareDeps, caller: User, id: number): Promise<StoredShare | null> {
  const found = await shareStore.find(id);
  return found && (caller.administrator || found.giverId === caller.id) ? found : null;
}
const answersFor = async ({ trackingApi }: ShareDeps, caller: User, userId: number): Promise<boolean> =>
  caller.administrator || trackingApi.answersFor(caller.id, userId, soon());
const serializeWithUse = async ({ shareStore }: ShareDeps, stored: StoredShare): Promise<Share> =>
  serializeShare(stored, await shareStore.lastUse(stored.id));

function sharingError({ caller, isOff }: { readonly caller: User; readonly isOff: boolean }) {
  if (caller.temporary || isShared(caller)) return errorReply(400, 'Temporary user - A guest cannot share');
  return isOff ? errorReply(400, 'Sharing disabled - This server does not share vehicles') : null;
}

/** Name of a share; an error if the caller does not see what it would show. */
async function nameOf(
  { trackingApi }: ShareDeps,
  caller: User,
  { deviceIds, groupId }: Pick<Wanted, 'deviceIds' | 'groupId'>,
): Promise<string | ExtensionReply> {
  if (groupId > 0) {
    const isSeen = await trackingApi.seesGroup(caller.id, groupId, soon());
    const group = isSeen && (await trackingApi.as(caller.id).groups.read(groupId, soon()));
    return group && group.ok
      ? group.value.name
      : errorReply(400, 'Group access denied - Group not found or not yours');
  }
  const names: string[] = [];
  for (const id of deviceIds) {
    const device = await trackingApi.device(caller.id, id, soon());
    if (!device) return errorReply(400, 'Device access denied - Device not found or not yours');
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

function serializeShare(share: StoredShare, usedAt: number | null): Share {
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
    // Another server does not reveal who acts as whom.
    madeById: 0,
    madeByName: null,
  };
}

/** The account of a guest: sees what is shared, and nothing else. */
export function guestOf({ id, name, endsAt, createdAt, destination }: StoredShare): User {
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

import { isConflict, retryOnConflict } from '@rastro/base';
import { DEVICE_ATTRIBUTES, type Device, type User } from '@rastro/fleet';
import {
  storedAutolinkCode,
  storedClaimer,
  type AutolinkBody,
  type StoredAutolinkCode,
} from '@rastro/fleet/schemas';
import type { NewAction } from '@rastro/storage';
import type { ApiFailure } from '@rastro/tracking-client';
import { withTrackingApi, soon, unreachable } from '../with-tracking-api.ts';
import { answered } from '../tracking-failure.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { attempted, type OpenLabel } from './autolink-offer.ts';
import { movedBatch, stateOf } from './movements.ts';
import { LABELS } from './print-labels.ts';
import { stockErrors } from './stock-errors.ts';
import { commitWith, type StockContext, type StockDeps } from './stock-deps.ts';

const CLAIMERS = 'autolinkClaimer';
const MAX_ATTEMPTS = 12;

/** Hands a tracker to the user who has the code of its label, once. */
export const autolink = (deps: StockDeps): ExtensionHandler<'POST /autolink'> =>
  withTrackingApi(deps, async (here, { caller, address, body }) => {
    if (!caller.administrator && (caller.readonly || caller.deviceReadonly)) return stockErrors.readonly();
    return attempted(here, { caller, address, code: body.code }, async (found) => {
      if (body.groupId > 0 && !(await here.trackingApi.seesGroup(caller.id, body.groupId, soon())))
        return stockErrors.noGroup();
      const reserved = await reserve(here, caller, found);
      if (reserved !== 'reserved') return reserved === 'limit' ? stockErrors.limit() : stockErrors.badCode();
      return handOver(here, { caller, address, body, found });
    });
  });

type Reserved = 'reserved' | 'limit' | 'taken';

/**
 * Keeps the code for one account, in the commit that counts the tracker against its limit: of two at once, with one
 * code or at one limit, the second reads again.
 */
async function reserve(here: StockContext, caller: User, found: OpenLabel): Promise<Reserved> {
  const { storage, clock } = here;
  const { deviceId } = found.label;
  for (let attempt = 1; ; attempt++) {
    const claimer = await storage.document(CLAIMERS, String(caller.id));
    const open = new Set(claimer ? storedClaimer.parse(claimer.body).open : []).add(deviceId);
    if (!(await hasPlace(here, caller, open))) return 'limit';
    const taken = { userId: caller.id, at: clock.now(), isDone: false };
    try {
      await storage.commit({
        put: [
          labelPut({ ...found.label, taken }, found.version),
          {
            kind: CLAIMERS,
            key: String(caller.id),
            body: { open: [...open] },
            replaces: claimer?.version ?? 0,
          },
        ],
      });
      return 'reserved';
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await storage.document(LABELS, found.label.code);
      if (now?.version !== found.version || attempt >= MAX_ATTEMPTS) return 'taken';
    }
  }
}

/** docs/reference/requirements.md SPEC §5: counts the caller's devices, and those being taken over right now. */
async function hasPlace(
  { trackingApi }: StockContext,
  caller: User,
  open: ReadonlySet<number>,
): Promise<boolean> {
  if (caller.administrator || caller.deviceLimit < 0) return true;
  const ownDevices = await trackingApi.devices({ id: caller.id, administrator: false }, soon());
  return new Set([...ownDevices.map(({ id }) => id), ...open]).size <= caller.deviceLimit;
}

const labelPut = (label: StoredAutolinkCode, replaces: number) =>
  ({ kind: LABELS, key: label.code, body: label, replaces }) as const;

interface HandOver {
  readonly caller: User;
  readonly address: string;
  readonly body: AutolinkBody;
  readonly found: OpenLabel;
}

/** Each step may be repeated: after an interruption the client sends the same once more. */
async function handOver(
  here: StockContext,
  { caller, address, body, found }: HandOver,
): Promise<ExtensionReply> {
  const { trackingApi, clock } = here;
  const { label, device } = found;
  const at = clock.now();
  const owner = trackingApi.as(label.ownerId);
  const written = await owner.devices.update(claimedDevice(device, caller, body, at), soon());
  if (!written.ok) {
    await release(here, caller, found);
    return deviceError(written.error);
  }
  await unlinkFormer(here, found, caller);
  const link = { owner: ['userId', caller.id], property: ['deviceId', device.id] } as const;
  answered(await owner.permissions.link(link, soon()));
  // A group of the new owner, which the user who printed the label need not see.
  const placed =
    body.groupId === 0
      ? written
      : await trackingApi.as(caller.id).devices.update({ ...written.value, groupId: body.groupId }, soon());
  const movement = {
    deviceId: device.id,
    deviceName: body.name,
    at,
    userId: caller.id,
    userName: caller.name,
    from: stateOf(device) === 'installed' ? 'stock' : stateOf(device),
    to: 'installed',
    note: '',
  };
  await finish(here, { caller, found, at, moved: movedBatch(movement, address) });
  return { status: 200, body: answered(placed) };
}

/** The tracker from now on, without the data of its former vehicle. */
function claimedDevice(device: Device, caller: User, body: AutolinkBody, at: number): Device {
  const { name, plate, category } = body;
  const { plate: _former, ...rest } = device.attributes;
  return {
    ...device,
    name,
    category: category ?? device.category,
    groupId: 0,
    attributes: {
      ...rest,
      ...(plate === null ? {} : { [DEVICE_ATTRIBUTES.plate]: plate }),
      [DEVICE_ATTRIBUTES.state]: 'installed',
      [DEVICE_ATTRIBUTES.installInstaller]: caller.name,
      [DEVICE_ATTRIBUTES.installDate]: new Date(at).toISOString().slice(0, 10),
    },
  };
}

/** Customers who had the tracker before do not see where it drives now. */
async function unlinkFormer(
  { trackingApi }: StockContext,
  { label, device }: OpenLabel,
  caller: User,
): Promise<void> {
  const { ownerId } = label;
  for (const userId of await trackingApi.linkedBelow(ownerId, device.id, soon())) {
    if (userId === caller.id || userId === ownerId) continue;
    const link = { owner: ['userId', userId], property: ['deviceId', device.id] } as const;
    answered(await trackingApi.as(ownerId).permissions.unlink(link, soon()));
  }
}

function deviceError({ status, message }: ApiFailure): ExtensionReply {
  return status >= 400 && status < 500 ? stockErrors.notTaken(message) : unreachable();
}

/** Nothing was done: the code is free again. */
const release = async (here: StockContext, caller: User, { label }: OpenLabel): Promise<void> =>
  settle(here, caller, { ...label, taken: null });

interface Finish {
  readonly caller: User;
  readonly found: OpenLabel;
  readonly at: number;
  readonly moved: ReturnType<typeof movedBatch>;
}
const finish = (here: StockContext, { caller, found, at, moved }: Finish): Promise<void> =>
  settle(here, caller, { ...found.label, taken: { userId: caller.id, at, isDone: true } }, moved);

/** The end of a reservation, with what it leaves behind. Nobody else writes a code that is reserved. */
async function settle(
  here: StockContext,
  caller: User,
  label: StoredAutolinkCode,
  moved: Finish['moved'] = { put: [], actions: [] },
): Promise<void> {
  const key = String(caller.id);
  const used: NewAction = {
    userId: caller.id,
    address: moved.actions[0]?.address ?? '',
    actionTime: here.clock.now(),
    actionType: 'autolink',
    objectType: 'device',
    objectId: label.deviceId,
    attributes: {},
  };
  await retryOnConflict(async () => {
    const stored = await here.storage.document(LABELS, label.code);
    // Sent twice at once: the first has settled it.
    if (stored && storedAutolinkCode.parse(stored.body).taken?.isDone) return;
    const claimer = await here.storage.document(CLAIMERS, key);
    const open = claimer ? storedClaimer.parse(claimer.body).open : [];
    const rest = open.filter((id) => id !== label.deviceId);
    await commitWith(here, {
      put: [
        { kind: LABELS, key: label.code, body: label, replaces: stored?.version ?? 0 },
        { kind: CLAIMERS, key, body: { open: rest }, replaces: claimer?.version ?? 0 },
        ...moved.put,
      ],
      actions: moved.actions.length === 0 ? [] : [used, ...moved.actions],
    });
  });
}

import { DAY_MS } from '@rastro/base';
import {
  DEVICE_ATTRIBUTES,
  type Device,
  type StockMovement,
  type StockOutcome,
  type User,
} from '@rastro/fleet';
import { storedMovement, type StoredMovement } from '@rastro/fleet/schemas';
import type { ExtensionBatch } from '@rastro/storage';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { stockErrors } from './stock-errors.ts';
import { commitWith, instantText, type StockContext, type StockDeps } from './stock-deps.ts';

/** By time, and by device: each is asked for. */
const BY_TIME = 'stockMovement';
const BY_DEVICE = 'stockMovementOfDevice';
const USUAL_MS = 30 * DAY_MS;
const LONGEST_MS = 93 * DAY_MS;
const PAGE = 200;

export function stateOf({ attributes }: Pick<Device, 'attributes'>): string {
  const state = attributes[DEVICE_ATTRIBUTES.state];
  return typeof state === 'string' ? state : '';
}

/** Documents and audit entries of a movement, for a commit. */
export const movedBatch = (
  movement: StoredMovement,
  address: string,
): Required<Pick<ExtensionBatch, 'put' | 'actions'>> => {
  const { deviceId, at, userId, from, to, note } = movement;
  const time = instantText(at);
  return {
    put: [
      { kind: BY_TIME, key: `${time}/${deviceId}`, body: movement, replaces: null },
      { kind: BY_DEVICE, key: `${deviceId}/${time}`, body: movement, replaces: null },
    ],
    actions: [
      {
        userId,
        address,
        actionTime: at,
        actionType: 'stock',
        objectType: 'device',
        objectId: deviceId,
        attributes: { from, to, ...(note === '' ? {} : { note }) },
      },
    ],
  };
};

/** Moves trackers, one after the other; what fails holds up nothing. */
export const moveStock = (deps: StockDeps): ExtensionHandler<'POST /stock/movements'> =>
  withTrackingApi(deps, async (here, { caller, address, body: { deviceIds, to, note } }) => {
    const outcomes: StockOutcome[] = [];
    for (const deviceId of new Set(deviceIds))
      outcomes.push({ deviceId, outcome: await moveOne(here, { caller, address, deviceId, to, note }) });
    return { status: 200, body: outcomes };
  });

interface Move {
  readonly caller: User;
  readonly address: string;
  readonly deviceId: number;
  readonly to: string;
  readonly note: string;
}
async function moveOne(
  here: StockContext,
  { caller, address, deviceId, to, note }: Move,
): Promise<StockOutcome['outcome']> {
  const { trackingApi, clock } = here;
  const device = await trackingApi.device(caller.id, deviceId, soon());
  if (!device) return 'unknown';
  const from = stateOf(device);
  if (from === to) return 'same';
  const attributes = { ...device.attributes, [DEVICE_ATTRIBUTES.state]: to };
  const written = await trackingApi.as(caller.id).devices.update({ ...device, attributes }, soon());
  if (!written.ok) return 'refused';
  const movement = {
    deviceId,
    deviceName: device.name,
    at: clock.now(),
    userId: caller.id,
    userName: caller.name,
    from,
    to,
    note,
  };
  await commitWith(here, movedBatch(movement, address));
  return 'moved';
}

/** A tracker was given another state in the form of its vehicle: that is a movement, too. */
export async function noteMovement(
  deps: StockDeps,
  { before, after }: { readonly before: Device; readonly after: Device },
  { user, address }: { readonly user: User; readonly address: string },
): Promise<void> {
  const [from, to] = [stateOf(before), stateOf(after)];
  if (from === to) return;
  const actor = { userId: user.id, userName: user.name };
  const what = { deviceId: after.id, deviceName: after.name, from, to, note: '' };
  await commitWith(deps, movedBatch({ ...actor, ...what, at: deps.clock.now() }, address));
}

/** Movements of the trackers that the caller sees, newest first. */
export const listMovements = (deps: StockDeps): ExtensionHandler<'GET /stock/movements'> =>
  withTrackingApi(deps, async (here, { caller, query: { deviceId, from, to } }) => {
    const end = to ?? here.clock.now();
    const begin = from ?? (deviceId === null ? end - USUAL_MS : 0);
    if (deviceId === null && end - begin > LONGEST_MS) return stockErrors.longPeriod();
    const found =
      deviceId === null
        ? await inPeriod(here, begin, end)
        : await storedMovements(here, BY_DEVICE, `${deviceId}/`);
    const seen = new Set((await here.trackingApi.devices(caller, soon())).map(({ id }) => id));
    const visible = found
      .filter((each) => seen.has(each.deviceId) && each.at >= begin && each.at <= end)
      .toSorted((a, b) => b.at - a.at);
    return { status: 200, body: visible.map(serializeMovement) };
  });

const serializeMovement = (movement: StoredMovement): StockMovement => ({
  ...movement,
  at: instantText(movement.at),
});

async function inPeriod(here: StockDeps, begin: number, end: number): Promise<readonly StoredMovement[]> {
  const found: StoredMovement[] = [];
  for (let day = begin - (begin % DAY_MS); day <= end; day += DAY_MS)
    found.push(...(await storedMovements(here, BY_TIME, instantText(day).slice(0, 10))));
  return found;
}

async function storedMovements(
  { storage }: StockDeps,
  kind: string,
  prefix: string,
): Promise<readonly StoredMovement[]> {
  const found: StoredMovement[] = [];
  for await (const page of storage.documents({ kind, prefix, pageSize: PAGE }))
    found.push(...page.map(({ body }) => storedMovement.parse(body)));
  return found;
}

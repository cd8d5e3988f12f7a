import type { NewAction } from '@rastro/storage';
import { readQrCode, type AutolinkOffer, type Device, type User } from '@rastro/fleet';
import { storedAutolinkCode, type StoredAutolinkCode } from '@rastro/fleet/schemas';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { isInStock, LABELS } from './print-labels.ts';
import { stockErrors } from './stock-errors.ts';
import { commitWith, instantText, modelOf, type StockContext, type StockDeps } from './stock-deps.ts';

/** A label that opens a tracker for a user, now. */
export interface OpenLabel {
  readonly label: StoredAutolinkCode;
  readonly version: number;
  /** As the user who printed the label sees it. */
  readonly device: Device;
}
interface Attempt {
  readonly caller: User;
  readonly address: string;
  readonly code: string | null;
}

/** Describes the device behind a code to a user who could take it. */
export const readOffer = (deps: StockDeps): ExtensionHandler<'GET /autolink/:code'> =>
  withTrackingApi(deps, async (here, { caller, address, params: { code } }) =>
    attempted(here, { caller, address, code: readQrCode(code) }, ({ device, label: { until } }) => {
      const { category, lastUpdate } = device;
      const offer: AutolinkOffer = {
        model: modelOf(device),
        category,
        lastUpdate,
        until: instantText(until),
      };
      return Promise.resolve({ status: 200, body: offer });
    }),
  );

/** Looks up a code. One that opens nothing is counted, logged, and answered alike whatever the reason. */
export async function attempted(
  here: StockContext,
  { caller, address, code }: Attempt,
  answer: (found: OpenLabel) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const { wrongCodes, clock } = here;
  const key = String(caller.id);
  const wait = wrongCodes.waitSeconds(key);
  if (wait > 0) return stockErrors.tooManyCodes(wait);
  const found = code === null ? null : await openLabel(here, caller, code);
  if (found) return answer(found);
  wrongCodes.count(key);
  const action: NewAction = {
    userId: caller.id,
    address,
    actionTime: clock.now(),
    actionType: 'autolinkRefused',
    objectType: 'user',
    objectId: caller.id,
    attributes: {},
  };
  await commitWith(here, { actions: [action] });
  return stockErrors.badCode();
}

async function openLabel(here: StockContext, caller: User, code: string): Promise<OpenLabel | null> {
  const { storage, trackingApi, clock } = here;
  const found = await storage.document(LABELS, code);
  if (!found) return null;
  const label = storedAutolinkCode.parse(found.body);
  const { ownerId, deviceId, until, taken } = label;
  // An interrupted user continues with the same code.
  const isOwn = taken !== null && taken.userId === caller.id && !taken.isDone;
  if (taken !== null && !isOwn) return null;
  if (until <= clock.now()) return null;
  // A label of one company opens nothing for accounts of another one.
  if (!(await trackingApi.answersFor(ownerId, caller.id, soon()))) return null;
  const device = await trackingApi.device(ownerId, deviceId, soon());
  return device && (isOwn || isInStock(device)) ? { label, version: found.version, device } : null;
}

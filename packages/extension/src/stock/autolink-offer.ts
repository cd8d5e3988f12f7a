import type { NewAction } from '@rastro/storage';
import { readQrCode, type AutolinkOffer, type Device, type User } from '@rastro/fleet';
import { keptAutolinkCode, type KeptAutolinkCode } from '@rastro/fleet/schemas';
import { acted, soon } from '../acted.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { isInStock, LABELS } from './print-labels.ts';
import { stockRefusals } from './stock-refusals.ts';
import { commitWith, instantText, modelOf, type ActingStock, type StockRoom } from './stock-room.ts';

/** A label that opens a tracker for somebody, now. */
export interface OpenLabel {
  readonly label: KeptAutolinkCode;
  readonly version: number;
  /** As whoever printed the label sees it. */
  readonly device: Device;
}
interface Try {
  readonly caller: User;
  readonly address: string;
  readonly code: string | null;
}

/** What is behind a code, to who could take it. */
export const readOffer = (room: StockRoom): ExtensionHandler<'GET /autolink/:code'> =>
  acted(room, async (here, { caller, address, params: { code } }) =>
    tried(here, { caller, address, code: readQrCode(code) }, ({ device, label: { until } }) => {
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

/** Looks a code up. What opens nothing is counted, written down, and answered alike whatever the reason. */
export async function tried(
  here: ActingStock,
  { caller, address, code }: Try,
  answer: (found: OpenLabel) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const { wrongCodes, clock } = here;
  const key = String(caller.id);
  const wait = wrongCodes.waitSeconds(key);
  if (wait > 0) return stockRefusals.tooManyCodes(wait);
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
  return stockRefusals.badCode();
}

async function openLabel(here: ActingStock, caller: User, code: string): Promise<OpenLabel | null> {
  const { storage, acting, clock } = here;
  const found = await storage.document(LABELS, code);
  if (!found) return null;
  const label = keptAutolinkCode.parse(found.body);
  const { ownerId, deviceId, until, taken } = label;
  // Who was interrupted goes on with the same code.
  const isHis = taken !== null && taken.userId === caller.id && !taken.isDone;
  if (taken !== null && !isHis) return null;
  if (until <= clock.now()) return null;
  // A label of one company opens nothing for accounts of another one.
  if (!(await acting.answersFor(ownerId, caller.id, soon()))) return null;
  const device = await acting.device(ownerId, deviceId, soon());
  return device && (isHis || isInStock(device)) ? { label, version: found.version, device } : null;
}

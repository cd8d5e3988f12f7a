import { host } from '@rastro/base/host';
import { DAY_MS, isConflict } from '@rastro/base';
import { DEVICE_ATTRIBUTES, QR_CODE_LENGTH, qrCodeOf, type AutolinkCode, type Device } from '@rastro/fleet';
import { storedAutolinkCode, type StoredAutolinkCode } from '@rastro/fleet/schemas';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { stockErrors } from './stock-errors.ts';
import { instantText, modelOf, type StockContext, type StockDeps } from './stock-deps.ts';

/** By code, and the newest one by device. */
export const LABELS = 'autolinkCode';
const OF_DEVICES = 'autolinkCodeOfDevice';

export const isInStock = ({ attributes }: Pick<Device, 'attributes'>): boolean =>
  attributes[DEVICE_ATTRIBUTES.state] === 'stock';

/** Codes of trackers that the caller sees and that are in stock; one that counts still is printed again. */
export const printLabels = (deps: StockDeps): ExtensionHandler<'POST /stock/codes'> =>
  withTrackingApi(deps, async (here, { caller, body: { deviceIds, days, renew } }) => {
    const wanted = new Set(deviceIds);
    const devices = (await here.trackingApi.devices(caller, soon())).filter(({ id }) => wanted.has(id));
    if (!devices.every(isInStock)) return stockErrors.notInStock();
    const labels: AutolinkCode[] = [];
    for (const device of devices) {
      const { code, until } = await labelOf(here, device.id, { ownerId: caller.id, days, renew });
      labels.push({
        deviceId: device.id,
        deviceName: device.name,
        model: modelOf(device),
        code,
        until: instantText(until),
      });
    }
    return { status: 200, body: labels };
  });

interface LabelRequest {
  readonly ownerId: number;
  readonly days: number;
  readonly renew: boolean;
}
async function labelOf(
  here: StockContext,
  deviceId: number,
  labelRequest: LabelRequest,
): Promise<StoredAutolinkCode> {
  const { storage, clock } = here;
  const now = clock.now();
  const key = String(deviceId);
  const newest = await storage.document(OF_DEVICES, key);
  const formerCode = newest ? storedAutolinkCode.pick({ code: true }).parse(newest.body).code : null;
  const former = formerCode === null ? null : await storage.document(LABELS, formerCode);
  const stored = former ? storedAutolinkCode.parse(former.body) : null;
  if (
    stored?.taken === null &&
    stored.until > now &&
    stored.ownerId === labelRequest.ownerId &&
    !labelRequest.renew
  )
    return stored;
  const { ownerId, days } = labelRequest;
  const code = qrCodeOf(host.randomBytes(QR_CODE_LENGTH));
  const label: StoredAutolinkCode = { code, deviceId, ownerId, until: now + days * DAY_MS, taken: null };
  try {
    await storage.commit({
      put: [
        { kind: LABELS, key: code, body: label, replaces: 0 },
        { kind: OF_DEVICES, key, body: { code }, replaces: newest?.version ?? 0 },
      ],
      // A used one stays: it shows who took the tracker. One that is being used meanwhile is a conflict.
      remove:
        former && stored?.taken === null ? [{ kind: LABELS, key: former.key, replaces: former.version }] : [],
    });
    return label;
  } catch (error) {
    // A concurrent print of the same label made a code: that one counts.
    if (isConflict(error)) return labelOf(here, deviceId, { ...labelRequest, renew: false });
    throw error;
  }
}

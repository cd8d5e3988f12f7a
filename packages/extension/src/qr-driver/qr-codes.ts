import { host } from '@rastro/base/host';
import { isConflict } from '@rastro/base';
import { DEVICE_ATTRIBUTES, QR_CODE_LENGTH, qrCodeOf, type Device, type QrCode } from '@rastro/fleet';
import { storedQrCode } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import type { QrDeps } from './qr-deps.ts';

/** By code, and by device. */
export const CODES = 'qrCode';
const OF_DEVICES = 'qrCodeOfDevice';

/** Codes of vehicles that the caller sees; a vehicle that has none gets one. */
export const printCodes = (deps: QrDeps): ExtensionHandler<'POST /qr-codes'> =>
  withTrackingApi(deps, async ({ trackingApi, storage }, { caller, body: { deviceIds, renew } }) => {
    const wanted = new Set(deviceIds);
    const devices = (await trackingApi.devices(caller, soon())).filter(({ id }) => wanted.has(id));
    const codes: QrCode[] = [];
    for (const device of devices) codes.push(serializeCode(device, await codeOf(storage, device.id, renew)));
    return { status: 200, body: codes };
  });

const serializeCode = ({ id: deviceId, name: deviceName, attributes }: Device, code: string): QrCode => {
  const plate = attributes[DEVICE_ATTRIBUTES.plate];
  return { deviceId, deviceName, plate: typeof plate === 'string' ? plate : '', code };
};

async function codeOf(storage: ExtensionStorage, deviceId: number, renew: boolean): Promise<string> {
  const key = String(deviceId);
  const found = await storage.document(OF_DEVICES, key);
  const former = found ? storedQrCode.parse(found.body).code : null;
  if (former !== null && !renew) return former;
  const code = qrCodeOf(host.randomBytes(QR_CODE_LENGTH));
  const body = { deviceId, code };
  try {
    await storage.commit({
      put: [
        { kind: CODES, key: code, body, replaces: 0 },
        { kind: OF_DEVICES, key, body, replaces: found?.version ?? 0 },
      ],
      remove: former === null ? [] : [{ kind: CODES, key: former, replaces: null }],
    });
    return code;
  } catch (error) {
    // A concurrent print of the same sheet made a code: that one counts.
    if (isConflict(error)) return codeOf(storage, deviceId, false);
    throw error;
  }
}

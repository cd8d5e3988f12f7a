import { numberOption } from './options.ts';
import type { DeviceProfile } from './protocol.ts';

/** The mobile network of towers that a device names without one: options `geolocation.mcc` and `geolocation.mnc`. */
export function homeNetworkOf(device: DeviceProfile): { readonly mcc: number; readonly mnc: number } {
  return {
    mcc: numberOption(device, 'geolocation.mcc') ?? 0,
    mnc: numberOption(device, 'geolocation.mnc') ?? 0,
  };
}

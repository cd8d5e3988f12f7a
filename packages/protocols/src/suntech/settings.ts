import type { DeviceProfile } from '../protocol.ts';
import { isOn, numberOption } from '../options.ts';

/** Options of the device that change the layout. */
export interface Settings {
  /** Number of extra blocks; null = not set: read them where they are plainly there. */
  readonly hbm: number | null;
  readonly adc: boolean;
  readonly rpm: boolean;
  readonly temperature: boolean;
  readonly protocolType: number;
}

const UNSET: Settings = { hbm: null, adc: false, rpm: false, temperature: false, protocolType: 0 };

export function settingsOf(device: DeviceProfile): Settings {
  let any = false;
  for (const name in device.options) if (name.startsWith('suntech.')) any = true;
  if (!any) return UNSET;
  return {
    hbm: numberOption(device, 'suntech.hbm'),
    adc: isOn(device, 'suntech.includeAdc'),
    rpm: isOn(device, 'suntech.includeRpm'),
    temperature: isOn(device, 'suntech.includeTemp'),
    protocolType: numberOption(device, 'suntech.protocolType') ?? 0,
  };
}

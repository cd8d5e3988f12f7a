import type { DeviceProfile } from './protocol.ts';

/** A number among the device options, also when it was entered as text; null when it is not set. */
export function numberOption({ options }: DeviceProfile, name: string): number | null {
  const value = options[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A switch among the device options, also when it was entered as text. */
export const isOn = ({ options }: DeviceProfile, name: string): boolean => meansOn(options[name]);

/** True, 1, and both as text. */
export const meansOn = (value: unknown): boolean =>
  value === true || value === 1 || value === 'true' || value === '1';

import type { Position } from '@rastro/fleet';

/** Name of the driver; for an unknown one, the id that the device reported. null = none was reported. */
export function driverName(position: Position | null, drivers: ReadonlyMap<string, string>): string | null {
  const reported = position?.attributes['driverUniqueId'];
  return typeof reported === 'string' && reported !== '' ? (drivers.get(reported) ?? reported) : null;
}

import type { Position } from '@rastro/fleet';

/** Who drives, by name; whom nobody knows here is called by what the device said. null = nobody said. */
export function driverName(position: Position | null, drivers: ReadonlyMap<string, string>): string | null {
  const reported = position?.attributes['driverUniqueId'];
  return typeof reported === 'string' && reported !== '' ? (drivers.get(reported) ?? reported) : null;
}

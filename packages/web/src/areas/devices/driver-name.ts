import type { Position } from '@rastro/fleet';

/** Who drives, by name; whom nobody knows here is called by what the device said. null = nobody said. */
export function driverName(position: Position | null, drivers: ReadonlyMap<string, string>): string | null {
  const said = position?.attributes['driverUniqueId'];
  return typeof said === 'string' && said !== '' ? (drivers.get(said) ?? said) : null;
}

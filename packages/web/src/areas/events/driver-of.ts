import type { FleetEvent, Position } from '@rastro/fleet';

/** Driver that the device reported: with the event, otherwise with its position; null = none was reported. */
export function driverOf(event: FleetEvent, position: Position | null): string | null {
  const reported = event.attributes['driverUniqueId'] ?? position?.attributes['driverUniqueId'];
  return typeof reported === 'string' && reported !== '' ? reported : null;
}

import type { FleetEvent, Position } from '@rastro/fleet';

/** Who drove, as the device said: of the event, else of its position; null = nobody said. */
export function driverOf(event: FleetEvent, position: Position | null): string | null {
  const reported = event.attributes['driverUniqueId'] ?? position?.attributes['driverUniqueId'];
  return typeof reported === 'string' && reported !== '' ? reported : null;
}

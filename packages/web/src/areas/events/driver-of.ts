import type { FleetEvent, Position } from '@rastro/fleet';

/** Who drove, as the device said: of the event, else of its position; null = nobody said. */
export function driverOf(event: FleetEvent, position: Position | null): string | null {
  const said = event.attributes['driverUniqueId'] ?? position?.attributes['driverUniqueId'];
  return typeof said === 'string' && said !== '' ? said : null;
}

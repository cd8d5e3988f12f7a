import type { NewEvent } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import type { Surroundings } from '../pipeline/surroundings.ts';

/**
 * An event that a look back found, as a live one would be told: none of a geofence that applies no longer, that asks
 * for a stay, or whose calendar was off.
 */
export function admitted(
  { fences, calendars }: Pick<Surroundings, 'fences' | 'calendars'>,
  device: DeviceEntity,
  event: NewEvent,
): readonly NewEvent[] {
  if (event.geofenceId === 0) return [event];
  const fence = fences.find(device, event.geofenceId);
  if (!fence || fence.dwellMs > 0 || !calendars.isActive(fence.calendarId, event.eventTime)) return [];
  if (fence.anchorOf !== device.id) return [event];
  return [{ ...event, attributes: { ...event.attributes, isAnchor: true } }];
}

import type { FleetEvent } from '@rastro/fleet';

/** The parameter of an address that shows a position on the map. */
export const POSITION_PARAM = 'position';

/** Address of the vehicle of an event, at the place of the event if it has one. */
export function eventPath({ deviceId, positionId }: Pick<FleetEvent, 'deviceId' | 'positionId'>): string {
  if (deviceId === 0) return '/home';
  return positionId === 0 ? `/devices/${deviceId}` : `/devices/${deviceId}?${POSITION_PARAM}=${positionId}`;
}

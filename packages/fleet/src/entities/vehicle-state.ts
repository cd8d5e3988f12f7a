import type { Device } from './device.ts';
import type { Position } from './position.ts';

/**
 * State that a row shows at a glance, in order of importance. The motion of a vehicle that is not online is unknown.
 */
export const VEHICLE_STATES = ['moving', 'stopped', 'offline', 'unknown'] as const;
export type VehicleState = (typeof VEHICLE_STATES)[number];

export const isMoving = (position: Position | null): boolean => position?.attributes['motion'] === true;

export function vehicleState({
  device,
  position,
}: {
  readonly device: Device;
  readonly position: Position | null;
}): VehicleState {
  if (device.status !== 'online') return device.status;
  return isMoving(position) ? 'moving' : 'stopped';
}

import type { IngestCommand, StoredPosition } from '@rastro/storage';
import { newCommand } from '../pending-records/command-life.ts';

/** A vehicle has crossed the edge of a fence that stops engines. */
export interface FenceLock {
  readonly crossing: 'enter' | 'exit';
  readonly geofenceId: number;
  readonly name: string;
}

/** A crossing that is reported later than this stops nobody: the vehicle may be anywhere by now. */
const OLDEST_CROSSING_MS = 900_000;
/** The vehicle has just reported, so the command should arrive at once; much later it would surprise. */
const EXPIRES_S = 3600;
const MAX_LENGTH = 128;

/** @param at When it happened; milliseconds since 1970, as `now`. */
export const isRecent = (at: number, now: number): boolean => now - at <= OLDEST_CROSSING_MS;

/** The lock as it becomes durable, in one transaction with the position that crossed the edge. */
export function lockCommand(
  { crossing, geofenceId, name }: FenceLock,
  { id: positionId, deviceId, serverTime }: StoredPosition,
): IngestCommand {
  const origin = { geofenceId, crossing };
  const order = {
    deviceId,
    userId: 0,
    type: 'engineStop',
    textChannel: false,
    description: name.slice(0, MAX_LENGTH),
    attributes: { ...origin, expiresIn: EXPIRES_S },
  };
  return {
    positionId,
    command: newCommand(order, serverTime),
    action: {
      actionTime: serverTime,
      address: '',
      userId: 0,
      actionType: 'command',
      objectType: 'device',
      objectId: deviceId,
      attributes: { type: order.type, textChannel: false, ...origin },
    },
  };
}

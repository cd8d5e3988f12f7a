import { apiDate, type DeviceCommand, type SavedCommand } from '@rastro/fleet';
import type { StoredCommand } from '@rastro/storage';

/** Our own view of a command, as the queue and the live socket show it. */
export function serializeDeviceCommand(c: StoredCommand): DeviceCommand {
  const { createdAt, expiresAt, sentAt, changedAt, ...rest } = c;
  return {
    ...rest,
    createdTime: apiDate(createdAt),
    expirationTime: expiresAt === Number.MAX_SAFE_INTEGER ? null : apiDate(expiresAt),
    sentTime: sentAt === null ? null : apiDate(sentAt),
    changedTime: apiDate(changedAt),
  };
}

/** A saved command, as clients of the tracking API expect it. @source docs/reference/tracking-api.md §2.9 */
export const serializeSavedCommand = (command: Omit<SavedCommand, 'deviceId'>): SavedCommand => ({
  ...command,
  deviceId: 0,
});

import type { DeviceCommand } from '@rastro/fleet';
import type { StoredCommand } from '@rastro/storage';
import { apiDate } from './api-date.ts';

/** Our own view of a command, as the queue and the live socket show it. */
export function deviceCommandView(c: StoredCommand): DeviceCommand {
  const { createdAt, expiresAt, sentAt, changedAt, ...rest } = c;
  return {
    ...rest,
    createdTime: apiDate(createdAt),
    expirationTime: apiDate(expiresAt),
    sentTime: sentAt === null ? null : apiDate(sentAt),
    changedTime: apiDate(changedAt),
  };
}

import type { CommandStatus } from '@rastro/fleet';
import type { StoredCommand } from '../command-port.ts';
import { isTrue, numberOrNull, parsed, textOrNull, type Row } from './values.ts';

export function toCommand(row: Row): StoredCommand {
  return {
    id: Number(row['id']),
    deviceId: Number(row['device_id']),
    userId: Number(row['user_id']),
    type: String(row['type']),
    textChannel: isTrue(row['text_channel']),
    description: textOrNull(row['description']),
    attributes: parsed(row['attributes']),
    status: row['status'] as CommandStatus,
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
    sentAt: numberOrNull(row['sent_at']),
    changedAt: Number(row['changed_at']),
    result: textOrNull(row['result']),
    reason: textOrNull(row['reason']),
  };
}

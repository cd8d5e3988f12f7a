import type { CommandStatus } from '@rastro/fleet';
import type { StoredCommand } from '../command-port.ts';
import { isTrue, type Row } from './values.ts';

export function toCommand(row: Row): StoredCommand {
  return {
    id: row['id'] as number,
    deviceId: row['device_id'] as number,
    userId: row['user_id'] as number,
    type: row['type'] as string,
    textChannel: isTrue(row['text_channel']),
    description: row['description'] as string | null,
    attributes: JSON.parse(row['attributes'] as string) as StoredCommand['attributes'],
    status: row['status'] as CommandStatus,
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number,
    sentAt: row['sent_at'] as number | null,
    changedAt: row['changed_at'] as number,
    result: row['result'] as string | null,
    reason: row['reason'] as string | null,
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { CommandStatus } from '@rastro/fleet';
import type { CommandQuery, StoredCommand } from '../command-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { inTransaction } from './in-transaction.ts';
import { toCommand } from '../rows/command-row.ts';

export function commandWrites(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO commands (device_id, user_id, type, text_channel, description, attributes, status, created_at,
     expires_at, sent_at, changed_at, result, reason) VALUES (${'?,'.repeat(12)}?)`,
  );
  const update = db.prepare(
    'UPDATE commands SET status = ?, sent_at = ?, changed_at = ?, result = ?, reason = ? WHERE id = ?',
  );
  const claim = db.prepare(
    'UPDATE commands SET status = ?, sent_at = ?, changed_at = ?, result = ?, reason = ? WHERE id = ? AND status = ?',
  );
  const removeBefore = db.prepare(
    `DELETE FROM commands WHERE id IN (SELECT id FROM commands WHERE created_at < ?
     AND status NOT IN ('queued', 'waiting', 'sending') ORDER BY created_at LIMIT ${REMOVED_AT_ONCE})`,
  );
  /** For who is within a transaction already. */
  const insertCommand = (c: Omit<StoredCommand, 'id'>): number => {
    const { lastInsertRowid } = insert.run(
      c.deviceId,
      c.userId,
      c.type,
      c.textChannel ? 1 : 0,
      c.description,
      JSON.stringify(c.attributes),
      c.status,
      c.createdAt,
      c.expiresAt,
      c.sentAt,
      c.changedAt,
      c.result,
      c.reason,
    );
    return Number(lastInsertRowid);
  };
  return {
    insertCommand,
    insertCommands: (commands: readonly Omit<StoredCommand, 'id'>[]): number[] =>
      inTransaction(db, () => commands.map(insertCommand)),
    updateCommand: (c: StoredCommand): void => {
      update.run(c.status, c.sentAt, c.changedAt, c.result, c.reason, c.id);
    },
    claimCommand: (c: StoredCommand, replaces: CommandStatus): boolean =>
      claim.run(c.status, c.sentAt, c.changedAt, c.result, c.reason, c.id, replaces).changes > 0,
    removeCommandsBefore: (instant: number): void => {
      removeBefore.run(instant);
    },
  };
}

export function commandReads(db: DatabaseSync) {
  const byId = db.prepare('SELECT * FROM commands WHERE id = ?');
  const ofDevice = db.prepare('SELECT * FROM commands WHERE device_id = ? ORDER BY id DESC LIMIT ? OFFSET ?');
  const open = db.prepare(
    `SELECT * FROM commands WHERE status IN ('queued', 'waiting', 'sending')
     OR (status IN ('sent', 'unanswered', 'accepted', 'unknown') AND sent_at >= ?) ORDER BY id`,
  );
  return {
    commandById: (id: number): StoredCommand | null => {
      const row = byId.get(id);
      return row ? toCommand(row) : null;
    },
    commands: ({ deviceId, limit, offset }: CommandQuery): StoredCommand[] =>
      ofDevice.all(deviceId, limit, offset).map(toCommand),
    openCommands: (sentSince: number): StoredCommand[] => open.all(sentSince).map(toCommand),
  };
}

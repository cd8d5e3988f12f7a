import type { CommandStorage, StoredCommand } from '../command-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { toCommand } from '../rows/command-row.ts';
import { columnsOf } from './bound.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Commands on their way to devices, and what became of them. */
export const commandMethods = (db: PostgresDatabase): CommandStorage => ({
  insertCommands: (commands) => insertCommands(db, commands),
  async updateCommand(c) {
    await db.run(
      'UPDATE commands SET status = $1, sent_at = $2, changed_at = $3, result = $4, reason = $5 WHERE id = $6',
      [c.status, c.sentAt, c.changedAt, c.result, c.reason, c.id],
    );
  },
  claimCommand: async (c, replaces) =>
    (await db.run(
      `UPDATE commands SET status = $1, sent_at = $2, changed_at = $3, result = $4, reason = $5
       WHERE id = $6 AND status = $7`,
      [c.status, c.sentAt, c.changedAt, c.result, c.reason, c.id, replaces],
    )) > 0,
  async commandById(id) {
    const [row] = await db.all('SELECT * FROM commands WHERE id = $1', [id]);
    return row ? toCommand(row) : null;
  },
  async commands({ deviceId, limit, offset }) {
    const sql = 'SELECT * FROM commands WHERE device_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3';
    return (await db.all(sql, [deviceId, limit, offset])).map(toCommand);
  },
  async openCommands(sentSince) {
    const rows = await db.all(
      `SELECT * FROM commands WHERE status IN ('queued', 'waiting', 'sending')
       OR (status IN ('sent', 'unanswered', 'accepted', 'unknown') AND sent_at >= $1) ORDER BY id`,
      [sentSince],
    );
    return rows.map(toCommand);
  },
  async removeCommandsBefore(instant) {
    await db.run(
      `DELETE FROM commands WHERE id IN (SELECT id FROM commands WHERE created_at < $1
       AND status NOT IN ('queued', 'waiting', 'sending') ORDER BY created_at LIMIT ${REMOVED_AT_ONCE})`,
      [instant],
    );
  },
});

/** In one statement, also within a transaction of whoever calls. */
export async function insertCommands(
  queries: Queries,
  commands: readonly Omit<StoredCommand, 'id'>[],
): Promise<readonly number[]> {
  if (commands.length === 0) return [];
  const rows = await queries.all(
    `INSERT INTO commands (device_id, user_id, type, text_channel, description, attributes, status, created_at,
       expires_at, sent_at, changed_at, result, reason)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::text[],
       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[]) RETURNING id`,
    columnsOf(commands, (c) => [
      c.deviceId,
      c.userId,
      c.type,
      c.textChannel,
      c.description,
      JSON.stringify(c.attributes),
      c.status,
      c.createdAt,
      c.expiresAt,
      c.sentAt,
      c.changedAt,
      c.result,
      c.reason,
    ]),
  );
  return rows.map((row) => Number(row['id']));
}

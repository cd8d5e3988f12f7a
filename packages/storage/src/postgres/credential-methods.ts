import type { CredentialStorage } from '../credential-port.ts';
import { toCredential } from '../rows/credential-row.ts';
import { columnsOf } from './bound.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Sessions and tokens. */
export const credentialMethods = (db: PostgresDatabase): CredentialStorage => ({
  async credentials() {
    return (await db.all('SELECT * FROM credentials')).map(toCredential);
  },
  async putCredential(c) {
    await db.run(
      `INSERT INTO credentials (hash, purpose, user_id, created_at, expires_at, origin, actor_id, parent_hash, name,
         address, user_agent, used_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (hash) DO UPDATE SET purpose = excluded.purpose, user_id = excluded.user_id,
         created_at = excluded.created_at, expires_at = excluded.expires_at, origin = excluded.origin,
         actor_id = excluded.actor_id, parent_hash = excluded.parent_hash, name = excluded.name,
         address = excluded.address, user_agent = excluded.user_agent, used_at = excluded.used_at`,
      [
        c.hash,
        c.purpose,
        c.userId,
        c.createdAt,
        c.expiresAt,
        c.origin,
        c.actorId,
        c.parentHash,
        c.name,
        c.address,
        c.userAgent,
        c.usedAt,
      ],
    );
  },
  async useCredentials(uses) {
    if (uses.length === 0) return;
    await db.run(
      `UPDATE credentials SET used_at = greatest(used_at, seen.at) FROM unnest($1::text[], $2::bigint[]) AS seen (hash, at)
       WHERE credentials.hash = seen.hash`,
      columnsOf(uses, ({ hash, usedAt }) => [hash, usedAt]),
    );
  },
  async removeCredentials(hashes) {
    return db.run('DELETE FROM credentials WHERE hash = ANY($1::text[])', [hashes]);
  },
});

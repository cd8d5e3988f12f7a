import type { DatabaseSync } from 'node:sqlite';
import type { CredentialUse } from '../credential-port.ts';
import type { CredentialPurpose, StoredCredential } from '../records.ts';
import { inTransaction } from './in-transaction.ts';

export function credentialReads(db: DatabaseSync) {
  return {
    credentials(): StoredCredential[] {
      return db
        .prepare('SELECT * FROM credentials')
        .all()
        .map((row) => ({
          hash: String(row['hash']),
          purpose: row['purpose'] as CredentialPurpose,
          userId: Number(row['user_id']),
          createdAt: Number(row['created_at']),
          expiresAt: row['expires_at'] === null ? null : Number(row['expires_at']),
          origin: row['origin'] === null ? null : String(row['origin']),
          actorId: row['actor_id'] === null ? null : Number(row['actor_id']),
          parentHash: row['parent_hash'] === null ? null : String(row['parent_hash']),
          name: row['name'] === null ? null : String(row['name']),
          address: row['address'] === null ? null : String(row['address']),
          userAgent: row['user_agent'] === null ? null : String(row['user_agent']),
          usedAt: row['used_at'] === null ? null : Number(row['used_at']),
        }));
    },
  };
}

export function credentialWrites(db: DatabaseSync) {
  const credential = db.prepare(
    'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const useCredential = db.prepare('UPDATE credentials SET used_at = ? WHERE hash = ?');
  const removeCredential = db.prepare('DELETE FROM credentials WHERE hash = ?');
  return {
    putCredential(c: StoredCredential): void {
      credential.run(
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
      );
    },
    useCredentials(uses: readonly CredentialUse[]): void {
      inTransaction(db, () => {
        for (const { hash, usedAt } of uses) useCredential.run(usedAt, hash);
      });
    },
    removeCredentials(hashes: readonly string[]): void {
      inTransaction(db, () => {
        for (const hash of hashes) removeCredential.run(hash);
      });
    },
  };
}

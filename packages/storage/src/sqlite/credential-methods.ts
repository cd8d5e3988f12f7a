import type { DatabaseSync } from 'node:sqlite';
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
        }));
    },
  };
}

export function credentialWrites(db: DatabaseSync) {
  const credential = db.prepare('INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
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
      );
    },
    removeCredentials(hashes: readonly string[]): void {
      inTransaction(db, () => {
        for (const hash of hashes) removeCredential.run(hash);
      });
    },
  };
}

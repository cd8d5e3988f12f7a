import type { DatabaseSync } from 'node:sqlite';
import type { CredentialUse } from '../credential-port.ts';
import type { StoredCredential } from '../records.ts';
import { inTransaction } from './in-transaction.ts';
import { toCredential } from '../rows/credential-row.ts';

export function credentialReads(db: DatabaseSync) {
  return {
    credentials(): StoredCredential[] {
      return db.prepare('SELECT * FROM credentials').all().map(toCredential);
    },
  };
}

export function credentialWrites(db: DatabaseSync) {
  const credential = db.prepare(
    'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const useCredential = db.prepare(
    'UPDATE credentials SET used_at = max(coalesce(used_at, 0), ?) WHERE hash = ?',
  );
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
    removeCredentials: (hashes: readonly string[]): number =>
      inTransaction(db, () =>
        hashes.reduce((removed, hash) => removed + Number(removeCredential.run(hash).changes), 0),
      ),
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { PrivateValue } from '../delivery-port.ts';

/** Reads of values that the API never returns. */
export function privateReads(db: DatabaseSync) {
  const privateValues = db.prepare('SELECT * FROM private_values ORDER BY owner_id, name');
  return {
    privateValues: (): PrivateValue[] =>
      privateValues.all().map((row) => ({
        ownerId: Number(row['owner_id']),
        name: String(row['name']),
        value: String(row['value']),
      })),
  };
}

export function privateWrites(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO private_values VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM private_values WHERE owner_id = ? AND name = ?');
  return {
    putPrivateValue: ({ ownerId, name, value }: PrivateValue): void => {
      put.run(ownerId, name, value);
    },
    removePrivateValue: (ownerId: number, name: string): void => {
      remove.run(ownerId, name);
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { PrivateValue } from '../delivery-port.ts';

/** Reads of values that the API never returns. */
export function privateReads(db: DatabaseSync) {
  const privateValues = db.prepare('SELECT * FROM private_values ORDER BY owner_id, name');
  const one = db.prepare('SELECT value FROM private_values WHERE owner_id = ? AND name = ?');
  return {
    privateValue: (ownerId: number, name: string): string | null => {
      const row = one.get(ownerId, name);
      return row ? String(row['value']) : null;
    },
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
  const putFirst = db.prepare('INSERT OR IGNORE INTO private_values VALUES (?, ?, ?)');
  const swap = db.prepare(
    'UPDATE private_values SET value = ? WHERE owner_id = ? AND name = ? AND value = ?',
  );
  const remove = db.prepare('DELETE FROM private_values WHERE owner_id = ? AND name = ?');
  return {
    putPrivateValue: ({ ownerId, name, value }: PrivateValue): void => {
      put.run(ownerId, name, value);
    },
    swapPrivateValue: ({ ownerId, name, value }: PrivateValue, was: string | null): boolean => {
      const { changes } =
        was === null ? putFirst.run(ownerId, name, value) : swap.run(value, ownerId, name, was);
      return changes > 0;
    },
    removePrivateValue: (ownerId: number, name: string): void => {
      remove.run(ownerId, name);
    },
  };
}

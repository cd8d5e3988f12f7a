import type { PrivateStorage } from '../delivery-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Values that the API never returns. */
export const privateMethods = (db: PostgresDatabase): PrivateStorage => ({
  async privateValues() {
    const rows = await db.all('SELECT owner_id, name, value FROM private_values ORDER BY owner_id, name');
    return rows.map((row) => ({
      ownerId: Number(row['owner_id']),
      name: String(row['name']),
      value: String(row['value']),
    }));
  },
  async putPrivateValue({ ownerId, name, value }) {
    await db.run(
      `INSERT INTO private_values VALUES ($1, $2, $3)
       ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value`,
      [ownerId, name, value],
    );
  },
  async removePrivateValue(ownerId, name) {
    await db.run('DELETE FROM private_values WHERE owner_id = $1 AND name = $2', [ownerId, name]);
  },
});

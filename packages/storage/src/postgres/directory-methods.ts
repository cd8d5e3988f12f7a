import type { CopiedDirectory, DirectoryStorage } from '../directory-port.ts';
import type { DocumentKind, StoredLink } from '../records.ts';
import { toDocument, toLink, toVersionedDocument } from '../rows/document-rows.ts';
import { StorageError } from '../storage-error.ts';
import { columnsOf } from './bound.ts';
import { moveCursors } from './cursor-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Entities of all kinds are in one table, so a new kind needs no migration; each kind counts its own ids. */
export const directoryMethods = (db: PostgresDatabase): DirectoryStorage => ({
  async documents(kind) {
    return (await db.all('SELECT id, key, body FROM entities WHERE kind = $1 ORDER BY id', [kind])).map(
      toDocument,
    );
  },
  async document(kind, id) {
    const sql = 'SELECT id, key, version, body FROM entities WHERE kind = $1 AND id = $2';
    const [row] = await db.all(sql, [kind, id]);
    return row ? toVersionedDocument(row) : null;
  },
  insertDocument: (kind, key, body) => insertDocument(db, kind, key, body),
  insertFirstDocument: (kind, key, body) =>
    db.transaction(async (queries) => {
      // Whoever inserts another waits here; the next statement sees what those before have inserted.
      await queries.run(LOCK_IDS, [kind]);
      const [other] = await queries.all('SELECT 1 FROM entities WHERE kind = $1 LIMIT 1', [kind]);
      return other ? null : insertDocument(queries, kind, key, body);
    }),
  async updateDocument(kind, { id, key, body }, replaces) {
    const updated = await db.run(
      `UPDATE entities SET key = $3, body = $4, version = version + 1
       WHERE kind = $1 AND id = $2 AND ($5::bigint IS NULL OR version = $5)`,
      [kind, id, key, JSON.stringify(body), replaces],
    );
    if (replaces !== null && updated === 0)
      throw new StorageError(`replace version ${replaces} of ${kind} ${id}`, 'CONFLICT');
  },
  async removeDocument(kind, id) {
    await db.run(removalOf(kind), [kind, id, [kind, ...(LINKED_AS[kind] ?? [])]]);
  },
  copyDirectory: (copied) => db.transaction((queries) => copyDirectory(queries, copied)),
  async links() {
    return (await db.all('SELECT * FROM links')).map(toLink);
  },
  changeLinks: (add, remove) =>
    db.transaction(async (queries) => {
      if (remove.length > 0)
        await queries.run(
          `DELETE FROM links USING unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) AS gone (ok, oi, pk, pi)
           WHERE owner_kind = ok AND owner_id = oi AND property_kind = pk AND property_id = pi`,
          columnsOf(remove, valuesOf),
        );
      await insertLinks(queries, add);
    }),
});

const LOCK_IDS = `INSERT INTO entity_ids AS ids VALUES ($1, 0) ON CONFLICT (kind) DO UPDATE SET last = ids.last`;
/** The number goes back with the transaction. */
const INSERT = `WITH next AS (INSERT INTO entity_ids AS ids VALUES ($1, 1)
    ON CONFLICT (kind) DO UPDATE SET last = ids.last + 1 RETURNING last)
  INSERT INTO entities (kind, id, key, body) SELECT $1, last, $2, $3 FROM next RETURNING id`;

async function insertDocument(
  queries: Queries,
  kind: DocumentKind,
  key: string | null,
  body: object,
): Promise<number> {
  const [row] = await queries.all(INSERT, [kind, key, JSON.stringify(body)]);
  return Number(row?.['id']);
}

const valuesOf = (link: StoredLink) => [link.ownerKind, link.ownerId, link.propertyKind, link.propertyId];

async function insertLinks(queries: Queries, links: readonly StoredLink[]): Promise<void> {
  if (links.length === 0) return;
  await queries.run(
    `INSERT INTO links SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) ON CONFLICT DO NOTHING`,
    columnsOf(links, valuesOf),
  );
}

/** Further names by which links have an entity. */
const LINKED_AS: Partial<Record<DocumentKind, readonly string[]>> = {
  device: ['linkedDevice'],
  user: ['managedUser'],
};
/** Rows that would have no owner without it. */
const OWNED_BY: Partial<Record<DocumentKind, readonly (readonly [table: string, column: string])[]>> = {
  device: [
    ['commands', 'device_id'],
    ['services', 'device_id'],
    ['device_states', 'device_id'],
  ],
  user: [
    ['credentials', 'user_id'],
    ['private_values', 'owner_id'],
    ['deliveries', 'user_id'],
  ],
};

/** One statement for a document, its links and what it owns. */
function removalOf(kind: DocumentKind): string {
  const owned = (OWNED_BY[kind] ?? []).map(
    ([table, column]) => `${table}_gone AS (DELETE FROM ${table} WHERE ${column} = $2)`,
  );
  const links = `links_gone AS (DELETE FROM links WHERE (owner_kind = $1 AND owner_id = $2)
    OR (property_kind = ANY($3::text[]) AND property_id = $2))`;
  return `WITH ${[links, ...owned].join(', ')} DELETE FROM entities WHERE kind = $1 AND id = $2`;
}

async function copyDirectory(queries: Queries, { documents, links, cursor }: CopiedDirectory): Promise<void> {
  for (const [kind, copies] of documents) {
    await queries.run(LOCK_IDS, [kind]);
    if (copies.length === 0) continue;
    await queries.run(
      `INSERT INTO entities (kind, id, key, body)
       SELECT $4, * FROM unnest($1::bigint[], $2::text[], $3::text[])`,
      [...columnsOf(copies, ({ id, key, body }) => [id, key, JSON.stringify(body)]), kind],
    );
    await queries.run(
      `UPDATE entity_ids SET last = greatest(last, (SELECT max(id) FROM entities WHERE kind = $1)) WHERE kind = $1`,
      [kind],
    );
  }
  await insertLinks(queries, links);
  await moveCursors(queries, [cursor]);
}

import type { ExtensionDocument } from '../extension-document.ts';
import type { DocumentQuery, ExtensionBatch, ExtensionStorage } from '../extension-port.ts';
import { pages } from '../pages.ts';
import { toExtensionDocument } from '../rows/document-rows.ts';
import { StorageError } from '../storage-error.ts';
import { appendActions } from './audit-methods.ts';
import { moveCursors } from './cursor-methods.ts';
import { listDocument } from './listing-methods.ts';
import { requireLease } from './lease-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Documents of the extension, with what is stored together with them. */
export const documentMethods = (
  db: PostgresDatabase,
): Pick<ExtensionStorage, 'document' | 'documents' | 'commit'> => ({
  async document(kind, key) {
    const [row] = await db.all('SELECT key, version, body FROM documents WHERE kind = $1 AND key = $2', [
      kind,
      key,
    ]);
    return row ? toExtensionDocument(row) : null;
  },
  documents: ({ kind, prefix, endings, pageSize }: DocumentQuery) =>
    pages<Pick<ExtensionDocument, 'key'>, ExtensionDocument>({ key: '' }, pageSize, async ({ key }) => {
      const rows = await db.all(
        // The keys of a prefix end before the largest character behind it.
        `SELECT key, version, body FROM documents
         WHERE kind = $1 AND key > $2 AND key >= $3 AND key < $3 || chr(1114111)
         ${endings === undefined ? '' : "AND substring(key from '[^.]*$') = ANY($5)"} ORDER BY key LIMIT $4`,
        endings === undefined ? [kind, key, prefix, pageSize] : [kind, key, prefix, pageSize, [...endings]],
      );
      return rows.map(toExtensionDocument);
    }),
  commit: ({ under, put = [], remove = [], cursors = [], actions = [] }) =>
    db.transaction(async (queries) => {
      await requireLease(queries, under);
      for (const each of put) await putDocument(queries, each);
      for (const each of remove) await removeDocument(queries, each);
      await moveCursors(queries, cursors);
      await appendActions(queries, actions);
    }),
});

type Put = NonNullable<ExtensionBatch['put']>[number];
type Removal = NonNullable<ExtensionBatch['remove']>[number];

const otherVersion = ({ kind, key, replaces }: Removal): StorageError =>
  new StorageError(`replace version ${replaces} of ${kind} ${key}: it has another`, 'CONFLICT');

/** One statement that does nothing when another version is there. */
async function putDocument(queries: Queries, { kind, key, body, replaces, listing }: Put): Promise<void> {
  const values = [kind, key, JSON.stringify(body)];
  const first = 'INSERT INTO documents AS known VALUES ($1, $2, 1, $3) ON CONFLICT (kind, key)';
  const written =
    replaces === null
      ? await queries.run(`${first} DO UPDATE SET version = known.version + 1, body = excluded.body`, values)
      : replaces === 0
        ? await queries.run(`${first} DO NOTHING`, values)
        : await queries.run(
            'UPDATE documents SET version = version + 1, body = $3 WHERE kind = $1 AND key = $2 AND version = $4',
            [...values, replaces],
          );
  if (written === 0) throw otherVersion({ kind, key, replaces });
  await listDocument(queries, { kind, key }, listing);
}

async function removeDocument(queries: Queries, removal: Removal): Promise<void> {
  const { kind, key, replaces } = removal;
  const removed = await queries.all('DELETE FROM documents WHERE kind = $1 AND key = $2 RETURNING version', [
    kind,
    key,
  ]);
  await listDocument(queries, removal, undefined);
  // The transaction takes back what is removed in vain.
  if (replaces !== null && Number(removed[0]?.['version'] ?? 0) !== replaces) throw otherVersion(removal);
}

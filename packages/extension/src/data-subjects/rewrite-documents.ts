import { StorageError, type ExtensionStorage } from '@rastro/storage';

const PAGE = 200;

/** Changes documents of a kind, page by page. @param change Null = unchanged. */
export async function rewriteDocuments(
  storage: Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>,
  kind: string,
  change: (body: unknown) => unknown,
): Promise<void> {
  for await (const page of storage.documents({ kind, prefix: '', pageSize: PAGE }))
    for (const { key, version, body } of page) {
      let [replaces, next] = [version, change(body)];
      while (next !== null)
        try {
          await storage.commit({ put: [{ kind, key, body: next, replaces }] });
          next = null;
        } catch (error) {
          // Another write came first: changes that one.
          if (!(error instanceof StorageError) || error.code !== 'CONFLICT') throw error;
          const now = await storage.document(kind, key);
          [replaces, next] = now ? [now.version, change(now.body)] : [0, null];
        }
    }
}

import { retryOnConflict } from '@rastro/base';
import type { ExtensionStorage } from '@rastro/storage';

const PAGE = 200;

/** Changes documents of a kind, page by page. @param change Null = unchanged. */
export async function rewriteDocuments(
  storage: Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>,
  kind: string,
  change: (body: unknown) => unknown,
): Promise<void> {
  for await (const page of storage.documents({ kind, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page)
      if (change(body) !== null)
        // Another write may come first: that one is changed.
        await retryOnConflict(async () => {
          const now = await storage.document(kind, key);
          const next = now && change(now.body);
          if (now && next !== null)
            await storage.commit({ put: [{ kind, key, body: next, replaces: now.version }] });
        });
}

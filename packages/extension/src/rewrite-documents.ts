import { retryOnConflict } from '@rastro/base';
import type { ExtensionStorage, Listing } from '@rastro/storage';

const PAGE = 200;

interface Rewriting {
  readonly kind: string;
  /** Null = unchanged. */
  readonly change: (body: unknown) => unknown;
  /** Place in the list of its kind; absent = documents of this kind are in none. */
  readonly listingOf?: (body: unknown) => Listing;
}

/** Changes documents of a kind, page by page. */
export async function rewriteDocuments(
  storage: Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>,
  { kind, change, listingOf }: Rewriting,
): Promise<void> {
  for await (const page of storage.documents({ kind, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page)
      if (change(body) !== null)
        // Another write may come first: that one is changed.
        await retryOnConflict(async () => {
          const now = await storage.document(kind, key);
          const next = now && change(now.body);
          if (!now || next === null) return;
          const place = listingOf && { listing: listingOf(next) };
          await storage.commit({ put: [{ kind, key, body: next, replaces: now.version, ...place }] });
        });
}

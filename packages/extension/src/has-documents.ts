import type { ExtensionStorage } from '@rastro/storage';

/** Whether documents of a kind exist. Reads one at most. */
export async function hasDocuments(
  storage: Pick<ExtensionStorage, 'documents'>,
  kind: string,
): Promise<boolean> {
  for await (const page of storage.documents({ kind, prefix: '', pageSize: 1 })) return page.length > 0;
  return false;
}

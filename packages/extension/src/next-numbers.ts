import type { ExtensionStorage } from '@rastro/storage';

const KEY = 'next';

/** Numbers for new documents, taken when they are stored with what is put. @param kind Of the counter. */
export async function nextNumbers(
  storage: Pick<ExtensionStorage, 'document'>,
  { kind, count }: { readonly kind: string; readonly count: number },
) {
  const found = await storage.document(kind, KEY);
  const first = found === null ? 1 : Number(found.body);
  return { first, put: { kind, key: KEY, body: first + count, replaces: found?.version ?? 0 } };
}

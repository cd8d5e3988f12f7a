import { acknowledgedAfter, type AcknowledgeBody } from '@rastro/fleet';
import { StorageError, type ExtensionStorage, type KeptDocument } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';

type Kept = Pick<ExtensionStorage, 'document' | 'commit'>;
const KIND = 'acknowledgedEvents';
/** Two browsers of one person at once; more come one after the other. */
const MOST_TRIES = 8;

/** What a person has seen to, the same in every browser of his. */
export const acknowledgedEvents =
  (storage: Kept): ExtensionHandler<'GET /events/acknowledged'> =>
  async ({ caller }) => ({ status: 200, body: { ids: idsIn(await read(storage, caller.id)) } });

/** Changes it; what another browser changes meanwhile is kept. */
export const acknowledgeEvents =
  (storage: Kept): ExtensionHandler<'PUT /events/acknowledged'> =>
  async ({ caller, body }) => ({ status: 200, body: { ids: await change(storage, caller.id, body) } });

const read = (storage: Kept, userId: number): Promise<KeptDocument | null> =>
  storage.document(KIND, String(userId));

async function change(storage: Kept, userId: number, wanted: AcknowledgeBody): Promise<readonly number[]> {
  for (let tries = 1; ; tries++) {
    const before = await read(storage, userId);
    const ids = acknowledgedAfter(idsIn(before), wanted);
    try {
      const replaces = before?.version ?? 0;
      await storage.commit({ put: [{ kind: KIND, key: String(userId), body: { ids }, replaces }] });
      return ids;
    } catch (error) {
      const isOvertaken = error instanceof StorageError && error.code === 'CONFLICT';
      if (!isOvertaken || tries >= MOST_TRIES) throw error;
    }
  }
}

function idsIn(document: KeptDocument | null): readonly number[] {
  const body = document?.body;
  const ids = typeof body === 'object' && body !== null && 'ids' in body ? body.ids : [];
  return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
}

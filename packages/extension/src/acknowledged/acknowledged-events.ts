import { acknowledgedAfter, type AcknowledgeBody, type AcknowledgedEvents } from '@rastro/fleet';
import { StorageError, type ExtensionStorage, type KeptDocument } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';

type Kept = Pick<ExtensionStorage, 'document' | 'commit'>;
const KIND = 'acknowledgedEvents';
/** Two browsers of one person at once; more come one after the other. */
const MOST_TRIES = 8;

/** What a person has seen to, the same in every browser of his. */
export const acknowledgedEvents =
  (storage: Kept): ExtensionHandler<'GET /events/acknowledged'> =>
  async ({ caller }) => ({ status: 200, body: keptIn(await read(storage, caller.id)) });

/** Changes it; what another browser changes meanwhile is kept. */
export const acknowledgeEvents =
  (storage: Kept): ExtensionHandler<'PUT /events/acknowledged'> =>
  async ({ caller, body }) => ({ status: 200, body: await change(storage, caller.id, body) });

const read = (storage: Kept, userId: number): Promise<KeptDocument | null> =>
  storage.document(KIND, String(userId));

async function change(storage: Kept, userId: number, wanted: AcknowledgeBody): Promise<AcknowledgedEvents> {
  for (let tries = 1; ; tries++) {
    const before = await read(storage, userId);
    const kept = acknowledgedAfter(keptIn(before), wanted);
    try {
      const replaces = before?.version ?? 0;
      await storage.commit({ put: [{ kind: KIND, key: String(userId), body: { ...kept }, replaces }] });
      return kept;
    } catch (error) {
      const isOvertaken = error instanceof StorageError && error.code === 'CONFLICT';
      if (!isOvertaken || tries >= MOST_TRIES) throw error;
    }
  }
}

function keptIn(document: KeptDocument | null): AcknowledgedEvents {
  const body: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(document?.body ?? {}));
  const { until } = body;
  return {
    ids: idsIn(body['ids']),
    ...(typeof until === 'number' && { until, open: idsIn(body['open']) }),
  };
}

const idsIn = (ids: unknown): readonly number[] =>
  Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];

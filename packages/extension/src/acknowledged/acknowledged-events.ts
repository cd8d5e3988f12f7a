import { retryOnConflict } from '@rastro/base';
import { acknowledgedAfter, type AcknowledgeBody, type AcknowledgedEvents } from '@rastro/fleet';
import type { ExtensionStorage, ExtensionDocument } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';

type Store = Pick<ExtensionStorage, 'document' | 'commit'>;
const KIND = 'acknowledgedEvents';

/** Events that a user has acknowledged, the same in all of their browsers. */
export const acknowledgedEvents =
  (storage: Store): ExtensionHandler<'GET /events/acknowledged'> =>
  async ({ caller }) => ({ status: 200, body: storedIn(await read(storage, caller.id)) });

/** Changes it; concurrent changes of another browser stay. */
export const acknowledgeEvents =
  (storage: Store): ExtensionHandler<'PUT /events/acknowledged'> =>
  async ({ caller, body }) => ({ status: 200, body: await change(storage, caller.id, body) });

const read = (storage: Store, userId: number): Promise<ExtensionDocument | null> =>
  storage.document(KIND, String(userId));

/** Two browsers of one user may write at once. */
const change = (storage: Store, userId: number, wanted: AcknowledgeBody): Promise<AcknowledgedEvents> =>
  retryOnConflict(async () => {
    const before = await read(storage, userId);
    const acknowledged = acknowledgedAfter(storedIn(before), wanted);
    const replaces = before?.version ?? 0;
    await storage.commit({
      put: [{ kind: KIND, key: String(userId), body: { ...acknowledged }, replaces }],
    });
    return acknowledged;
  });

function storedIn(document: ExtensionDocument | null): AcknowledgedEvents {
  const body: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(document?.body ?? {}));
  const { until } = body;
  return {
    ids: idsIn(body['ids']),
    ...(typeof until === 'number' && { until, open: idsIn(body['open']) }),
  };
}

const idsIn = (ids: unknown): readonly number[] =>
  Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];

/** Handlers of acknowledged events. */
export const acknowledgedHandlers = (storage: Store) => ({
  'GET /events/acknowledged': acknowledgedEvents(storage),
  'PUT /events/acknowledged': acknowledgeEvents(storage),
});

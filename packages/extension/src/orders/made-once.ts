import { createHash } from 'node:crypto';
import { DAY_MS } from '@rastro/base';
import { storedRequest } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { hasDocuments } from '../has-documents.ts';
import type { Job } from '../job.ts';
import type { Put } from './route-store.ts';

/** By request: what was made of it, so that a second attempt after a lost answer makes nothing twice. */
const REQUESTS = 'madeOnce';
/** A form that is open longer is sent with a new id. */
const REMEMBERED_MS = 7 * DAY_MS;
const PAGE = 500;

export interface MakeRequest {
  readonly kind: 'order' | 'route';
  readonly ownerId: number;
  /** UUID that the form made; null = of a program that makes what it is asked for each time. */
  readonly requestId: string | null;
  readonly content: object;
}
const keyOf = ({ kind, ownerId, requestId }: MakeRequest): string => `${kind}/${ownerId}/${requestId}`;
const digestOf = ({ content }: MakeRequest): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** The thing that was made of a request before, and whether that said the same; null = none was. */
export async function madeBefore(
  storage: Pick<ExtensionStorage, 'document'>,
  request: MakeRequest,
): Promise<{ readonly id: number; readonly isSame: boolean } | null> {
  if (request.requestId === null) return null;
  const found = await storage.document(REQUESTS, keyOf(request));
  if (found === null) return null;
  const { id, digest } = storedRequest.parse(found.body);
  return { id, isSame: digest === digestOf(request) };
}
/** Remembers what is made, in the commit that makes it. */
export const madePuts = (request: MakeRequest, id: number, madeAt: number): readonly Put[] =>
  request.requestId === null
    ? []
    : [
        {
          kind: REQUESTS,
          key: keyOf(request),
          body: { id, digest: digestOf(request), madeAt },
          replaces: 0,
        },
      ];

/** Forgets requests of a week ago. */
export const forgetRequestsJob = (storage: Pick<ExtensionStorage, 'documents'>): Job => ({
  name: 'orders.requests',
  everyMs: DAY_MS,
  due: (done, now) => (done === null || now - done >= DAY_MS ? [now] : []),
  isIdle: async () => !(await hasDocuments(storage, REQUESTS)),
  perform: async (now, run) => {
    for await (const page of storage.documents({ kind: REQUESTS, prefix: '', pageSize: PAGE })) {
      if (run.signal.aborted) return {};
      const old = page.filter(({ body }) => storedRequest.parse(body).madeAt < now - REMEMBERED_MS);
      if (old.length > 0)
        await run.save({ remove: old.map(({ key }) => ({ kind: REQUESTS, key, replaces: null })) });
    }
    return {};
  },
});

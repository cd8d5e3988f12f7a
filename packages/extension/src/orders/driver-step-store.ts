import { retryOnConflict } from '@rastro/base';
import {
  storedDriverStep,
  storedDriverStops,
  storedProofPicture,
  type StoredDriverStep,
} from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';

/** Reports of drivers with what proves them, by order and id. */
const STEPS = 'driverStep';
/** Pictures of them, by order and id. */
const PICTURES = 'driverStepPicture';
/** Orders that the phone of a driver was given, by driver. */
const GIVEN = 'driverStops';
const DIGITS = 12;
const PAGE = 100;
/** Orders that a driver may report about; of more, the oldest go. */
const MAX_GIVEN = 2000;
type Storage = Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
type Put = NonNullable<ExtensionBatch['put']>[number];

const prefixOf = (orderId: number): string => `${String(orderId).padStart(DIGITS, '0')}.`;
const keyOf = (orderId: number, id: string): string => prefixOf(orderId) + id;

export interface VersionedStep {
  readonly id: string;
  readonly version: number;
  readonly step: StoredDriverStep;
}
/** Null = it was not reported yet. */
export async function driverStepOf(
  storage: Pick<Storage, 'document'>,
  orderId: number,
  id: string,
): Promise<StoredDriverStep | null> {
  const found = await storage.document(STEPS, keyOf(orderId, id));
  return found && storedDriverStep.parse(found.body);
}
/** All that drivers reported about an order. */
export async function driverStepsOf(
  storage: Pick<Storage, 'documents'>,
  orderId: number,
): Promise<readonly VersionedStep[]> {
  const prefix = prefixOf(orderId);
  const found: VersionedStep[] = [];
  for await (const page of storage.documents({ kind: STEPS, prefix, pageSize: PAGE }))
    for (const { key, version, body } of page)
      found.push({ id: key.slice(prefix.length), version, step: storedDriverStep.parse(body) });
  return found;
}
/** @param replaces Version that is there; 0 = none. */
export const driverStepPut = (orderId: number, id: string, body: StoredDriverStep, replaces = 0): Put => ({
  kind: STEPS,
  key: keyOf(orderId, id),
  body,
  replaces,
});

/** Null = it has not arrived. */
export async function proofPictureOf(
  storage: Pick<Storage, 'document'>,
  orderId: number,
  id: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  const found = await storage.document(PICTURES, keyOf(orderId, id));
  if (!found) return null;
  const { type, base64 } = storedProofPicture.parse(found.body);
  return { type, bytes: Buffer.from(base64, 'base64') };
}
export const proofPicturePut = (orderId: number, id: string, bytes: Uint8Array): Put => ({
  kind: PICTURES,
  key: keyOf(orderId, id),
  body: { type: 'image/webp', base64: Buffer.from(bytes).toString('base64') },
  replaces: 0,
});

/** Removes what proves an order, with the order. */
export async function proofRemovals(
  storage: Pick<Storage, 'documents'>,
  orderId: number,
): Promise<NonNullable<ExtensionBatch['remove']>> {
  return (await driverStepsOf(storage, orderId)).flatMap(({ id, version, step }) => [
    { kind: STEPS, key: keyOf(orderId, id), replaces: version },
    ...step.pictures.map((picture) => ({ kind: PICTURES, key: keyOf(orderId, picture.id), replaces: null })),
  ]);
}

/** Orders that the phone of a driver was given. */
export async function givenOrders(
  storage: Pick<Storage, 'document'>,
  driverId: number,
): Promise<ReadonlySet<number>> {
  const found = await storage.document(GIVEN, String(driverId));
  return new Set(found ? storedDriverStops.parse(found.body).orderIds : []);
}
/** Stores that the phone of a driver is given these orders, before it is. */
export function giveOrders(
  storage: Pick<Storage, 'document' | 'commit'>,
  driverId: number,
  orderIds: readonly number[],
): Promise<void> {
  return retryOnConflict(async () => {
    const key = String(driverId);
    const found = await storage.document(GIVEN, key);
    const before = found ? storedDriverStops.parse(found.body).orderIds : [];
    const known = new Set(before);
    if (orderIds.every((id) => known.has(id))) return;
    const now = new Set(orderIds);
    const next = [...before.filter((id) => !now.has(id)), ...orderIds].slice(-MAX_GIVEN);
    const body = { orderIds: next };
    await storage.commit({ put: [{ kind: GIVEN, key, body, replaces: found?.version ?? 0 }] });
  });
}

/** Takes the name of a driver out of their reports. @returns the ids of these, by order. */
export async function forgetDriverSteps(storage: Storage, driverId: number): Promise<ReadonlySet<string>> {
  const nobody = `#${driverId}`;
  const ids = new Set<string>();
  for await (const page of storage.documents({ kind: STEPS, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page)
      if (storedDriverStep.parse(body).driverId === driverId) ids.add(key.slice(DIGITS + 1));
  await rewriteDocuments(storage, {
    kind: STEPS,
    change: (body) => {
      const step = storedDriverStep.parse(body);
      const isMatch = step.driverId === driverId && step.driverName !== nobody;
      return isMatch ? { ...step, driverName: nobody } : null;
    },
  });
  await storage.commit({ remove: [{ kind: GIVEN, key: String(driverId), replaces: null }] });
  return ids;
}

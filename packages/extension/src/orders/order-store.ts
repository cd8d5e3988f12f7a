import { createHash } from 'node:crypto';
import { foldText } from '@rastro/fleet';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import { readStoredOrder, type StoredOrder } from '@rastro/fleet/schemas';
import type { ExtensionDocument, Listing } from '@rastro/storage';
import { nextNumbers as numbersOf } from '../next-numbers.ts';
import type { OrderDeps } from './order-deps.ts';

export const ORDERS = 'roadOrder';
/** The next number. */
const COUNTER = 'roadOrderCounter';
/** By company and reference: which order has it. */
const REFERENCES = 'roadOrderReference';
const DIGITS = 12;
type Storage = Pick<OrderDeps['storage'], 'document'>;

export const orderKey = (id: number): string => String(id).padStart(DIGITS, '0');

export const orderIn = ({ key, version, body }: ExtensionDocument): RoadOrderDetail => ({
  ...readStoredOrder(body),
  id: Number(key),
  version,
});
/** Null = there is none. */
export async function orderOf(storage: Storage, id: number): Promise<RoadOrderDetail | null> {
  const found = await storage.document(ORDERS, orderKey(id));
  return found && orderIn(found);
}
/** An order as lists have it: without what happened to it. */
export function lineOf({ steps: _, ...line }: RoadOrderDetail): RoadOrder {
  return line;
}

/** The instant by which an order is sorted: its window, or when it was made. */
const instantOf = ({ from, to, createdTime }: StoredOrder): number => Date.parse(from ?? to ?? createdTime);

export function listingOf(order: StoredOrder): Listing {
  const { customer, reference, place, contact, deviceName, driverName, ownerId, deviceId, state } = order;
  const words = [customer, reference, place.address, contact.name, contact.phone, deviceName, driverName];
  return { ownerId, deviceId, state, at: instantOf(order), amount: 0, text: foldText(words.join(' ')) };
}
/** Document of an order, as it is put. */
export const orderPut = ({ id, version, ...stored }: RoadOrderDetail) => ({
  kind: ORDERS,
  key: orderKey(id),
  body: stored satisfies StoredOrder,
  replaces: version,
  listing: listingOf(stored),
});
export const orderRemoval = ({ id, version }: Pick<RoadOrder, 'id' | 'version'>) => ({
  kind: ORDERS,
  key: orderKey(id),
  replaces: version,
});

/** A reference may be long, and hold anything. */
const referenceKey = (ownerId: number, reference: string): string =>
  `${ownerId}/${createHash('sha256').update(foldText(reference)).digest('hex')}`;
/** Which order of a company has a reference; null = none. */
export async function orderWithReference(
  storage: Storage,
  ownerId: number,
  reference: string,
): Promise<number | null> {
  const found = await storage.document(REFERENCES, referenceKey(ownerId, reference));
  return found === null ? null : Number(found.body);
}
/** Takes a reference for an order: when another has it by then, nothing is stored. */
export const referencePut = ({
  ownerId,
  reference,
  id,
}: Pick<RoadOrder, 'ownerId' | 'reference' | 'id'>) => ({
  kind: REFERENCES,
  key: referenceKey(ownerId, reference),
  body: id,
  replaces: 0,
});
export const referenceRemoval = ({ ownerId, reference }: Pick<RoadOrder, 'ownerId' | 'reference'>) => ({
  kind: REFERENCES,
  key: referenceKey(ownerId, reference),
  replaces: null,
});

/** Numbers for new orders, taken when they are stored with what is put. */
export const nextNumbers = (storage: Storage, count: number) => numbersOf(storage, { kind: COUNTER, count });

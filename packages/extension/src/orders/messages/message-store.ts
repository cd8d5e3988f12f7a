import type { CustomerMessage, CustomerMoment } from '@rastro/fleet/orders';
import {
  storedCustomerMessages,
  storedMessageSettings,
  type StoredCustomerMessages,
  type StoredMessageSettings,
} from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { orderKey } from '../order-store.ts';
import type { Put } from '../route-store.ts';

/** By company: at which moments its customers get messages. */
export const MESSAGE_SETTINGS = 'customerMessageSettings';
/** By order: messages that its customer has got. */
const MESSAGES = 'customerMessages';
const DIGITS = 12;
/** Of more, the oldest go. */
const MAX_MESSAGES = 40;
export const NO_MESSAGES: StoredMessageSettings = { moments: [], showsDriver: false, usesText: false };

type Storage = Pick<ExtensionStorage, 'document'>;
export const companyKey = (companyId: number): string => String(companyId).padStart(DIGITS, '0');

/** @returns version 0 = the company has chosen none. */
export async function messageSettings(
  storage: Storage,
  companyId: number,
): Promise<{ readonly version: number; readonly settings: StoredMessageSettings }> {
  const found = await storage.document(MESSAGE_SETTINGS, companyKey(companyId));
  if (found === null) return { version: 0, settings: NO_MESSAGES };
  return { version: found.version, settings: storedMessageSettings.parse(found.body) };
}

/** Companies whose customers get messages. */
export async function* messagingCompanies(
  storage: Pick<ExtensionStorage, 'documents'>,
): AsyncGenerator<{ readonly companyId: number; readonly settings: StoredMessageSettings }, void> {
  for await (const page of storage.documents({ kind: MESSAGE_SETTINGS, prefix: '', pageSize: 200 }))
    for (const { key, body } of page) {
      const settings = storedMessageSettings.parse(body);
      if (settings.moments.length > 0) yield { companyId: Number(key), settings };
    }
}

type StoredMessage = StoredCustomerMessages['messages'][number];
interface Found {
  /** 0 = there are none yet. */
  readonly version: number;
  readonly messages: readonly StoredMessage[];
}
export async function messagesOf(storage: Storage, orderId: number): Promise<Found> {
  const found = await storage.document(MESSAGES, orderKey(orderId));
  if (found === null) return { version: 0, messages: [] };
  return { version: found.version, messages: storedCustomerMessages.parse(found.body).messages };
}
export const hasMessage = ({ messages }: Found, moment: CustomerMoment, attempt: number): boolean =>
  messages.some((each) => each.moment === moment && each.attempt === attempt);

/** Messages of an order with one more. */
export const messagesPut = (orderId: number, { version, messages }: Found, added: StoredMessage): Put => ({
  kind: MESSAGES,
  key: orderKey(orderId),
  body: { messages: [...messages, added].slice(-MAX_MESSAGES) } satisfies StoredCustomerMessages,
  replaces: version,
});
/** Removes them with their order. */
export const messagesRemoval = (orderId: number) => ({
  kind: MESSAGES,
  key: orderKey(orderId),
  replaces: null,
});

export const shownMessage = ({ sentAt, ...message }: StoredMessage): CustomerMessage => ({
  ...message,
  sentTime: new Date(sentAt).toISOString(),
});

import { systemClock, type Log } from '@rastro/base';
import {
  createSecretBox,
  IntegrationStore,
  issuerMail,
  providerOpener,
  type CollectDeps,
  type IntegrationDeps,
  type QrDeps,
} from '@rastro/extension';
import { attributeName, USER_ATTRIBUTES, type NamedAttribute } from '@rastro/fleet';
import { createMailer, createSafeFetch } from '@rastro/outgoing';
import type { AuditStorage, ExtensionStorage } from '@rastro/storage';
import type { Settings } from './registry.ts';
import { secretKey } from './secret-key.ts';

const TIMEOUT_MS = 30_000;
/** A page of a hundred charges. */
const MAX_BYTES = 1_048_576;

/** Opens the integrations of issuers, and the client of their payment provider. */
export function openIntegrations(settings: Settings, storage: ExtensionStorage, log: Log): IntegrationDeps {
  const { ASAAS_URL: standIn, ALLOW_PRIVATE_URLS: allowPrivate } = settings;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  // The operator named a stand-in; nobody else chooses the host.
  const fetch = createSafeFetch({ ...limits, allowPrivate: standIn !== null });
  const box = createSecretBox(secretKey(settings.SECRET_KEY, settings.DATA_DIR));
  const webhookPath = `${settings.EXT_PATH}/webhooks/`;
  const integrationStore = new IntegrationStore({ storage, box, clock: systemClock, log, webhookPath });
  const { SMTP_URL: server, MAIL_FROM: from } = settings;
  const operator = createMailer(server ? { server, from } : null);
  return {
    integrationStore,
    open: providerOpener({ fetch, clock: systemClock, standIn }),
    clock: systemClock,
    mailerOf: issuerMail({ integrationStore, operator, allowPrivate }),
  };
}

interface CollectOptions {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly audit: Pick<AuditStorage, 'appendActions'> | null;
  readonly log: Log;
  readonly payerOf: CollectDeps['payerOf'];
}
/** Opens the collection: makes charges and processes the provider's events about them. */
export const openCollecting = (
  { integrationStore, open }: IntegrationDeps,
  { storage, audit, log, payerOf }: CollectOptions,
): CollectDeps => ({
  storage,
  ledger: { storage, audit, clock: systemClock, log },
  integrationStore,
  open,
  payerOf,
  clock: systemClock,
  log,
});

/** Reads billing details from a customer's account, as the customer sees it. */
export const payerDetails =
  (trackingApi: QrDeps['trackingApi'], brand: string): CollectDeps['payerOf'] =>
  async (customerId, signal) => {
    if (!trackingApi) throw new Error('Cannot ask who a customer is: TRACKING_SERVER_TOKEN is not set');
    const found = await trackingApi.as(customerId).users.read(customerId, signal);
    if (!found.ok) {
      if (found.error.status === 404) return null;
      throw new Error(`Cannot ask who customer ${customerId} is: answered ${found.error.status}`);
    }
    const { name, email, attributes } = found.value;
    const text = (attribute: NamedAttribute): string => {
      const value = attributes[attributeName(brand, attribute)];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    const { taxId, contactEmail, whatsapp, personalPhone } = USER_ATTRIBUTES;
    return {
      name,
      taxId: text(taxId),
      email: text(contactEmail) || email,
      phone: (text(whatsapp) || text(personalPhone)).replaceAll(/[^\d+]/g, ''),
    };
  };

import { systemClock, type Log } from '@rastro/base';
import {
  createSecretBox,
  IntegrationBook,
  issuerMail,
  providerOpener,
  type CollectRoom,
  type IntegrationParts,
  type QrRoom,
} from '@rastro/extension';
import { attributeName, USER_ATTRIBUTES, type NamedAttribute } from '@rastro/fleet';
import { createMailer, createSafeFetch } from '@rastro/outgoing';
import type { AuditStorage, ExtensionStorage } from '@rastro/storage';
import type { Settings } from './registry.ts';
import { secretKey } from './secret-key.ts';

const TIMEOUT_MS = 30_000;
/** A page of a hundred charges. */
const MOST_BYTES = 1_048_576;

/** How issuers get paid: their integrations, and the way to the provider. */
export function openIntegrations(settings: Settings, storage: ExtensionStorage, log: Log): IntegrationParts {
  const { ASAAS_URL: standIn, ALLOW_PRIVATE_URLS: allowPrivate } = settings;
  const limits = { timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES };
  // The operator named a stand-in; nobody else chooses the host.
  const fetch = createSafeFetch({ ...limits, allowPrivate: standIn !== null });
  const box = createSecretBox(secretKey(settings.SECRET_KEY, settings.DATA_DIR));
  const webhookPath = `${settings.EXT_PATH}/webhooks/`;
  const book = new IntegrationBook({ storage, box, clock: systemClock, log, webhookPath });
  const { SMTP_URL: server, MAIL_FROM: from } = settings;
  const operator = createMailer(server ? { server, from } : null);
  return {
    book,
    open: providerOpener({ fetch, clock: systemClock, standIn }),
    clock: systemClock,
    mailerOf: issuerMail({ book, operator, allowPrivate }),
  };
}

interface CollectParts {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly audit: Pick<AuditStorage, 'appendActions'> | null;
  readonly log: Log;
  readonly payerOf: CollectRoom['payerOf'];
}
/** What makes charges and hears what became of them. */
export const openCollecting = (
  { book, open }: IntegrationParts,
  { storage, audit, log, payerOf }: CollectParts,
): CollectRoom => ({
  storage,
  ledger: { storage, audit, clock: systemClock, log },
  book,
  open,
  payerOf,
  clock: systemClock,
  log,
});

/** What the account of a customer says of him, as he sees it himself. */
export const payerFacts =
  (acting: QrRoom['acting'], brand: string): CollectRoom['payerOf'] =>
  async (customerId, signal) => {
    if (!acting) throw new Error('Cannot ask who a customer is: TRACKING_SERVER_TOKEN is not set');
    const found = await acting.as(customerId).users.read(customerId, signal);
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

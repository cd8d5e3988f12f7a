import { systemClock, type Log } from '@rastro/base';
import {
  createSecretBox,
  IntegrationBook,
  issuerMail,
  providerOpener,
  type IntegrationParts,
} from '@rastro/extension';
import { createMailer, createSafeFetch } from '@rastro/outgoing';
import type { ExtensionStorage } from '@rastro/storage';
import type { Settings } from './registry.ts';
import { secretKey } from './secret-key.ts';

const TIMEOUT_MS = 30_000;
/** A page of a hundred charges. */
const MOST_BYTES = 1_048_576;

/** How issuers get paid: their integrations, and the way to the provider. */
export function openIntegrations(settings: Settings, storage: ExtensionStorage, log: Log): IntegrationParts {
  const { ASAAS_URL: standIn, BRAND: brand, ALLOW_PRIVATE_URLS: allowPrivate } = settings;
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
    brand,
    mailerOf: issuerMail({ book, operator, allowPrivate }),
  };
}

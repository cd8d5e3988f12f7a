import {
  billingHandlers,
  billingJobs,
  companyMailer,
  type BillingDeps,
  type BillingHandlerDeps,
  type BrandDeps,
} from '@rastro/extension';
import { openBilling as openLedger } from '../billing/open-billing.ts';
import { openSuspensions } from '../billing/open-suspensions.ts';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { SuspensionSource } from '../gateway/suspension-source.ts';
import { openCollecting, openIntegrations, payerDetails } from '../settings/billing-options.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof billingHandlers>;

interface BillingModule extends ProductModule<Handlers> {
  readonly billing: BillingDeps;
  /** Accounts that are suspended for debt. */
  readonly suspensions: SuspensionSource;
  /** Mailers of companies for customers of their own. */
  readonly senderOf: ReturnType<typeof companyMailer>;
}

/** Invoices, payments, reminders and suspensions. */
export async function openBilling(
  { settings, log, storage, trackerStorage, tracker, trackingApi }: ModuleDeps,
  heads: RegistryBrandHeads,
  registry: BrandDeps['registry'],
): Promise<BillingModule> {
  const integrations = openIntegrations(settings, storage, log);
  const payerOf = payerDetails(trackingApi, settings.BRAND);
  const collect = openCollecting(integrations, { storage, audit: trackerStorage, log, payerOf });
  const billing = openLedger(settings, log, {
    tracker,
    storage: trackerStorage,
    extensionStorage: storage,
    integrations,
    collect,
    heads,
  });
  const suspensions = await openSuspensions(billing, log);
  const mails = heads.mailBrands(settings.PUBLIC_URL);
  const { headOf, logoOf } = heads;
  const handlerDeps: BillingHandlerDeps = {
    billing,
    collect,
    integrations,
    isSuspended: (userId) => suspensions.source.of(userId) !== null,
    headOf,
    mails,
    logoOf,
    titleOf: (owner) => registry.published(owner).config.title,
  };
  return {
    billing,
    suspensions: suspensions.source,
    senderOf: companyMailer({ billing, mailerOf: integrations.mailerOf, headOf, mails }),
    handlers: billingHandlers(handlerDeps),
    jobs: billingJobs({
      billing,
      collect,
      integrations,
      storage,
      headOf,
      mails,
      push: tracker?.push ?? null,
    }),
    close: () => suspensions.close(),
  };
}

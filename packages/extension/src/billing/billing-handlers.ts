import type { BillingDeps } from './billing-deps.ts';
import type { CollectDeps } from './collect/collect-deps.ts';
import { soonAfter, takeProviderEvent } from './collect/provider-events.ts';
import { integrationHandlers, type IntegrationDeps } from './integrations/integration-handlers.ts';
import { invoiceHandlers } from './invoice-handlers.ts';
import { printReceipts, type ReceiptDeps } from './receipts/receipt-handler.ts';
import type { MailBrands, ReminderDeps } from './reminders/remind-customers.ts';
import { reminderHandlers } from './reminders/reminder-handlers.ts';
import { readCustomers, type ResellerDeps } from './resellers/read-customers.ts';

export interface BillingHandlerDeps {
  readonly billing: BillingDeps;
  readonly collect: CollectDeps;
  readonly integrations: IntegrationDeps;
  readonly isSuspended: ResellerDeps['isSuspended'];
  /** Name and color of an owner's brand. */
  readonly headOf: ReminderDeps['headOf'];
  readonly mails: MailBrands;
  readonly logoOf: ReceiptDeps['logoOf'];
  /** Title of an owner's page. */
  readonly titleOf: ReceiptDeps['titleOf'];
}

/** Handlers of invoices, reminders, receipts, customers, integrations and webhooks of payment providers. */
export const billingHandlers = ({
  billing,
  collect,
  integrations,
  isSuspended,
  headOf,
  mails,
  logoOf,
  titleOf,
}: BillingHandlerDeps) => {
  const { payerOf } = collect;
  const { integrationStore } = integrations;
  return {
    ...integrationHandlers(integrations, billing, mails),
    'POST /webhooks/:provider/:id': takeProviderEvent(collect, soonAfter(collect)),
    ...invoiceHandlers(billing),
    ...reminderHandlers({ ...integrations, billing, payerOf, headOf, mails }),
    'GET /invoices/:id/receipt': printReceipts({
      billing,
      integrationStore,
      payerOf,
      headOf,
      logoOf,
      titleOf,
    }),
    'GET /reseller': readCustomers({ billing, isSuspended }),
  };
};

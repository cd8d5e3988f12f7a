import type { ExtensionStorage } from '@rastro/storage';
import type { Job } from '../job.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { CollectDeps } from './collect/collect-deps.ts';
import { forgetEvents } from './collect/forget-events.ts';
import { makeCharges } from './collect/make-charges.ts';
import { settleEvents } from './collect/provider-events.ts';
import { reconcile } from './collect/reconcile.ts';
import type { IntegrationDeps } from './integrations/integration-handlers.ts';
import { invoiceJob } from './invoice-job.ts';
import { remindCustomers, type ReminderDeps } from './reminders/remind-customers.ts';
import { growthJob } from './resellers/growth-job.ts';

export interface BillingJobDeps extends Pick<ReminderDeps, 'headOf' | 'mails' | 'push'> {
  readonly billing: BillingDeps;
  readonly collect: CollectDeps;
  readonly integrations: IntegrationDeps;
  readonly storage: Pick<ExtensionStorage, 'removeProviderEventsBefore'>;
}

/** Monthly invoices, growth, reminders, charges and what providers report about them. */
export const billingJobs = ({
  billing,
  collect,
  integrations,
  storage,
  ...mailing
}: BillingJobDeps): readonly Job[] => [
  invoiceJob(billing),
  growthJob(billing),
  remindCustomers({ ...integrations, ...mailing, billing, payerOf: collect.payerOf }),
  makeCharges(collect),
  settleEvents(collect),
  forgetEvents(storage),
  reconcile(collect),
];

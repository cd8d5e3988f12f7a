import { accountContacts } from '@rastro/fleet';
import { renderMail, type MailFrame } from '@rastro/outgoing';
import type { MessageSender } from '../message-sender.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { MailerOf } from './integrations/issuer-mail.ts';
import { deliver, type ReminderDeps } from './reminders/remind-customers.ts';

export interface CompanyMailerDeps extends Pick<ReminderDeps, 'headOf' | 'mails'> {
  readonly billing: Pick<BillingDeps, 'tree' | 'brand'>;
  readonly mailerOf: MailerOf;
}
/**
 * Mailers of companies for customers of their own: by the mail server of whoever bills them, in the color of that brand and
 * under their own name. Null = the account is gone.
 */
export const companyMailer =
  ({ billing, mailerOf, headOf, mails }: CompanyMailerDeps) =>
  async (companyId: number): Promise<MessageSender | null> => {
    const tree = await billing.tree();
    const company = tree.user(companyId);
    if (company === null) return null;
    const issuerId = tree.isReseller(companyId) ? companyId : tree.issuerOf(companyId);
    const mailer = await mailerOf(issuerId);
    const owner = tree.brandOf(issuerId, (id) => headOf(id) !== null);
    const publicUrl = mails.addressOf(owner);
    return {
      name: company.name,
      publicUrl,
      canMail: mailer.enabled,
      mail: async (to, content, formats, signal) => {
        const { colour } = await mails.headOf(owner);
        // The logo is that of who sells the tracking: customers of a haulier have never heard of them.
        const frame: MailFrame = {
          name: company.name,
          colour,
          logo: null,
          contacts: accountContacts(company.attributes, billing.brand),
          publicUrl,
          language: formats.language,
          zone: formats.zone,
        };
        const outcome = await deliver(
          mailer,
          { ...renderMail(content, frame), sender: company.name, to },
          signal,
        );
        return outcome === 'sent' || outcome === 'later'
          ? { outcome }
          : { outcome: 'never', reason: outcome };
      },
    };
  };

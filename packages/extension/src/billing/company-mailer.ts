import { accountContacts } from '@rastro/fleet';
import { renderMail, type MailContent, type MailFrame } from '@rastro/outgoing';
import type { BillingDeps } from './billing-deps.ts';
import type { MailerOf } from './integrations/issuer-mail.ts';
import { deliver, type ReminderDeps } from './reminders/remind-customers.ts';

export interface CompanyMailerDeps extends Pick<ReminderDeps, 'headOf' | 'mails'> {
  readonly billing: Pick<BillingDeps, 'tree' | 'brand'>;
  readonly mailerOf: MailerOf;
}
/** A company as it writes to customers of its own. */
export interface CompanyMailer {
  readonly name: string;
  /** Address of the product for this company, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly canMail: boolean;
  mail(
    to: string,
    content: MailContent,
    formats: Pick<MailFrame, 'language' | 'zone'>,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'sent' | 'later' } | { readonly outcome: 'never'; readonly reason: string }>;
}

/**
 * Mailers of companies for customers of their own: by the mail server of whoever bills them, in the color of that brand and
 * under their own name. Null = the account is gone.
 */
export const companyMailer =
  ({ billing, mailerOf, headOf, mails }: CompanyMailerDeps) =>
  async (companyId: number): Promise<CompanyMailer | null> => {
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

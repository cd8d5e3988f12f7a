import { createMailer, type Mailer } from '@rastro/outgoing';
import type { IntegrationStore } from './integration-store.ts';

const INSTALLATION = 0;

export interface IssuerMailDeps {
  readonly integrationStore: Pick<IntegrationStore, 'mail'>;
  /** The operator's own server. */
  readonly operator: Mailer;
  /** May a typed-in server stand in a private network? */
  readonly allowPrivate: boolean;
}
export interface IssuerMailer extends Mailer {
  /** The issuer set up this server, including the sender name. */
  readonly isOwn: boolean;
}
export type MailerOf = (issuerId: number) => Promise<IssuerMailer>;

/** Mailer for the customers of an issuer: the issuer's server, else that of the installation, else the operator's. */
export const issuerMail =
  ({ integrationStore, operator, allowPrivate }: IssuerMailDeps): MailerOf =>
  async (issuerId) => {
    const own = await integrationStore.mail(issuerId);
    const options = own ?? (await integrationStore.mail(INSTALLATION));
    const mailer = options === null ? operator : createMailer({ ...options, onlyPublic: !allowPrivate });
    return { ...mailer, isOwn: own !== null };
  };

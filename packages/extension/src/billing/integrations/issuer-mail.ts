import { createMailer, type Mailer } from '@rastro/outgoing';
import type { IntegrationBook } from './integration-book.ts';

const INSTALLATION = 0;

export interface IssuerMailParts {
  readonly book: Pick<IntegrationBook, 'mail'>;
  /** The operator's own server. */
  readonly operator: Mailer;
  /** May a typed-in server stand in a private network? */
  readonly allowPrivate: boolean;
}
export type MailerOf = (issuerId: number) => Promise<Mailer>;

/** Who writes to the customers of an issuer: his server, else that of the installation, else the operator's. */
export const issuerMail =
  ({ book, operator, allowPrivate }: IssuerMailParts): MailerOf =>
  async (issuerId) => {
    const options = (await book.mail(issuerId)) ?? (await book.mail(INSTALLATION));
    return options === null ? operator : createMailer({ ...options, onlyPublic: !allowPrivate });
  };

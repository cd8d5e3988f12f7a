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
export interface IssuerMailer extends Mailer {
  /** He set the server up, with the name that stands there as its sender. */
  readonly isOwn: boolean;
}
export type MailerOf = (issuerId: number) => Promise<IssuerMailer>;

/** Who writes to the customers of an issuer: his server, else that of the installation, else the operator's. */
export const issuerMail =
  ({ book, operator, allowPrivate }: IssuerMailParts): MailerOf =>
  async (issuerId) => {
    const own = await book.mail(issuerId);
    const options = own ?? (await book.mail(INSTALLATION));
    const mailer = options === null ? operator : createMailer({ ...options, onlyPublic: !allowPrivate });
    return { ...mailer, isOwn: own !== null };
  };

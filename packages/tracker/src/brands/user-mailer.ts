import type { Result } from '@rastro/base';
import { accountContacts } from '@rastro/fleet';
import { renderMail, type DeliveryFailure, type Mail, type MailContent, type Mailer } from '@rastro/outgoing';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { addressFor, brandOwnerOf, productName, type BrandHeads } from './brand-heads.ts';

/** A mail that says for whom it is: their brand sends it, in their language and zone. */
export interface PersonalMail {
  readonly reader: Pick<UserEntity, 'id' | 'giverId' | 'attributes' | 'coordinateFormat'>;
  readonly to: string;
  readonly content: MailContent;
  readonly attachments?: NonNullable<Mail['attachments']>;
}
export interface UserMailer {
  /** False = no mail server is set. */
  readonly enabled: boolean;
  /** Address of the product for a user, without a trailing slash; null = not set. */
  addressFor(reader: Pick<UserEntity, 'id' | 'giverId'>): string | null;
  send(mail: PersonalMail, signal: AbortSignal): Promise<Result<void, DeliveryFailure>>;
}
interface UserMailerDeps {
  readonly mailer: Mailer;
  readonly brands: BrandHeads;
  readonly directory: Pick<Directory, 'users' | 'links' | 'server' | 'brand'>;
  readonly publicUrl: string | null;
}

/** Mails go out in the look and under the name of their reader's brand; without one as the operator has set. */
export const userMailer = ({ mailer, brands, directory, publicUrl }: UserMailerDeps): UserMailer => ({
  enabled: mailer.enabled,
  addressFor: (reader) => addressFor({ publicUrl, brands, directory }, reader),
  send: async ({ reader, to, content, attachments = [] }, signal) => {
    const owner = brandOwnerOf(brands, directory, reader);
    const head = await brands.mailHeadOf(owner);
    const { language, zone } = preferencesOf(directory, reader);
    const { sender = '', ...mail } = renderMail(content, {
      ...head,
      name: head.name ?? productName(directory, brands),
      contacts: [
        ...head.contacts,
        ...accountContacts(directory.users.get(owner)?.attributes ?? {}, directory.brand),
      ],
      publicUrl: addressFor({ publicUrl, brands, directory }, reader),
      language,
      zone,
    });
    const named = head.name === null ? { usualSender: sender } : { sender };
    return mailer.send({ ...mail, ...named, to, attachments }, signal);
  },
});

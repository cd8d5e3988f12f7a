import type { Result } from '@rastro/base';
import { brandedMail, type DeliveryFailure, type Mail, type Mailer } from '@rastro/outgoing';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { brandOwnerOf, headOf, type BrandHeads } from './brand-heads.ts';

/** A mail that says for whom it is: his brand sends it. */
export interface PersonalMail extends Omit<Mail, 'sender'> {
  readonly reader: Pick<UserEntity, 'id' | 'giverId'>;
}
export interface PeopleMailer {
  /** False = no mail server is set. */
  readonly enabled: boolean;
  send(mail: PersonalMail, signal: AbortSignal): Promise<Result<void, DeliveryFailure>>;
}

/** Mails go out under the name of their reader's brand; without one as the operator has set. */
export const peopleMailer = (
  mailer: Mailer,
  brands: BrandHeads,
  directory: Pick<Directory, 'users' | 'links'>,
): PeopleMailer => ({
  enabled: mailer.enabled,
  send: ({ reader, ...mail }, signal) =>
    mailer.send(brandedMail(mail, headOf(brands, brandOwnerOf(brands, directory, reader))), signal),
});

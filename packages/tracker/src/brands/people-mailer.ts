import { escapeXml, type Result } from '@rastro/base';
import type { DeliveryFailure, Mail, Mailer } from '@rastro/outgoing';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { brandOwnerOf, headOf, type BrandHead, type BrandHeads } from './brand-heads.ts';

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
  send: ({ reader, ...mail }, signal) => {
    const head = headOf(brands, brandOwnerOf(brands, directory, reader));
    if (head.name === null) return mailer.send(mail, signal);
    return mailer.send({ ...mail, html: headed(mail.html, head.name, head), sender: head.name }, signal);
  },
});

/** Styles stand in the elements: readers of mail drop sheets. Words stay dark: they are read on any paper. */
const headed = (html: string, name: string, { colour }: BrandHead): string => {
  const line = colour === null ? '' : ` style="border-bottom:3px solid ${colour};padding-bottom:8px"`;
  return `<p${line}><strong>${escapeXml(name)}</strong></p>\n${html}`;
};

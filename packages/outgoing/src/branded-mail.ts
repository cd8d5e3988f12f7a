import { escapeXml } from '@rastro/base';
import type { Mail } from './mailer.ts';

/** What a brand puts at the head of a mail. */
export interface MailHead {
  /** null = what the operator says counts, and nothing is put there. */
  readonly name: string | null;
  /** `#rrggbb`, readable on white. */
  readonly colour: string | null;
}

/** The mail under the name of a brand: as its sender, and above its words. */
export function brandedMail(mail: Mail, { name, colour }: MailHead): Mail {
  if (name === null) return mail;
  // Styles stand in the elements: readers of mail drop sheets. Words stay dark: they are read on any paper.
  const line = colour === null ? '' : ` style="border-bottom:3px solid ${colour};padding-bottom:8px"`;
  const html = `<p${line}><strong>${escapeXml(name)}</strong></p>\n${mail.html}`;
  return { ...mail, html, sender: name };
}

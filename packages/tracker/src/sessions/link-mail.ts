import type { Language, ReaderPreferences } from '@rastro/fleet';
import type { MailContent } from '@rastro/outgoing';
import { momentText } from '../exports/moment-text.ts';
import { greetingName } from './greeting-name.ts';

/** Texts of a mail with one link. */
export interface LinkMailTexts {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly nameless: string;
  readonly body: string;
  readonly until: string;
  readonly button: string;
  readonly footer: string;
  readonly reason: string;
}

/** A message that is there for its link. */
export function linkMail(
  texts: LinkMailTexts,
  { name }: { readonly name: string },
  {
    link,
    until,
    reader,
  }: { readonly link: string; readonly until: number; readonly reader: ReaderPreferences },
): MailContent {
  const called = greetingName(name);
  return {
    subject: texts.subject,
    namesProduct: true,
    title: texts.subject,
    paragraphs: [called === '' ? texts.nameless : texts.greeting(called), texts.body],
    details: [{ label: texts.until, text: momentText(until, reader) }],
    button: { label: texts.button, url: link },
    showsAddress: true,
    note: texts.footer,
    reason: texts.reason,
  };
}

export type LinkMailTable = Readonly<Record<Language, LinkMailTexts>>;

import { escapeXml } from '@rastro/base';
import { palettesOf, zoneText } from '@rastro/fleet';
import type { Mail } from '../mailer.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import type { MailContent, MailFrame, MailPicture } from './mail-content.ts';
import { LOGO_CID, PICTURE_CID, type MailBody } from './mail-body.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

/** A mail ready to be sent, but for its address. */
export type RenderedMail = Pick<Mail, 'sender' | 'subject' | 'html' | 'text'> & {
  readonly inline: NonNullable<Mail['inline']>;
};

const OWN_COLOUR = '#1f3a5f';
/** No text holds it: controls are taken out. */
const PARTED = '\u0000';
const COLOUR = /^#[\da-f]{6}$/i;
/** With a picture and both bodies a mail stays below 60 kB. */
const MAX_LOGO_BYTES = 12_000;
const MAX_PICTURE_BYTES = 24_000;
/** Characters: longer text is not read, and a mail has a limit. */
const LONGEST = { title: 160, label: 60, fact: 200, paragraphs: 2500, line: 300, copy: 600 } as const;
const MAX_DETAILS = 8;
const MAX_BYTES = 60_000;
/** Growth of bytes by base64 and its line breaks. */
const BASE64 = 1.37;
/** Controls other than line ends, and marks that change the direction of the text after them. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Renders a mail in its brand's look, as HTML and as plain text; 60 kB at most, attachments aside. Names in it come
 * from users: all are escaped.
 */
export function renderMail(content: MailContent, frame: MailFrame): RenderedMail {
  const { picture = null } = content;
  const logo = frame.logo !== null && frame.logo.length <= MAX_LOGO_BYTES ? frame.logo : null;
  const embedded = picture !== null && picture.bytes.length <= MAX_PICTURE_BYTES ? picture : null;
  const whole = rendered(content, frame, { logo, picture: embedded });
  // Long text with pictures would be too large: the text stays.
  return sizeOf(whole) <= MAX_BYTES ? whole : rendered(content, frame, { logo: null, picture: null });
}

function rendered(
  content: MailContent,
  frame: MailFrame,
  { logo, picture }: { readonly logo: Uint8Array | null; readonly picture: MailPicture | null },
): RenderedMail {
  const name = oneLine(frame.name, LONGEST.label);
  const body = bodyOf(content, { ...frame, name });
  const colour = frame.colour !== null && COLOUR.test(frame.colour) ? frame.colour : OWN_COLOUR;
  const subject = oneLine(content.subject, LONGEST.title);
  return {
    sender: name,
    subject: content.namesProduct === true && !subject.includes(name) ? `${subject} · ${name}` : subject,
    html: mailHtml(body, {
      name: escapeXml(name),
      language: frame.language,
      hasLogo: logo !== null,
      picture: picture && {
        alt: oneLine(picture.alt, LONGEST.label),
        credit: oneLine(picture.credit, LONGEST.label),
      },
      palettes: palettesOf(colour),
    }),
    text: mailText(body),
    inline: [
      ...(logo === null ? [] : [{ cid: LOGO_CID, filename: 'logo.png', content: logo }]),
      ...(picture === null ? [] : [{ cid: PICTURE_CID, filename: 'map.png', content: picture.bytes }]),
    ],
  };
}

const sizeOf = ({ html, text, inline }: RenderedMail): number =>
  Buffer.byteLength(html) +
  Buffer.byteLength(text) +
  inline.reduce((sum, { content: { length } }) => sum + length * BASE64, 0);

function bodyOf(content: MailContent, frame: MailFrame): MailBody {
  const texts = FRAME_TEXTS[frame.language];
  const { publicUrl, name } = frame;
  const button = content.button ?? (publicUrl === null ? null : { label: texts.open(name), url: publicUrl });
  return {
    title: oneLine(content.title, LONGEST.title),
    warning: content.warning ? oneLine(content.warning, LONGEST.title) : null,
    paragraphs: cut(content.paragraphs.map(clean).join(PARTED), LONGEST.paragraphs)
      .split(PARTED)
      .filter((text) => text !== ''),
    details: (content.details ?? []).slice(0, MAX_DETAILS).map(({ label, text }) => ({
      label: oneLine(label, LONGEST.label),
      text: oneLine(text, LONGEST.fact),
    })),
    copy: content.copy
      ? { label: oneLine(content.copy.label, LONGEST.label), text: oneLine(content.copy.text, LONGEST.copy) }
      : null,
    button: linkOf(button),
    address: content.showsAddress === true ? texts.address : null,
    note: content.note ? oneLine(content.note, LONGEST.line) : null,
    reason: oneLine(content.reason, LONGEST.line),
    change: linkOf(content.change ?? null),
    zone: content.hasTimes === false ? null : texts.zone(zoneText(frame.zone, frame.language)),
    contacts: frame.contacts.map(contactOf),
    contactLabel: texts.contact,
    sentBy: texts.sentBy(name),
  };
}

/** Mail programs open nothing else from a button. */
const isPage = (url: string): boolean =>
  URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

const linkOf = (link: MailBody['button']): MailBody['button'] =>
  link !== null && isPage(link.url)
    ? { url: new URL(link.url).href, label: oneLine(link.label, LONGEST.label) }
    : null;

function contactOf(contact: string): MailBody['contacts'][number] {
  const text = oneLine(contact, LONGEST.label);
  if (/^https?:\/\//.test(text))
    return { text: text.replace(/^https?:\/\//, ''), url: isPage(text) ? text : null };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { text, url: `mailto:${encodeURI(text)}` };
  const digits = text.replaceAll(/\D/g, '');
  return { text, url: digits.length < 8 ? null : `https://wa.me/${digits}` };
}

const clean = (text: string): string =>
  text.replaceAll(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ' ')).trim();
const oneLine = (text: string, longest: number): string =>
  cut(text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim(), longest);
const cut = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  return `${Array.from(text)
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
};

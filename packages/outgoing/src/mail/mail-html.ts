import { escapeXml } from '@rastro/base';
import type { Language, palettesOf } from '@rastro/fleet';
import { LOGO_CID, PICTURE_CID, type MailBody } from './mail-body.ts';

interface MailStyle {
  /** Escaped. */
  readonly name: string;
  readonly language: Language;
  readonly hasLogo: boolean;
  readonly picture: { readonly alt: string; readonly credit: string } | null;
  readonly palettes: ReturnType<typeof palettesOf>;
}

const FONT = `font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const INK = '#1b2230';
const QUIET = '#5b6472';
const HAIR = '#e3e7ed';
/** Pixels: the widest that every program shows whole, without the margins. */
const INNER_PX = 536;

/**
 * The mail as HTML. Tables and inline styles, because Outlook supports no others; features of newer programs (dark
 * pages, narrow screens) are in a style sheet on top, and nothing is lost without it.
 */
export function mailHtml(body: MailBody, style: MailStyle): string {
  const { light } = style.palettes;
  const rows = [
    heading(body),
    ...body.paragraphs.map(paragraph),
    detailTable(body),
    pictureRow(body, style),
    copyBlock(body),
    buttonRow(body, style),
    ...(body.note === null ? [] : [quiet(body.note, 14)]),
  ];
  return `<!DOCTYPE html>
<html lang="${style.language}" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeXml(body.title)}</title>
<style>${sheet(style)}</style></head>
<body class="page" style="margin:0;padding:0;background:#eef1f5;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeXml(preview(body))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef1f5" style="background:#eef1f5">
<tr><td align="center" class="rim" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;background:#ffffff;border:1px solid ${HAIR};border-top:5px solid ${light.fill};border-radius:10px">
<tr><td class="inner" style="padding:22px 32px 0">${head(style)}</td></tr>
<tr><td class="inner" style="padding:20px 32px 30px;${FONT};font-size:15px;line-height:23px;color:${INK}">
${rows.filter((row) => row !== '').join('\n')}
</td></tr></table>
${footer(body)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}

/** For programs that know it: dark pages, narrow screens. */
const sheet = ({ palettes: { dark } }: MailStyle): string => {
  const night: readonly (readonly [string, string])[] = [
    ['.page', 'background:#0f141b!important'],
    [
      '.card',
      `background:#1a212b!important;border-color:#2b3542!important;border-top-color:${dark.fill}!important`,
    ],
    ['.ink', 'color:#eef1f5!important'],
    ['.quiet', 'color:#a9b3c1!important'],
    ['.hair', 'border-color:#2f3947!important'],
    ['.brand', `color:${dark.text}!important`],
    ['.soft', 'background:#232c38!important;border-color:#2f3947!important'],
    ['.button', `background:${dark.fill}!important`],
    ['.button a', `color:${dark.onFill}!important`],
    ['.warn', 'background:#4a3410!important;color:#ffd98a!important'],
  ];
  const rules = (before: string): string =>
    night.map(([selector, style]) => `${before}${selector}{${style}}`).join('');
  return (
    ':root{color-scheme:light dark}' +
    `@media(max-width:480px){.inner{padding-left:18px!important;padding-right:18px!important}.rim{padding:10px 6px!important}.button{width:100%!important}.button a{display:block!important;text-align:center!important}}` +
    `@media(prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`
  );
};

/** Preview text that mail clients show next to the subject. */
const preview = ({ paragraphs, details, title }: MailBody): string =>
  [...(paragraphs[0] === undefined ? [] : [paragraphs[0]]), ...details.map(({ text }) => text)].join(' · ') ||
  title;

/** A logo is made for white paper: it keeps some on dark pages, too. */
const head = ({ name, hasLogo, palettes }: MailStyle): string =>
  hasLogo
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="background:#ffffff;border-radius:6px;padding:6px 8px"><img src="cid:${LOGO_CID}" alt="${name}" height="36" style="display:block;height:36px;width:auto;max-width:200px;border:0;${FONT};font-size:18px;font-weight:700;color:${palettes.light.text}"></td></tr></table>`
    : `<span class="brand" style="${FONT};font-size:19px;line-height:24px;font-weight:700;color:${palettes.light.text}">${name}</span>`;

const heading = ({ title, warning }: MailBody): string =>
  `${
    warning === null
      ? ''
      : `<p class="warn" style="display:inline-block;margin:0 0 12px;padding:4px 10px;border-radius:6px;background:#fff1d0;color:#7a4b00;${FONT};font-size:13px;line-height:18px;font-weight:700">${escapeXml(warning)}</p>\n`
  }<h1 class="ink" style="margin:0 0 14px;${FONT};font-size:22px;line-height:29px;font-weight:700;color:${INK};overflow-wrap:anywhere">${escapeXml(title)}</h1>`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 14px;color:${INK};overflow-wrap:anywhere">${broken(text)}</p>`;
const quiet = (text: string, top: number): string =>
  `<p class="quiet" style="margin:${top}px 0 0;font-size:13px;line-height:19px;color:${QUIET};overflow-wrap:anywhere">${broken(text)}</p>`;
const broken = (text: string): string => escapeXml(text).replaceAll('\n', '<br>');

function detailTable({ details }: MailBody): string {
  if (details.length === 0) return '';
  const rows = details.map(({ label, text }, at) => {
    const line = at === 0 ? '' : `border-top:1px solid ${HAIR};`;
    return (
      `<tr><td class="quiet hair" width="34%" valign="top" style="${line}padding:8px 12px 8px 0;font-size:14px;line-height:20px;color:${QUIET}">${escapeXml(label)}</td>` +
      `<td class="ink hair" valign="top" style="${line}padding:8px 0;font-size:14px;line-height:20px;font-weight:600;color:${INK};overflow-wrap:anywhere">${escapeXml(text)}</td></tr>`
    );
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:2px 0 18px;${FONT};table-layout:fixed">${rows.join('')}</table>`;
}

function pictureRow({ button }: MailBody, { picture }: MailStyle): string {
  if (picture === null) return '';
  const image = `<img src="cid:${PICTURE_CID}" alt="${escapeXml(picture.alt)}" width="${INNER_PX}" style="display:block;width:100%;max-width:${INNER_PX}px;height:auto;border:0;border-radius:8px">`;
  const linked =
    button === null ? image : `<a href="${escapeXml(button.url)}" style="display:block">${image}</a>`;
  const credit =
    picture.credit === ''
      ? ''
      : `<p class="quiet" style="margin:4px 0 0;font-size:11px;line-height:15px;color:${QUIET}">${escapeXml(picture.credit)}</p>`;
  return `<div style="margin:0 0 20px">${linked}${credit}</div>`;
}

const copyBlock = ({ copy }: MailBody): string =>
  copy === null
    ? ''
    : `<p class="quiet" style="margin:0 0 6px;font-size:14px;line-height:20px;color:${QUIET}">${escapeXml(copy.label)}</p>
<p class="soft ink" style="margin:0 0 20px;padding:12px 14px;border:1px solid ${HAIR};border-radius:8px;background:#f6f8fa;font-family:Consolas,Menlo,monospace;font-size:13px;line-height:19px;color:${INK};word-break:break-all">${escapeXml(copy.text)}</p>`;

/** The cell has the color and the link its own padding: so Outlook draws it too. */
function buttonRow({ button, address }: MailBody, { palettes: { light } }: MailStyle): string {
  if (button === null) return '';
  const url = escapeXml(button.url);
  const table =
    `<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 0;border-radius:8px;background:${light.fill}"><tr>` +
    `<td class="button" align="center" bgcolor="${light.fill}" style="border-radius:8px;background:${light.fill};mso-padding-alt:12px 22px"><a href="${url}" style="display:inline-block;padding:12px 22px;${FONT};font-size:15px;line-height:20px;font-weight:700;color:${light.onFill};text-decoration:none">${escapeXml(button.label)}</a></td></tr></table>`;
  return address === null
    ? table
    : `${table}\n<p class="quiet" style="margin:18px 0 0;font-size:13px;line-height:19px;color:${QUIET}">${escapeXml(address)}<br><a class="brand" href="${url}" style="color:${light.text};word-break:break-all">${url}</a></p>`;
}

function footer({ reason, change, zone, contacts, contactLabel, sentBy }: MailBody): string {
  const linked = contacts.map(({ text, url }) =>
    url === null
      ? escapeXml(text)
      : `<a class="quiet" href="${escapeXml(url)}" style="color:${QUIET}">${escapeXml(text)}</a>`,
  );
  const lines = [
    change === null
      ? escapeXml(reason)
      : `${escapeXml(reason)} <a class="quiet" href="${escapeXml(change.url)}" style="color:${QUIET}">${escapeXml(change.label)}</a>`,
    ...(zone === null ? [] : [escapeXml(zone)]),
    ...(linked.length === 0 ? [] : [`${escapeXml(contactLabel)}: ${linked.join(' · ')}`]),
    escapeXml(sentBy),
  ];
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="inner quiet" style="padding:16px 32px 8px;${FONT};font-size:12px;line-height:18px;color:${QUIET};overflow-wrap:anywhere">${lines.join('<br>')}</td></tr></table>`;
}

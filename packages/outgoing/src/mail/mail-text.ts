import type { MailBody } from './mail-body.ts';

/** The mail for readers without HTML: the same text in the same order. */
export function mailText(body: MailBody): string {
  const { title, warning, paragraphs, details, copy, button, note } = body;
  const { reason, change, zone, contacts, contactLabel, sentBy } = body;
  const footer = [
    reason,
    ...(change === null ? [] : [`${change.label}: ${change.url}`]),
    ...(zone === null ? [] : [zone]),
    ...(contacts.length === 0 ? [] : [`${contactLabel}: ${contacts.map(({ text }) => text).join(' · ')}`]),
    sentBy,
  ];
  const blocks = [
    ...(warning === null ? [] : [warning]),
    title,
    ...paragraphs,
    ...(details.length === 0 ? [] : [details.map(({ label, text }) => `${label}: ${text}`).join('\n')]),
    ...(copy === null ? [] : [`${copy.label}\n${copy.text}`]),
    ...(button === null ? [] : [`${button.label}:\n${button.url}`]),
    ...(note === null ? [] : [note]),
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

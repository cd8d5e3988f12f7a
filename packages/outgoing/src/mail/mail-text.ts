import type { MailParts } from './mail-parts.ts';

/** The mail for readers without HTML: the same words in the same order. */
export function mailText(parts: MailParts): string {
  const { title, warning, paragraphs, facts, copy, button, note } = parts;
  const { reason, change, zone, contacts, contactLabel, sentBy } = parts;
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
    ...(facts.length === 0 ? [] : [facts.map(({ label, text }) => `${label}: ${text}`).join('\n')]),
    ...(copy === null ? [] : [`${copy.label}\n${copy.text}`]),
    ...(button === null ? [] : [`${button.label}:\n${button.url}`]),
    ...(note === null ? [] : [note]),
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

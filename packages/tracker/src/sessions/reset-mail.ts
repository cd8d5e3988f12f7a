import { escapeXml } from '@rastro/base';
import type { Language } from '@rastro/fleet';

/** What a mail with one link says. */
export interface LinkMailTexts {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly body: string;
  readonly button: string;
  readonly footer: string;
}
const TEXTS: Readonly<Record<Language, LinkMailTexts>> = {
  'pt-BR': {
    subject: 'Nova senha',
    greeting: (name) => `Olá, ${name},`,
    body: 'alguém pediu uma nova senha para a sua conta. O link vale por uma hora e funciona uma vez.',
    button: 'Escolher nova senha',
    footer: 'Se não foi você, ignore esta mensagem: a senha atual continua valendo.',
  },
  es: {
    subject: 'Nueva contraseña',
    greeting: (name) => `Hola, ${name}:`,
    body: 'alguien pidió una nueva contraseña para tu cuenta. El enlace vale una hora y funciona una vez.',
    button: 'Elegir nueva contraseña',
    footer: 'Si no fuiste tú, ignora este mensaje: la contraseña actual sigue valiendo.',
  },
  en: {
    subject: 'New password',
    greeting: (name) => `Hello ${name},`,
    body: 'somebody asked for a new password for your account. The link is good for an hour and works once.',
    button: 'Choose a new password',
    footer: 'If it was not you, ignore this message: your present password stays as it is.',
  },
};

interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The message with the link for a new password, in the language of its reader. */
export const resetMail = (reader: { readonly name: string }, language: Language, link: string): Letter =>
  linkMail(TEXTS[language], reader, link);

/** A message that is there for its link. */
export function linkMail(texts: LinkMailTexts, { name }: { readonly name: string }, link: string): Letter {
  const lines = [texts.greeting(name), texts.body];
  return {
    subject: texts.subject,
    text: [...lines, link, texts.footer].join('\n\n'),
    html: [
      ...lines.map((line) => `<p>${escapeXml(line)}</p>`),
      `<p><a href="${escapeXml(link)}">${escapeXml(texts.button)}</a></p>`,
      `<p>${escapeXml(texts.footer)}</p>`,
    ].join('\n'),
  };
}

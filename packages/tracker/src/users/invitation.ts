import { host } from '@rastro/base/host';
import { WEEK_MS } from '@rastro/base';
import { preferencesOf } from '../directory/reader.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { UserMailer } from '../brands/user-mailer.ts';
import { linkMail, type LinkMailTable } from '../sessions/link-mail.ts';
import { apiDate, type NewInvitation } from '@rastro/fleet';

export interface InvitationDeps {
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly mailer: UserMailer;
  readonly statistics: Statistics;
}

const MAIL_MS = 20_000;
const TEXTS: LinkMailTable = {
  'pt-BR': {
    subject: 'Seu acesso',
    greeting: (name) => `Olá, ${name}.`,
    nameless: 'Olá.',
    body: 'Uma conta foi criada para você. Escolha a sua senha para entrar; o link funciona uma única vez.',
    until: 'Válido até',
    button: 'Escolher a senha',
    footer: 'Se você não esperava esta mensagem, ignore-a.',
    reason: 'Você recebeu este e-mail porque uma conta foi criada com este endereço.',
  },
  es: {
    subject: 'Su acceso',
    greeting: (name) => `Hola, ${name}:`,
    nameless: 'Hola:',
    body: 'Se creó una cuenta para usted. Elija su contraseña para iniciar sesión; el enlace funciona una sola vez.',
    until: 'Válido hasta',
    button: 'Elegir la contraseña',
    footer: 'Si no esperaba este mensaje, ignórelo.',
    reason: 'Recibió este correo porque se creó una cuenta con esta dirección.',
  },
  en: {
    subject: 'Your account',
    greeting: (name) => `Hello ${name},`,
    nameless: 'Hello,',
    body: 'An account was created for you. Choose your password to sign in; the link works once.',
    until: 'Valid until',
    button: 'Choose a password',
    footer: 'If you did not expect this message, ignore it.',
    reason: 'You received this e-mail because an account was created with this address.',
  },
};

/** Made by another user, and nobody has chosen a password yet. */
export const isInvited = ({ passwordHash, openIdSubject, temporary, share }: UserEntity): boolean =>
  passwordHash === null && !openIdSubject && !temporary && !share;

/**
 * Creates a link by which a user chooses their first password: once, within a week; an earlier link ends. It goes by
 * mail where there is mail, else to the user who asked for it.
 */
export async function invite(
  { directory, credentials, mailer, statistics }: InvitationDeps,
  user: UserEntity,
): Promise<NewInvitation> {
  // Without a password there is nothing else to end.
  await credentials.revokeAllOf(user.id);
  const { secret, credential } = await credentials.issue({
    purpose: 'reset',
    userId: user.id,
    lifeMs: WEEK_MS,
  });
  const path = `/login/recover/${secret}`;
  const expiration = apiDate(credential.expiresAt ?? 0);
  const byHand = (notMailed: NewInvitation['notMailed']) => ({ path, mailedTo: null, notMailed, expiration });
  if (!mailer.enabled) return byHand('noServer');
  // A link needs an address to begin with.
  const address = mailer.addressFor(user);
  if (address === null) return byHand('noPublicUrl');
  if (!user.email.includes('@')) return byHand('noAddress');
  const reader = preferencesOf(directory, user);
  const content = linkMail(TEXTS[reader.language], user, {
    link: `${address}${path}`,
    until: credential.expiresAt ?? 0,
    reader,
  });
  const sent = await mailer.send({ reader: user, to: user.email, content }, host.timeout(MAIL_MS));
  // The link exists: the user who asked for it may deliver it.
  if (!sent.ok) return byHand('failed');
  statistics.count('mailSent');
  return { path: null, mailedTo: user.email, notMailed: null, expiration };
}

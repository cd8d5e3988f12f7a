import { escapeXml } from '@rastro/base';
import type { Language } from '@rastro/fleet';
import type { PeopleMailer } from '../brands/people-mailer.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';

export interface NoticeNeeds {
  readonly directory: Directory;
  readonly mailer: PeopleMailer;
  readonly statistics: Statistics;
  readonly log: IngestLog;
}
/** Told after an account was changed; who changed it does not wait. */
export type TellOwner = (
  before: UserEntity,
  after: UserEntity & { readonly hasNewPassword: boolean },
) => void;
type Change = 'email' | 'password' | 'codes';

const MAIL_MS = 60_000;
interface Texts {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly changes: Readonly<Record<Change, string>>;
  readonly footer: string;
}
const TEXTS: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    subject: 'Sua conta mudou',
    greeting: (name) => `Olá, ${name},`,
    changes: {
      email: 'o e-mail da sua conta foi trocado por outro. Este endereço não entra mais.',
      password: 'a senha da sua conta foi trocada.',
      codes: 'o código de verificação da sua conta foi ligado, trocado ou desligado.',
    },
    footer: 'Se não foi você nem quem administra a sua conta, avise o administrador agora.',
  },
  es: {
    subject: 'Tu cuenta ha cambiado',
    greeting: (name) => `Hola, ${name}:`,
    changes: {
      email: 'el correo de tu cuenta se cambió por otro. Esta dirección ya no entra.',
      password: 'la contraseña de tu cuenta se cambió.',
      codes: 'el código de verificación de tu cuenta se activó, cambió o desactivó.',
    },
    footer: 'Si no fuiste tú ni quien administra tu cuenta, avisa al administrador ahora.',
  },
  en: {
    subject: 'Your account has changed',
    greeting: (name) => `Hello ${name},`,
    changes: {
      email: 'the e-mail of your account was replaced by another one. This address signs in no more.',
      password: 'the password of your account was changed.',
      codes: 'the verification codes of your account were switched on, replaced or switched off.',
    },
    footer: 'If it was neither you nor whoever manages your account, tell the administrator now.',
  },
};

/** Whoever takes an account over must not be the only one who knows: the address that it had is told. */
export function changeNotices({ directory, mailer, statistics, log }: NoticeNeeds): TellOwner {
  const tell = async (owner: UserEntity, changes: readonly Change[]): Promise<void> => {
    const texts = TEXTS[preferencesOf(directory, owner).language];
    const lines = [
      texts.greeting(owner.name),
      ...changes.map((change) => texts.changes[change]),
      texts.footer,
    ];
    const mail = {
      reader: owner,
      to: owner.email,
      subject: texts.subject,
      text: lines.join('\n\n'),
      html: lines.map((line) => `<p>${escapeXml(line)}</p>`).join('\n'),
    };
    const sent = await mailer.send(mail, AbortSignal.timeout(MAIL_MS));
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
  };
  return (before, after) => {
    const changes = changesOf(before, after);
    if (changes.length === 0 || !mailer.enabled || before.temporary || !before.email.includes('@')) return;
    void tell(before, changes).catch((error: unknown) =>
      log.error({ err: error, userId: before.id }, 'cannot mail a notice about a changed account'),
    );
  };
}

function changesOf(
  before: UserEntity,
  after: UserEntity & { readonly hasNewPassword: boolean },
): readonly Change[] {
  const changes: Change[] = [];
  if (before.email !== after.email) changes.push('email');
  if (after.hasNewPassword) changes.push('password');
  if ((before.totpKey ?? null) !== (after.totpKey ?? null)) changes.push('codes');
  return changes;
}

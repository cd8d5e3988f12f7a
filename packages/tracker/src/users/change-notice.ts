import { host } from '@rastro/base/host';
import type { Language } from '@rastro/fleet';
import type { UserMailer } from '../brands/user-mailer.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { momentText } from '../exports/moment-text.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { greetingName } from '../sessions/greeting-name.ts';

export interface NoticeDeps {
  readonly directory: Directory;
  readonly mailer: UserMailer;
  readonly statistics: Statistics;
  readonly log: IngestLog;
}
/** Called after an account was changed; the caller does not wait. */
export type NotifyOwner = (
  before: UserEntity,
  after: UserEntity & { readonly hasNewPassword: boolean },
) => void;
type Change = 'email' | 'password' | 'codes';

const MAIL_MS = 60_000;
interface Texts {
  readonly subject: string;
  readonly changes: Readonly<Record<Change, string>>;
  readonly account: string;
  readonly when: string;
  readonly footer: string;
  readonly reason: string;
}
const TEXTS: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    subject: 'Sua conta foi alterada',
    changes: {
      email: 'O e-mail da sua conta foi trocado por outro. Este endereço não serve mais para entrar.',
      password: 'A senha da sua conta foi trocada.',
      codes: 'A verificação em duas etapas da sua conta foi ativada, trocada ou desativada.',
    },
    account: 'Conta',
    when: 'Quando',
    footer: 'Se não foi você nem quem administra a sua conta, avise o administrador agora.',
    reason: 'Você recebeu este e-mail porque um dado de acesso da sua conta mudou.',
  },
  es: {
    subject: 'Su cuenta ha cambiado',
    changes: {
      email: 'El correo de su cuenta se cambió por otro. Esta dirección ya no sirve para iniciar sesión.',
      password: 'La contraseña de su cuenta se cambió.',
      codes: 'La verificación en dos pasos de su cuenta se activó, se cambió o se desactivó.',
    },
    account: 'Cuenta',
    when: 'Cuándo',
    footer: 'Si no fue usted ni quien administra su cuenta, avise al administrador ahora.',
    reason: 'Recibió este correo porque cambió un dato de acceso de su cuenta.',
  },
  en: {
    subject: 'Your account has changed',
    changes: {
      email: 'The e-mail of your account was changed. This address can no longer be used to sign in.',
      password: 'The password of your account was changed.',
      codes: 'Two-factor sign-in of your account was turned on, changed or turned off.',
    },
    account: 'Account',
    when: 'When',
    footer: 'If this was neither you nor your account manager, contact the administrator now.',
    reason: 'You received this e-mail because sign-in details of your account have changed.',
  },
};

/** A user who takes an account over must not be the only one who knows: its previous address gets a notice. */
export function changeNotices({ directory, mailer, statistics, log }: NoticeDeps): NotifyOwner {
  const notify = async (owner: UserEntity, changes: readonly Change[]): Promise<void> => {
    const reader = preferencesOf(directory, owner);
    const texts = TEXTS[reader.language];
    const mail = {
      reader: owner,
      to: owner.email,
      content: {
        subject: texts.subject,
        namesProduct: true,
        title: texts.subject,
        paragraphs: changes.map((change) => texts.changes[change]),
        details: [
          { label: texts.account, text: [greetingName(owner.name), owner.email].filter(Boolean).join(' · ') },
          { label: texts.when, text: momentText(host.now(), reader) },
        ],
        note: texts.footer,
        reason: texts.reason,
      },
    };
    const sent = await mailer.send(mail, host.timeout(MAIL_MS));
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
  };
  return (before, after) => {
    const changes = changesOf(before, after);
    if (changes.length === 0 || !mailer.enabled || before.temporary || !before.email.includes('@')) return;
    void notify(before, changes).catch((error: unknown) =>
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

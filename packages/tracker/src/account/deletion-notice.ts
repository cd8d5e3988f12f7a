import { host } from '@rastro/base/host';
import type { Language } from '@rastro/fleet';
import type { UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { momentText } from '../exports/moment-text.ts';
import type { NoticeDeps } from '../users/change-notice.ts';

const MAIL_MS = 60_000;
/** More administrators than this need not hear of it at once. */
const MAX_MAILS = 20;
interface Texts {
  readonly subject: string;
  readonly line: string;
  readonly name: string;
  readonly email: string;
  readonly when: string;
  readonly open: string;
  readonly reason: string;
}
const TEXTS: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    subject: 'Pedido de exclusão de conta',
    line: 'Um usuário pediu a exclusão da própria conta. O pedido está marcado na lista de usuários.',
    name: 'Usuário',
    email: 'E-mail',
    when: 'Pedido em',
    open: 'Ver usuários',
    reason: 'Você recebeu este e-mail porque administra esta conta.',
  },
  es: {
    subject: 'Solicitud de eliminación de cuenta',
    line: 'Un usuario pidió que se elimine su cuenta. La solicitud está marcada en la lista de usuarios.',
    name: 'Usuario',
    email: 'Correo',
    when: 'Solicitada el',
    open: 'Ver usuarios',
    reason: 'Recibió este correo porque administra esta cuenta.',
  },
  en: {
    subject: 'Request to delete an account',
    line: 'A user has asked for their account to be deleted. The request is marked in the list of users.',
    name: 'User',
    email: 'E-mail',
    when: 'Requested',
    open: 'Open users',
    reason: 'You received this e-mail because you manage this account.',
  },
};

/** Notifies the managers of the account, or else the administrators. The caller does not wait. */
export function deletionNotices({ directory, mailer, statistics, log }: NoticeDeps) {
  const receivers = (user: UserEntity): readonly UserEntity[] => {
    const administrators = [...directory.users.inOrder()].filter((each) => each.administrator);
    const giver = directory.users.get(user.giverId ?? 0);
    return [...new Set([...(giver ? [giver] : []), ...administrators])]
      .filter(({ id, disabled, email }) => id !== user.id && !disabled && email.includes('@'))
      .slice(0, MAX_MAILS);
  };
  const notify = async (receiver: UserEntity, user: UserEntity): Promise<void> => {
    const reader = preferencesOf(directory, receiver);
    const texts = TEXTS[reader.language];
    const address = mailer.addressFor(receiver);
    const mail = {
      reader: receiver,
      to: receiver.email,
      content: {
        subject: texts.subject,
        namesProduct: true,
        title: texts.subject,
        paragraphs: [texts.line],
        details: [
          { label: texts.name, text: user.name },
          { label: texts.email, text: user.email },
          { label: texts.when, text: momentText(host.now(), reader) },
        ],
        button: address === null ? null : { label: texts.open, url: `${address}/users` },
        reason: texts.reason,
      },
    };
    const sent = await mailer.send(mail, host.timeout(MAIL_MS));
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
  };
  return (user: UserEntity): void => {
    if (!mailer.enabled) return;
    for (const receiver of receivers(user)) {
      void notify(receiver, user).catch((error: unknown) =>
        log.error({ err: error, userId: user.id }, 'cannot mail a request to delete an account'),
      );
    }
  };
}

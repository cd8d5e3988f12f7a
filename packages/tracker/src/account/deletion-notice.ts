import { escapeXml } from '@rastro/base';
import type { Language } from '@rastro/fleet';
import type { UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import type { NoticeNeeds } from '../users/change-notice.ts';

const MAIL_MS = 60_000;
/** More administrators than this need not hear of it at once. */
const MOST_MAILS = 20;
const TEXTS: Readonly<
  Record<Language, { readonly subject: string; readonly line: (who: string) => string }>
> = {
  'pt-BR': {
    subject: 'Pedido de exclusão de conta',
    line: (who) => `${who} pediu a exclusão da sua conta. O pedido está marcado na lista de usuários.`,
  },
  es: {
    subject: 'Solicitud de eliminación de cuenta',
    line: (who) =>
      `${who} pidió que se elimine su cuenta. La solicitud está marcada en la lista de usuarios.`,
  },
  en: {
    subject: 'Request to delete an account',
    line: (who) =>
      `${who} has asked that the account be deleted. The request is marked in the list of users.`,
  },
};

/** Tells whoever looks after the account, or else the administrators. Who asked does not wait. */
export function deletionNotices({ directory, mailer, statistics, log }: NoticeNeeds) {
  const receivers = (user: UserEntity): readonly UserEntity[] => {
    const administrators = [...directory.users.inOrder()].filter((each) => each.administrator);
    const giver = directory.users.get(user.giverId ?? 0);
    return [...new Set([...(giver ? [giver] : []), ...administrators])]
      .filter(({ id, disabled, email }) => id !== user.id && !disabled && email.includes('@'))
      .slice(0, MOST_MAILS);
  };
  const tell = async (receiver: UserEntity, user: UserEntity): Promise<void> => {
    const { subject, line } = TEXTS[preferencesOf(directory, receiver).language];
    const text = line(`${user.name} (${user.email})`);
    const mail = { reader: receiver, to: receiver.email, subject, text, html: `<p>${escapeXml(text)}</p>` };
    const sent = await mailer.send(mail, AbortSignal.timeout(MAIL_MS));
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
  };
  return (user: UserEntity): void => {
    if (!mailer.enabled) return;
    for (const receiver of receivers(user)) {
      void tell(receiver, user).catch((error: unknown) =>
        log.error({ err: error, userId: user.id }, 'cannot mail a request to delete an account'),
      );
    }
  };
}

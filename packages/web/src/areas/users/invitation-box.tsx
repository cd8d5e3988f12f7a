import { Button, TextInput } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewInvitation } from '@rastro/fleet';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useCopy } from '../../ui/use-copy.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { USERS_KEY } from './use-users.ts';
import styles from './users.module.css';

/** The user has no password yet: sends the invitation again, or shows its link. */
export function InvitationBox({ userId }: { readonly userId: number }) {
  const { t } = useTranslation('users');
  const { client } = useServices();
  const format = useFormat();
  const failureText = useFailureText();
  const { isCopied, copy } = useCopy();
  const [made, setMade] = useState<NewInvitation | null>(null);
  const { busy, failure, run } = useWrite((id: number, signal) => client.users.invite(id, signal), {
    touches: USERS_KEY,
  });
  const link = made?.path == null ? null : `${location.origin}${made.path}`;
  return (
    <div className={form.notice}>
      <p className={styles.invitation}>{t('users:invitation.waits')}</p>
      <Button
        size="xs"
        variant="default"
        leftSection={<Mail size={15} aria-hidden />}
        loading={busy}
        onClick={() => void run(userId).then((answer) => answer?.ok === true && setMade(answer.value))}
      >
        {t('users:invitation.send')}
      </Button>
      <p className={styles.invitation} role="status">
        {failure !== null && failureText(failure)}
        {made !== null && made.mailedTo !== null && t('users:invitation.mailed', { to: made.mailedTo })}
        {made?.notMailed === 'noPublicUrl' && `${t('users:invitation.noPublicUrl')} `}
        {made?.notMailed === 'failed' && `${t('users:invitation.failed')} `}
        {made !== null &&
          link !== null &&
          t('users:invitation.bring', { until: format.dateTime(Date.parse(made.expiration)) })}
      </p>
      {link !== null && (
        <div className={styles.acts}>
          <TextInput
            className={styles.link}
            aria-label={t('users:invitation.link')}
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button size="xs" variant="default" onClick={() => void copy(link)}>
            {isCopied ? t('users:invitation.copied') : t('users:invitation.copy')}
          </Button>
        </div>
      )}
    </div>
  );
}

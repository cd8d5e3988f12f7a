import { Button } from '@mantine/core';
import type { OwnAccountStatus } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './account.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { ACCOUNT_KEY } from './use-account-status.ts';

/** The data stored about the user: to download, or to request its deletion. */
export function DataTab({ status }: { readonly status: OwnAccountStatus }) {
  return (
    <div className={form.fields}>
      <Export />
      <Deletion deletionRequested={status.deletionRequested} />
    </div>
  );
}

function Export() {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const { user } = useSignedIn();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((_: null, signal) => client.account.exported(signal));
  const take = async (): Promise<void> => {
    const answer = await run(null);
    if (answer?.ok !== true) return;
    saveFile(`account-${user.id}.json`, JSON.stringify(answer.value, null, 2), 'application/json');
  };
  return (
    <section className={form.group} aria-labelledby="account-export">
      <h2 id="account-export" className={form.legend}>
        {t('account:data.export')}
      </h2>
      <p className={styles.text}>{t('account:data.exportText')}</p>
      <div className={styles.row}>
        <Button variant="default" loading={busy} onClick={() => void take()}>
          {t('account:data.take')}
        </Button>
      </div>
      <div className={form.outcome} role="alert">
        {failure === null ? '' : failureText(failure)}
      </div>
    </section>
  );
}

function Deletion({ deletionRequested }: Pick<OwnAccountStatus, 'deletionRequested'>) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const format = useFormat();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run } = useWrite((_: null, signal) => client.account.withdrawDeletion(signal), {
    touches: ACCOUNT_KEY,
  });
  return (
    <section className={form.group} aria-labelledby="account-deletion">
      <h2 id="account-deletion" className={form.legend}>
        {t('account:data.deletion')}
      </h2>
      <p className={styles.text} role="status">
        {deletionRequested === null
          ? t('account:data.deletionText')
          : t('account:data.requested', { when: format.dateTime(Date.parse(deletionRequested)) })}
      </p>
      <div className={styles.row}>
        {deletionRequested === null ? (
          <Button variant="subtle" className={form.dangerQuiet ?? ''} onClick={() => setAsking(true)}>
            {t('account:data.request')}
          </Button>
        ) : (
          <Button variant="default" loading={busy} onClick={() => void run(null)}>
            {t('account:data.withdraw')}
          </Button>
        )}
      </div>
      <div className={form.outcome} role="alert">
        {failure === null ? '' : failureText(failure)}
      </div>
      {isAsking && (
        <PasswordDialog
          title={t('account:data.request')}
          text={t('account:data.requestText')}
          submit={t('account:data.request')}
          isDangerous
          write={(password, signal) => client.account.requestDeletion(password, signal)}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

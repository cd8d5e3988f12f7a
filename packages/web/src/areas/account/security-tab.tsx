import { Button } from '@mantine/core';
import type { OwnAccountStatus } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import styles from './account.module.css';
import { EnrolDialog } from './enrol-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

export interface SecurityTabProps {
  readonly status: OwnAccountStatus;
  readonly mayEdit: boolean;
}
type Open = 'enrol' | 'renew' | 'end' | null;

/** One-time codes, and the recovery codes for a lost authenticator. */
export function SecurityTab({ status, mayEdit }: SecurityTabProps) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { codesAllowed, codesOn, recoveryCodes } = status;
  const close = (): void => setOpen(null);
  const show = ({ codes: made }: { readonly codes: readonly string[] }): void => {
    setOpen(null);
    setCodes(made);
  };
  return (
    <div className={form.fields}>
      {!mayEdit && <p className={form.notice}>{t('account:readonly')}</p>}
      <fieldset className={form.group} disabled={!mayEdit}>
        <legend className={form.legend}>{t('account:totp.title')}</legend>
        <p className={styles.text}>{t(`account:totp.${codesOn ? 'on' : codesAllowed ? 'off' : 'never'}`)}</p>
        {codesOn && <p className={styles.text}>{t('account:recovery.left', { count: recoveryCodes })}</p>}
        <div className={styles.row}>
          {!codesOn && codesAllowed && (
            <Button onClick={() => setOpen('enrol')}>{t('account:totp.start')}</Button>
          )}
          {codesOn && (
            <>
              <Button variant="default" onClick={() => setOpen('renew')}>
                {t('account:recovery.renew')}
              </Button>
              <Button variant="subtle" className={form.dangerQuiet ?? ''} onClick={() => setOpen('end')}>
                {t('account:totp.end')}
              </Button>
            </>
          )}
        </div>
      </fieldset>
      {open === 'enrol' && <EnrolDialog onDone={show} onClose={close} />}
      {open === 'renew' && (
        <PasswordDialog
          title={t('account:recovery.renew')}
          text={t('account:recovery.renewText')}
          submit={t('account:recovery.renew')}
          write={(password, signal) => client.account.newRecoveryCodes(password, signal)}
          onDone={show}
          onClose={close}
        />
      )}
      {open === 'end' && (
        <PasswordDialog
          title={t('account:totp.end')}
          text={t('account:totp.endText')}
          submit={t('account:totp.end')}
          isDangerous
          write={(password, signal) => client.account.endOneTimeCodes(password, signal)}
          onDone={close}
          onClose={close}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

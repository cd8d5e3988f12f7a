import { Loader, PasswordInput, TextInput } from '@mantine/core';
import type { RecoveryCodes } from '@rastro/fleet';
import type { OneTimeKey } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './account.module.css';
import { ACCOUNT_KEY } from './use-account-status.ts';

export interface EnrolDialogProps {
  readonly onDone: (codes: RecoveryCodes) => void;
  readonly onClose: () => void;
}

/** URI that an authenticator reads. @source https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri(issuer: string, account: string, key: string): string {
  const [name, of] = [encodeURIComponent(account), encodeURIComponent(issuer)];
  return `otpauth://totp/${of}:${name}?secret=${key}&issuer=${of}`;
}

/** A key for the authenticator, and the code that shows that it has arrived there. */
export function EnrolDialog({ onDone, onClose }: EnrolDialogProps) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const failureText = useFailureText();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { data: key, error } = useQuery<string>({
    queryKey: ['newOneTimeKey'],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => valueOf(await client.account.newOneTimeKey(signal)),
  });
  const { busy, failure, run, forget } = useWrite<OneTimeKey, RecoveryCodes>(
    (typed, signal) => client.account.enrolOneTimeKey(typed, signal),
    { touches: ACCOUNT_KEY },
  );
  const send = async (): Promise<void> => {
    if (key === undefined || code.trim() === '' || password === '') return;
    const answer = await run({ key, code: code.trim(), currentPassword: password });
    if (answer?.ok === true) onDone(answer.value);
  };
  const wrong = failure ?? (error === null ? null : failureIn(error));
  return (
    <Modal title={t('account:totp.enrol')} lead={t('account:totp.scan')} busy={busy} onClose={onClose}>
      <DialogForm
        submit={t('account:totp.confirm')}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        {key === undefined && error === null && <Loader type="dots" aria-label={t('account:totp.scan')} />}
        {key !== undefined && <NewKey value={key} />}
        <TextInput
          label={t('account:totp.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          value={code}
          onChange={(event) => {
            forget();
            setCode(event.currentTarget.value);
          }}
        />
        <PasswordInput
          label={t('account:currentPassword')}
          autoComplete="current-password"
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword'), tabIndex: 0 }}
          onChange={(event) => {
            forget();
            setPassword(event.currentTarget.value);
          }}
        />
        <DialogFailure text={wrong === null ? null : failureText(wrong)} />
      </DialogForm>
    </Modal>
  );
}

/** The secret as a picture, and as text to type. */
function NewKey({ value }: { readonly value: string }) {
  const { t } = useTranslation('account');
  const { user, branding } = useSignedIn();
  return (
    <>
      <QrCode text={otpauthUri(branding.title, user.email, value)} label={t('account:totp.qr')} />
      <p className={styles.text}>{t('account:totp.byHand')}</p>
      <code className={styles.secret}>{value.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </>
  );
}

import { PasswordInput } from '@mantine/core';
import type { Answer } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ACCOUNT_KEY } from './use-account-status.ts';

export interface PasswordDialogProps<T> {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly write: (currentPassword: string, signal: AbortSignal) => Promise<Answer<T>>;
  readonly onDone: (value: T) => void;
  readonly onClose: () => void;
}

/** Asks for the current password before something that a borrowed screen must not do. */
export function PasswordDialog<T>(props: PasswordDialogProps<T>) {
  const { title, text, submit, isDangerous = false, write, onDone, onClose } = props;
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const { busy, failure, run, forget } = useWrite(write, { touches: ACCOUNT_KEY });
  const send = async (): Promise<void> => {
    if (password === '') return;
    const answer = await run(password);
    if (answer?.ok === true) onDone(answer.value);
  };
  return (
    <Modal title={title} lead={text} busy={busy} onClose={onClose}>
      <DialogForm
        submit={submit}
        isDangerous={isDangerous}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
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
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

import { Button, TextInput } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOfDay } from '../../i18n/zoned-time.ts';
import { useZone } from '../formats/use-zone.ts';
import { useWrite } from '../queries/use-write.ts';
import { useServices } from '../services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './token-dialog.module.css';

interface NewToken {
  readonly name: string;
  readonly expiration: Date;
}

/** To the end of the day in the user's zone; null = it is no day to come. */
function endOf(day: string, zone: string): Date | null {
  const end = new Date(endOfDay(day, zone));
  return Number.isFinite(end.getTime()) && end.getTime() > Date.now() ? end : null;
}

export interface TokenDialogProps {
  /** Owner of the token, if not the user who makes it. */
  readonly owner?: { readonly id: number; readonly name: string };
  /** Key of what a new one changes on the screen. */
  readonly touches?: QueryKey;
  readonly onClose: () => void;
}

/** A token for a program: with a name and an end, shown once. */
export function TokenDialog({ owner, touches, onClose }: TokenDialogProps) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const failureText = useFailureText();
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { busy, failure, run } = useWrite<NewToken, string>(
    (wanted, signal) => client.session.createToken({ ...wanted, ...(owner && { userId: owner.id }) }, signal),
    touches === undefined ? {} : { touches },
  );
  const expiration = endOf(day, useZone());
  const isNamed = name.trim() !== '';
  const send = async (): Promise<void> => {
    setChecked(true);
    if (!isNamed || expiration === null) return;
    const answer = await run({ name: name.trim(), expiration });
    if (answer?.ok === true) setToken(answer.value);
  };
  if (token !== null) return <MadeToken token={token} onClose={onClose} />;
  return (
    <Modal
      title={t('account:keys.newToken')}
      lead={owner === undefined ? t('account:token.text') : t('account:token.textOf', { name: owner.name })}
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t('account:token.make')}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <TextInput
          label={t('account:token.name')}
          maxLength={FIELD_LIMITS.token.name}
          value={name}
          error={isChecked && !isNamed ? t('account:token.nameMissing') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DateField
          kind="date"
          label={t('account:token.end')}
          value={day}
          error={isChecked && expiration === null ? t('account:token.endWrong') : null}
          onChange={setDay}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const { isCopied, copy } = useCopy();
  return (
    <Modal title={t('account:token.made')} lead={t('account:token.once')} isQuestion onClose={onClose}>
      <div className={styles.fields}>
        <code className={styles.secret}>{token}</code>
        <div className={styles.row}>
          <Button variant="default" onClick={() => void copy(token)}>
            {isCopied ? t('account:copied') : t('account:copy')}
          </Button>
          <Button onClick={onClose}>{t('account:token.done')}</Button>
        </div>
      </div>
    </Modal>
  );
}

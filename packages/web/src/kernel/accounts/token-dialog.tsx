import { Button } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOfDay } from '../../i18n/zoned-time.ts';
import { useZone } from '../formats/use-zone.ts';
import { FormDialog } from '../screens/form-dialog.tsx';
import { useSendForm } from '../screens/use-send-form.ts';
import { useServices } from '../services.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './token-dialog.module.css';

/** Does the day end, in the user's zone, at a time to come? */
const isToCome = (day: string, zone: string): boolean => endOfDay(day, zone) > Date.now();

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
  const zone = useZone();
  const [token, setToken] = useState<string | null>(null);
  const form = useSendForm({
    initial: { name: '', day: '' },
    fields: ({ name, day }) => ({
      name: {
        kind: 'text',
        label: t('account:token.name'),
        maxLength: FIELD_LIMITS.token.name,
        problem: name.trim() === '' && t('account:token.nameMissing'),
      },
      day: {
        kind: 'date',
        label: t('account:token.end'),
        problem: !isToCome(day, zone) && t('account:token.endWrong'),
      },
    }),
    write: ({ name, day }, signal) => {
      const wanted = { name: name.trim(), expiration: new Date(endOfDay(day, zone)) };
      return client.session.createToken({ ...wanted, ...(owner && { userId: owner.id }) }, signal);
    },
    ...(touches !== undefined && { touches }),
    onDone: setToken,
  });
  if (token !== null) return <MadeToken token={token} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('account:keys.newToken')}
      lead={owner === undefined ? t('account:token.text') : t('account:token.textOf', { name: owner.name })}
      submit={t('account:token.make')}
      onClose={onClose}
    />
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

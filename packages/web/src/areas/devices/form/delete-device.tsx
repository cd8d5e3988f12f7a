import type { Device } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from './device-form.module.css';

/** Asks before a device is deleted and says what goes with it. */
export function DeleteDevice({ device, onDeleted }: { device: Device; onDeleted: () => void }) {
  const { t } = useTranslation('deviceform');
  const { client } = useServices();
  const failureText = useFailureText();
  const isSafe = useSafeDeletion();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  const remove = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await client.devices.remove(device.id, new AbortController().signal);
    setBusy(false);
    if (answer.ok) onDeleted();
    else setFailure(answer.error);
  };
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={styles.dangerQuiet ?? ''}
        onClick={() => {
          setFailure(null);
          setAsking(true);
        }}
      >
        {t('deviceform:delete.start')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('deviceform:delete.title', { name: device.name })}
          text={t(isSafe ? 'deviceform:delete.safeText' : 'deviceform:delete.text')}
          confirm={t('deviceform:delete.confirm')}
          busy={busy}
          failure={failure === null ? null : failureText(failure)}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The server hides what is deleted (SPEC §3 "Server settings"). */
export function useSafeDeletion(): boolean {
  const { server, branding } = useSignedIn();
  const value = server.server.attributes[`${branding.brand}.safeDeletion`];
  return value === true || value === 'true';
}

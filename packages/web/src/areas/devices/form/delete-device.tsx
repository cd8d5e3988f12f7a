import { isSet, type Device } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from '../../../ui/form.module.css';

/** Asks before a device is deleted and says what goes with it. */
export function DeleteDevice({ device, onDeleted }: { device: Device; onDeleted: () => void }) {
  const { t } = useTranslation('deviceform');
  const { client } = useServices();
  const failureText = useFailureText();
  const isSafe = useSafeDeletion();
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, forget } = useWrite((id: number, signal) => client.devices.remove(id, signal));
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={styles.dangerQuiet ?? ''}
        onClick={() => {
          forget();
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
          onConfirm={() => void run(device.id).then((answer) => answer?.ok === true && onDeleted())}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The server hides what is deleted (docs/reference/requirements.md SPEC §3 "Server settings"). */
export function useSafeDeletion(): boolean {
  const { server, branding } = useSignedIn();
  return isSet(server.server.attributes, `${branding.brand}.safeDeletion`);
}

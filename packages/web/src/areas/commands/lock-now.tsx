import { Alert, Button } from '@mantine/core';
import type { DeviceCommand } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { commandRights } from './command-rights.ts';
import styles from './commands.module.css';
import { useCommandName } from './use-command-name.ts';
import { VehicleDetails } from './vehicle-details.tsx';

/** Forces a waiting lock, for users who may lock, after a question of its own. */
export function LockNow({ command }: { command: DeviceCommand }) {
  const { t } = useTranslation('commands');
  const { lock, ownCommands } = commandRights(useSignedIn());
  const vehicle = useVehicle(command.deviceId);
  const isOffered = useFeature('commandCancel');
  const [isAsking, setAsking] = useState(false);
  if (!isOffered || !lock || !ownCommands || command.type !== 'engineStop' || vehicle === undefined)
    return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t('commands:log.lockNow')}
      </Button>
      {isAsking && <ConfirmLockNow waiting={command} vehicle={vehicle} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ConfirmLockNowProps {
  readonly waiting: DeviceCommand;
  readonly vehicle: Vehicle;
  readonly onClose: () => void;
}

function ConfirmLockNow({ waiting, vehicle, onClose }: ConfirmLockNowProps) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const failureText = useFailureText();
  const nameOf = useCommandName();
  const { deviceId, type, id } = waiting;
  const { busy, failure, run } = useWrite(
    async (_: null, signal) => {
      const sent = await client.commands.send({ deviceId, type, attributes: { lockNow: true } }, signal);
      // The one that waits has become needless. It may have left by itself meanwhile: then it is only a second one.
      if (sent.ok) await client.commands.cancel(id, signal);
      return sent;
    },
    { touches: ['commands', deviceId], goesOn: true },
  );
  const send = async (): Promise<void> => {
    if ((await run(null))?.ok === true) onClose();
  };
  return (
    <Modal title={t('commands:force.title', { name: vehicle.device.name })} isQuestion onClose={onClose}>
      <DialogForm
        submit={t('commands:force.go')}
        isDangerous
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <VehicleDetails vehicle={vehicle} command={nameOf({ type })} />
        <Alert color="red" variant="light" className={styles.warning} data-danger>
          {t('commands:force.warning')}
        </Alert>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" className={styles.warning} data-danger>
            {failureText(failure)}
          </Alert>
        )}
      </DialogForm>
    </Modal>
  );
}

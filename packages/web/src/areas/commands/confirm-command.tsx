import { Alert, NativeSelect, Textarea } from '@mantine/core';
import type { CommandOrder } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { EXPIRIES, orderOf, type CommandChoice, type Expiry } from './command-choice.ts';
import styles from './commands.module.css';
import { useLockWarning } from './use-lock-warning.ts';
import { useCommandName } from './use-command-name.ts';
import { VehicleDetails } from './vehicle-details.tsx';

export interface ConfirmCommandProps {
  readonly vehicle: Vehicle;
  readonly choice: CommandChoice;
  readonly onClose: () => void;
  readonly onSent: (how: 'sent' | 'queued') => void;
}

/** A day is long enough for a garage and short enough to be meant. */
const USUAL_EXPIRY: Expiry = 'h24';
const EXPIRY_NAMES = Object.keys(EXPIRIES) as readonly Expiry[];
const DATA_LIMIT = 1000;

/** Names the vehicle and what it does right now, then sends. The figures stay live while it is open. */
export function ConfirmCommand({ vehicle, choice, onClose, onSent }: ConfirmCommandProps) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const failureText = useFailureText();
  const nameOf = useCommandName();
  const [terms, setTerms] = useState<Terms>({ expiry: USUAL_EXPIRY, text: '' });
  const [isChecked, setChecked] = useState(false);
  const { device } = vehicle;
  // A rejected command appears in the list, too.
  const { busy, failure, run } = useWrite(
    (order: CommandOrder, signal) => client.commands.send(order, signal),
    { touches: ['commands', device.id], goesOn: true },
  );
  const wantsText = choice.type === 'custom' && choice.saved === null;
  const isTextMissing = wantsText && terms.text.trim() === '';
  const isLock = choice.type === 'engineStop';
  const heading = isLock ? 'lock' : choice.type === 'engineResume' ? 'unlock' : 'other';

  const send = async (): Promise<void> => {
    setChecked(true);
    if (isTextMissing) return;
    const answer = await run(orderOf(choice, { deviceId: device.id, ...terms }));
    if (answer?.ok === true) onSent(answer.value);
  };
  return (
    <Modal title={t(`commands:confirm.${heading}`, { name: device.name })} isQuestion onClose={onClose}>
      <DialogForm
        submit={heading === 'other' ? t('commands:confirm.send') : t(`commands:${heading}`)}
        isDangerous={isLock}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <VehicleDetails vehicle={vehicle} command={nameOf(choice.saved ?? choice)} />
        <StateWarnings vehicle={vehicle} isLock={isLock} />
        <TermFields
          terms={terms}
          wantsText={wantsText}
          wantsExpiry={choice.saved === null}
          isTextMissing={isChecked && isTextMissing}
          onChange={(part) => setTerms((old) => ({ ...old, ...part }))}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" className={styles.warning} data-danger>
            {failureText(failure)}
          </Alert>
        )}
      </DialogForm>
    </Modal>
  );
}

/** Special risks: the vehicle moves, or will receive the command later. */
function StateWarnings({ vehicle, isLock }: { vehicle: Vehicle; isLock: boolean }) {
  const { t } = useTranslation('commands');
  const lockWarning = useLockWarning();
  const { device, position } = vehicle;
  return (
    <>
      {position?.attributes['motion'] === true && (
        <Alert
          color={isLock ? 'red' : 'yellow'}
          variant="light"
          className={styles.warning}
          data-danger={isLock}
        >
          {isLock ? lockWarning : t('commands:confirm.moving')}
        </Alert>
      )}
      {device.status !== 'online' && <p className={styles.note}>{t('commands:confirm.offline')}</p>}
    </>
  );
}

interface Terms {
  readonly expiry: Expiry;
  readonly text: string;
}
interface TermFieldsProps {
  readonly terms: Terms;
  readonly wantsText: boolean;
  /** A saved command goes as it was saved. */
  readonly wantsExpiry: boolean;
  readonly isTextMissing: boolean;
  readonly onChange: (part: Partial<Terms>) => void;
}

function TermFields({ terms, wantsText, wantsExpiry, isTextMissing, onChange }: TermFieldsProps) {
  const { t } = useTranslation('commands');
  const hasExpiry = useFeature('commandExpiry');
  return (
    <>
      {wantsText && (
        <Textarea
          label={t('commands:confirm.text')}
          rows={2}
          maxLength={DATA_LIMIT}
          spellCheck={false}
          autoCapitalize="none"
          value={terms.text}
          error={isTextMissing ? t('commands:confirm.textMissing') : null}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
      {wantsExpiry && hasExpiry && (
        <NativeSelect
          label={t('commands:confirm.expiry')}
          value={terms.expiry}
          data={EXPIRY_NAMES.map((name) => ({ value: name, label: t(`commands:expiresIn.${name}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ expiry: EXPIRY_NAMES.find((name) => name === value) ?? USUAL_EXPIRY })
          }
        />
      )}
    </>
  );
}

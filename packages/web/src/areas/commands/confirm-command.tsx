import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Alert, Button, NativeSelect, Textarea } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import type { Vehicle } from '../../live/fleet.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { EXPIRIES, orderOf, type CommandChoice, type Expiry } from './command-choice.ts';
import styles from './commands.module.css';
import { useCommandName } from './use-command-name.ts';
import { VehicleFacts } from './vehicle-facts.tsx';

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
  const queries = useQueryClient();
  const failureText = useFailureText();
  const nameOf = useCommandName();
  const [expiry, setExpiry] = useState<Expiry>(USUAL_EXPIRY);
  const [text, setText] = useState('');
  const [isTextMissing, setTextMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiFailure | null>(null);
  const { device, position } = vehicle;
  const wantsText = choice.type === 'custom' && choice.saved === null;
  const isLock = choice.type === 'engineStop';
  const isMoving = position?.attributes['motion'] === true;

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // React passes the event on through portals: the form around the panel is not meant.
    event.stopPropagation();
    setTextMissing(wantsText && text.trim() === '');
    if (busy || (wantsText && text.trim() === '')) return;
    setBusy(true);
    setFailed(null);
    const order = orderOf(choice, { deviceId: device.id, expiry, text });
    const answer = await client.commands.send(order, new AbortController().signal);
    setBusy(false);
    // A refusal leaves its trace in the list, too.
    void queries.invalidateQueries({ queryKey: ['commands', device.id] });
    if (answer.ok) onSent(answer.value);
    else setFailed(answer.error);
  };
  const heading = isLock ? 'lock' : choice.type === 'engineResume' ? 'unlock' : 'other';

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>
            {t(`commands:confirm.${heading}`, { name: device.name })}
          </AlertDialog.Title>
          <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
            <VehicleFacts vehicle={vehicle} command={nameOf(choice.saved ?? choice)} />
            {isMoving && (
              <Alert
                color={isLock ? 'red' : 'yellow'}
                variant="light"
                className={styles.warning}
                data-danger={isLock}
              >
                {t(isLock ? 'commands:confirm.movingLock' : 'commands:confirm.moving')}
              </Alert>
            )}
            {device.status !== 'online' && <p className={styles.note}>{t('commands:confirm.offline')}</p>}
            {wantsText && (
              <Textarea
                label={t('commands:confirm.text')}
                rows={2}
                maxLength={DATA_LIMIT}
                spellCheck={false}
                autoCapitalize="none"
                value={text}
                error={isTextMissing && text.trim() === '' ? t('commands:confirm.textMissing') : null}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            )}
            {choice.saved === null && (
              <NativeSelect
                label={t('commands:confirm.expiry')}
                value={expiry}
                data={EXPIRY_NAMES.map((name) => ({ value: name, label: t(`commands:expiresIn.${name}`) }))}
                onChange={({ currentTarget: { value } }) =>
                  setExpiry(EXPIRY_NAMES.find((name) => name === value) ?? USUAL_EXPIRY)
                }
              />
            )}
            {failed !== null && (
              <Alert color="red" variant="light" role="alert" className={styles.warning} data-danger>
                {failureText(failed)}
              </Alert>
            )}
            <div className={styles.actions}>
              <Button variant="default" onClick={onClose}>
                {t('commands:confirm.cancel')}
              </Button>
              <Button type="submit" loading={busy} className={isLock ? styles.danger : undefined}>
                {heading === 'other' ? t('commands:confirm.send') : t(`commands:${heading}`)}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

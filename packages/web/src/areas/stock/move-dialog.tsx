import { Button } from '@mantine/core';
import { DEVICE_STATES, FIELD_LIMITS, STOCK_MAX_MOVED, type Device, type StockOutcome } from '@rastro/fleet';
import type { Answer, ExtensionClient, StockMove } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { STOCK_KEY, useStateName } from './use-stock.ts';

/** Sends the calls one by one; completed ones stay when one is rejected. */
async function moveAll(
  stock: ExtensionClient['stock'],
  { deviceIds, ...move }: StockMove,
  signal: AbortSignal,
): Promise<Answer<readonly StockOutcome[]>> {
  const outcomes: StockOutcome[] = [];
  for (let at = 0; at < deviceIds.length; at += STOCK_MAX_MOVED) {
    const part = deviceIds.slice(at, at + STOCK_MAX_MOVED);
    const answer = await stock.move({ ...move, deviceIds: part }, signal);
    if (!answer.ok) return answer;
    outcomes.push(...answer.value);
  }
  return { ok: true, value: outcomes };
}

export interface MoveDialogProps {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}

interface MoveValues {
  readonly to: (typeof DEVICE_STATES)[number];
  readonly note: string;
}

/** Asks where the chosen trackers go, and why. */
export function MoveDialog({ devices, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['stock', 'common']);
  const { extension } = useServices();
  const stateName = useStateName();
  const [outcomes, setOutcomes] = useState<readonly StockOutcome[] | null>(null);
  const form = useSendForm<MoveValues, readonly StockOutcome[]>({
    initial: { to: 'stock', note: '' },
    fields: () => ({
      to: {
        kind: 'select',
        label: t('stock:move.to'),
        options: DEVICE_STATES.map((value) => ({ value, label: stateName(value) })),
      },
      note: {
        kind: 'longText',
        label: t('stock:move.note'),
        hint: t('stock:move.noteHint'),
        maxLength: FIELD_LIMITS.stock.note,
        rows: 2,
      },
    }),
    write: (values, signal) =>
      moveAll(extension.stock, { ...values, deviceIds: devices.map(({ id }) => id) }, signal),
    touches: STOCK_KEY,
    goesOn: true,
    onDone: setOutcomes,
  });
  if (outcomes !== null) return <Moved devices={devices} outcomes={outcomes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('stock:move.title', { count: devices.length })}
      submit={t('stock:move.do')}
      onClose={onClose}
    />
  );
}

interface MovedProps extends MoveDialogProps {
  readonly outcomes: readonly StockOutcome[];
}
function Moved({ devices, outcomes, onClose }: MovedProps) {
  const { t } = useTranslation('stock');
  const countOf = (outcome: StockOutcome['outcome']): number =>
    outcomes.filter((each) => each.outcome === outcome).length;
  const failed = outcomes.filter(({ outcome }) => outcome === 'refused' || outcome === 'unknown');
  return (
    <Modal title={t('stock:move.done', { count: countOf('moved') })} onClose={onClose}>
      {countOf('same') > 0 && <p role="status">{t('stock:move.same', { count: countOf('same') })}</p>}
      {failed.length > 0 && (
        <div role="alert">
          <p>{t('stock:move.failed', { count: failed.length })}</p>
          <ul>
            {failed.map(({ deviceId }) => (
              <li key={deviceId}>{devices.find(({ id }) => id === deviceId)?.name ?? deviceId}</li>
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('stock:move.close')}</Button>
      </DialogActions>
    </Modal>
  );
}

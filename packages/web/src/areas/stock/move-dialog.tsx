import { Button, NativeSelect, Textarea } from '@mantine/core';
import { DEVICE_STATES, FIELD_LIMITS, STOCK_MAX_MOVED, type Device, type StockOutcome } from '@rastro/fleet';
import type { Answer, ExtensionClient, StockMove } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { STOCK_KEY, useStateName } from './use-stock.ts';

/** As many calls as it takes; completed ones stay when one is rejected. */
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

/** Where the chosen trackers go, and why. */
export function MoveDialog({ devices, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['stock', 'common']);
  const { extension } = useServices();
  const failureText = useFailureText();
  const stateName = useStateName();
  const [to, setTo] = useState<(typeof DEVICE_STATES)[number]>('stock');
  const [note, setNote] = useState('');
  const [outcomes, setOutcomes] = useState<readonly StockOutcome[] | null>(null);
  const { run, busy, failure } = useWrite(
    (move: StockMove, signal) => moveAll(extension.stock, move, signal),
    { touches: STOCK_KEY, goesOn: true },
  );
  const move = async (): Promise<void> => {
    const answer = await run({ deviceIds: devices.map(({ id }) => id), to, note });
    if (answer?.ok === true) setOutcomes(answer.value);
  };
  if (outcomes !== null) return <Moved devices={devices} outcomes={outcomes} onClose={onClose} />;
  return (
    <Modal title={t('stock:move.title', { count: devices.length })} busy={busy} onClose={onClose}>
      <DialogForm submit={t('stock:move.do')} busy={busy} onSubmit={() => void move()} onCancel={onClose}>
        <NativeSelect
          label={t('stock:move.to')}
          value={to}
          data={DEVICE_STATES.map((state) => ({ value: state, label: stateName(state) }))}
          onChange={({ currentTarget: { value } }) =>
            setTo(DEVICE_STATES.find((state) => state === value) ?? 'stock')
          }
        />
        <Textarea
          label={t('stock:move.note')}
          description={t('stock:move.noteHint')}
          maxLength={FIELD_LIMITS.stock.note}
          rows={2}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
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

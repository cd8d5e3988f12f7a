import { Button, TextInput } from '@mantine/core';
import { MAX_PROOF_CODE } from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import type { QueuedStep } from './driver-store.ts';
import type { StepQueue } from './use-step-queue.ts';

interface CodeDialogProps {
  /** Its code was wrong. */
  readonly queued: QueuedStep;
  readonly queue: StepQueue;
  readonly onClose: () => void;
}

/** Another code for a report that waits for it; the rest of the report stays as it is. */
export function CodeDialog({ queued, queue, onClose }: CodeDialogProps) {
  const { t } = useTranslation('qrdriver');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<'code' | 'space' | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (code.trim() === '') return setProblem('code');
    setBusy(true);
    try {
      await queue.retry(queued, code.trim());
      onClose();
    } catch {
      setProblem('space');
      setBusy(false);
    }
  };
  if (isDiscarding)
    return (
      <ConfirmDialog
        title={t('qrdriver:code.discardTitle')}
        text={t('qrdriver:code.discardText', { customer: queued.customer })}
        confirm={t('qrdriver:code.discard')}
        onConfirm={() => void queue.discard(queued).then(onClose)}
        onCancel={() => setDiscarding(false)}
      />
    );
  return (
    <Modal title={t('qrdriver:code.title')} lead={queued.customer} isQuestion onClose={onClose}>
      <DialogForm
        submit={t('qrdriver:code.send')}
        busy={isBusy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <TextInput
          label={t('qrdriver:proof.code')}
          description={t(`qrdriver:stops.outcome.${queued.codeProblem ?? 'wrongCode'}`)}
          size="md"
          maxLength={MAX_PROOF_CODE}
          inputMode="numeric"
          autoComplete="off"
          value={code}
          error={problem === 'code' && code.trim() === '' ? t('qrdriver:proof.codeMissing') : null}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button variant="subtle" color="red" onClick={() => setDiscarding(true)}>
          {t('qrdriver:code.discard')}
        </Button>
        <DialogFailure text={problem === 'space' ? t('qrdriver:stops.notStored') : null} />
      </DialogForm>
    </Modal>
  );
}

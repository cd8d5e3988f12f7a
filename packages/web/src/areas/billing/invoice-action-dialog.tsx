import { TextInput } from '@mantine/core';
import { readCivilDate, type Invoice } from '@rastro/fleet/billing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { BILLING_KEY } from './use-billing.ts';

export type InvoiceAction = 'cancel' | 'receive';
export interface InvoiceActionDialogProps {
  readonly action: InvoiceAction;
  readonly invoices: readonly Invoice[];
  /** The day of the installation. */
  readonly today: string;
  /** @param left How many it could not be done to. */
  readonly onDone: (left: number) => void;
  readonly onClose: () => void;
}

const SHORTEST_REASON = 3;

/** Says what will happen to which invoices and how much money, and asks why. */
export function InvoiceActionDialog({ action, invoices, today, onDone, onClose }: InvoiceActionDialogProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const [day, setDay] = useState(today);
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useInvoiceAction(action);
  const isReason = reason.trim().length >= SHORTEST_REASON;
  const isDay = readCivilDate(day) !== null && day <= today;
  const submit = (): void => {
    setChecked(true);
    if (!isReason || (action === 'receive' && !isDay)) return;
    const ids = invoices.map(({ id }) => id);
    void run({ ids, reason: reason.trim(), day }).then((answer) => {
      if (answer?.ok) onDone(answer.value.filter(({ outcome }) => outcome !== 'changed').length);
    });
  };
  const money = format.money(invoices.reduce((sum, { value }) => sum + value, 0));
  const [first] = invoices;
  const customerName = invoices.length === 1 ? (first?.customerName ?? '') : '';
  return (
    <Modal
      title={t(`billing:${action}.title`, { count: invoices.length })}
      lead={t(`billing:${action}.text`, { count: invoices.length, money, who: customerName })}
      isQuestion
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t(`billing:${action}.confirm`)}
        isDangerous={action === 'cancel'}
        busy={busy}
        onSubmit={submit}
        onCancel={onClose}
      >
        {action === 'receive' && (
          <DateField
            kind="date"
            label={t('billing:receive.day')}
            value={day}
            error={isChecked && !isDay ? t('billing:receive.dayWrong') : null}
            onChange={setDay}
          />
        )}
        <TextInput
          label={t('billing:reason')}
          value={reason}
          maxLength={300}
          error={isChecked && !isReason ? t('billing:reasonMissing') : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

interface InvoiceActionRequest {
  readonly ids: readonly number[];
  readonly reason: string;
  readonly day: string;
}
function useInvoiceAction(action: InvoiceAction) {
  const { billing } = useServices().extension;
  return useWrite(
    ({ day, ...wanted }: InvoiceActionRequest, signal: AbortSignal) =>
      action === 'cancel' ? billing.cancel(wanted, signal) : billing.receive({ ...wanted, day }, signal),
    { touches: BILLING_KEY },
  );
}

import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate, type Invoice } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
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

/** Says what will happen to which invoices and how much money, and asks why. */
export function InvoiceActionDialog({ action, invoices, today, onDone, onClose }: InvoiceActionDialogProps) {
  const { t } = useTranslation('billing');
  const { billing } = useServices().extension;
  const format = useFormat();
  const limits = FIELD_LIMITS.invoice.reason;
  const form = useSendForm({
    initial: { day: today, reason: '' },
    fields: ({ day, reason }) => ({
      day: {
        kind: 'date',
        label: t('billing:receive.day'),
        isHidden: action === 'cancel',
        problem: (readCivilDate(day) === null || day > today) && t('billing:receive.dayWrong'),
      },
      reason: {
        kind: 'text',
        label: t('billing:reason'),
        maxLength: limits.max,
        problem: reason.trim().length < limits.min && t('billing:reasonMissing'),
      },
    }),
    write: ({ day, reason }, signal) => {
      const wanted = { ids: invoices.map(({ id }) => id), reason: reason.trim() };
      return action === 'cancel'
        ? billing.cancel(wanted, signal)
        : billing.receive({ ...wanted, day }, signal);
    },
    touches: BILLING_KEY,
    onDone: (outcomes) => onDone(outcomes.filter(({ outcome }) => outcome !== 'changed').length),
  });
  const money = format.money(invoices.reduce((sum, { value }) => sum + value, 0));
  const [first] = invoices;
  const customerName = invoices.length === 1 ? (first?.customerName ?? '') : '';
  return (
    <FormDialog
      form={form}
      title={t(`billing:${action}.title`, { count: invoices.length })}
      lead={t(`billing:${action}.text`, { count: invoices.length, money, who: customerName })}
      submit={t(`billing:${action}.confirm`)}
      isQuestion
      isDangerous={action === 'cancel'}
      onClose={onClose}
    />
  );
}

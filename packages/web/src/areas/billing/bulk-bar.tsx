import { Button } from '@mantine/core';
import type { Invoice } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { InvoiceAction } from './invoice-action-dialog.tsx';
import styles from './billing.module.css';
import { mayCancel, mayReceive } from './invoice-text.ts';

export interface BulkBarProps {
  readonly invoices: readonly Invoice[];
  readonly onAction: (action: InvoiceAction, invoices: readonly Invoice[]) => void;
  readonly onNone: () => void;
}

/** Actions for all chosen invoices. Each action first leaves out those that it does not apply to. */
export function BulkBar({ invoices, onAction, onNone }: BulkBarProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const money = format.money(invoices.reduce((sum, { value }) => sum + value, 0));
  const [cancelled, received] = [invoices.filter(mayCancel), invoices.filter(mayReceive)];
  return (
    <div
      className={styles.bulk}
      role="toolbar"
      aria-label={t('billing:chosen', { count: invoices.length, money })}
    >
      <span>{t('billing:chosen', { count: invoices.length, money })}</span>
      <Button
        size="compact-sm"
        variant="default"
        disabled={received.length === 0}
        onClick={() => onAction('receive', received)}
      >
        {t('billing:receive.confirm')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={cancelled.length === 0}
        onClick={() => onAction('cancel', cancelled)}
      >
        {t('billing:cancel.confirm')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onNone}>
        {t('billing:none')}
      </Button>
    </div>
  );
}

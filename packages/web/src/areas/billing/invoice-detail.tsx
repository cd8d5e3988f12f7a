import { Button } from '@mantine/core';
import { isOpen, type InvoiceDetail } from '@rastro/fleet/billing';
import { matchLanguage } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { InvoiceAction } from './invoice-action-dialog.tsx';
import styles from './billing.module.css';
import { InvoiceStatusChip } from './invoice-status.tsx';
import { mayCancel, mayReceive } from './invoice-text.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { RemindBox } from './remind-box.tsx';
import { useInvoice } from './use-billing.ts';

export interface InvoiceDetailDialogProps {
  readonly id: number;
  /** Null = the user only looks. */
  readonly onAction: ((action: InvoiceAction, invoice: InvoiceDetail) => void) | null;
  readonly onClose: () => void;
}

/** One invoice with what is on it and what became of it. */
export function InvoiceDetailDialog({ id, onAction, onClose }: InvoiceDetailDialogProps) {
  const { t } = useTranslation('billing');
  const failureText = useFailureText();
  const { data, error } = useInvoice(id);
  return (
    <Modal title={t('billing:invoice', { id })} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {data === undefined && error === null && <p role="status">{t('billing:loading')}</p>}
      {data !== undefined && (
        <>
          <InvoiceFields {...data} />
          <History {...data} />
          {onAction !== null && isOpen(data.status) && <RemindBox id={data.id} />}
        </>
      )}
      <DialogActions>
        {data !== undefined && <ReceiptButton invoice={data} />}
        {data !== undefined && onAction !== null && mayCancel(data) && (
          <Button variant="default" onClick={() => onAction('cancel', data)}>
            {t('billing:cancel.confirm')}
          </Button>
        )}
        {data !== undefined && onAction !== null && mayReceive(data) && (
          <Button variant="default" onClick={() => onAction('receive', data)}>
            {t('billing:receive.confirm')}
          </Button>
        )}
        <Button onClick={onClose}>{t('billing:close')}</Button>
      </DialogActions>
    </Modal>
  );
}

function InvoiceFields(invoice: InvoiceDetail) {
  const { t, i18n } = useTranslation('billing');
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  const { customerName, month, dueDate, value, status, count, description, paidDate, paidValue, reason } =
    invoice;
  const fields: readonly (readonly [name: string, text: string])[] = [
    ['customer', customerName],
    ['month', month === null ? t('billing:byHand') : monthText(month, language)],
    ['due', format.day(dueDate)],
    ['value', format.money(value)],
    ...(count > 0 ? [['vehicles', format.number(count)] as const] : []),
    ...(description === '' ? [] : [['description', description] as const]),
    ...(paidDate === null
      ? []
      : [['paid', `${format.day(paidDate)} · ${format.money(paidValue ?? 0)}`] as const]),
    ...(reason === null ? [] : [['reason', reason] as const]),
  ];
  return (
    <>
      <InvoiceStatusChip status={status} />
      <dl className={styles.facts}>
        {fields.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`billing:fact.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function History({ ledger }: Pick<InvoiceDetail, 'ledger'>) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <section className={styles.history} aria-label={t('billing:history')}>
      <h3>{t('billing:history')}</h3>
      <ol>
        {ledger.map(({ id, time, kind, to, provider, reason }) => (
          <li key={id}>
            <time dateTime={time}>{format.dateTime(Date.parse(time))}</time>
            <span>{`${t(`billing:kind.${kind}`)} · ${t(`billing:status.${to}`)}`}</span>
            {(reason ?? provider) !== null && <small>{[provider, reason].filter(Boolean).join(' · ')}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

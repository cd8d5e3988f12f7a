import { Checkbox } from '@mantine/core';
import type { Invoice } from '@rastro/fleet/billing';
import { matchLanguage } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './billing.module.css';
import { InvoiceStatusChip } from './invoice-status.tsx';

export interface InvoiceRowsProps {
  readonly invoices: readonly Invoice[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (id: number, isChosen: boolean) => void;
  readonly onOpen: (id: number) => void;
}

/** Invoices of all customers; each can be opened, and chosen with others. */
export function InvoiceRows({ invoices, chosen, onChoose, onOpen }: InvoiceRowsProps) {
  const { t, i18n } = useTranslation('billing');
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  return (
    <ul
      className={styles.rows}
      aria-label={t('billing:title')}
      // A list that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      {invoices.map(({ id, customerName, month, description, dueDate, value, status, paidDate }) => (
        <li key={id} className={styles.row}>
          <Checkbox
            aria-label={t('billing:choose', { id, who: customerName })}
            checked={chosen.has(id)}
            onChange={(event) => onChoose(id, event.currentTarget.checked)}
          />
          <button type="button" className={styles.open} onClick={() => onOpen(id)}>
            <span className={styles.who}>
              <strong>{customerName}</strong>
              <small>
                {[
                  `#${id}`,
                  month === null ? description || t('billing:byHand') : monthText(month, language),
                ].join(' · ')}
              </small>
            </span>
            <span className={styles.when}>
              <span>{format.day(dueDate)}</span>
              {paidDate !== null && <small>{t('billing:paidOn', { day: format.day(paidDate) })}</small>}
            </span>
            <span className={styles.state}>
              <InvoiceStatusChip status={status} />
            </span>
            <span className={styles.amount}>{format.money(value)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { isOpen, type OwnInvoice } from '@rastro/fleet/billing';
import { Copy, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './billing.module.css';
import { InvoiceDetailDialog } from './invoice-detail.tsx';
import { InvoiceStatusChip } from './invoice-status.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { useOwnInvoices } from './use-billing.ts';

const ROW_PX = 96;

/** Unpaid invoices of the user, payable right here, and those that they have paid. */
export function InvoicesPanel() {
  const { t } = useTranslation('billing');
  const invoices = useOwnInvoices();
  const { data } = invoices;
  const failure = useListFailure(invoices, t('billing:failed'));
  const [opened, setOpened] = useState(0);
  return (
    <Panel title={t('billing:mine.title')} tall>
      <ListView
        count={data?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: ReceiptText, title: t('billing:mine.empty'), text: t('billing:mine.emptyText') }}
        notFound={null}
      >
        <ul
          className={styles.cards}
          aria-label={t('billing:mine.title')}
          // A list that scrolls is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {(data ?? []).map((invoice) => (
            <OwnCard key={invoice.id} invoice={invoice} onOpen={() => setOpened(invoice.id)} />
          ))}
        </ul>
      </ListView>
      {opened > 0 && <InvoiceDetailDialog id={opened} onAction={null} onClose={() => setOpened(0)} />}
    </Panel>
  );
}

function OwnCard({ invoice, onOpen }: { readonly invoice: OwnInvoice; readonly onOpen: () => void }) {
  const { t, i18n } = useTranslation('billing');
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  const { id, month, description, dueDate, status, dues, paidDate, paidValue } = invoice;
  const title = month === null ? description || t('billing:byHand') : monthText(month, language);
  return (
    <li className={styles.card}>
      <span className={styles.cardHead}>
        <strong>{title}</strong>
        <InvoiceStatusChip status={status} />
      </span>
      <span className={styles.cardHead}>
        <span>
          {paidDate === null
            ? t('billing:mine.due', { day: format.day(dueDate) })
            : t('billing:paidOn', { day: format.day(paidDate) })}
        </span>
        <strong className={styles.amount}>
          {format.money(isOpen(status) ? dues.total : (paidValue ?? dues.value))}
        </strong>
      </span>
      {isOpen(status) && <Dues {...invoice} />}
      {isOpen(status) && <Pay {...invoice} />}
      <span className={styles.ways}>
        <ReceiptButton invoice={invoice} size="compact-sm" />
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onOpen}
          aria-label={t('billing:mine.openOne', { id })}
        >
          {t('billing:mine.open')}
        </Button>
      </span>
    </li>
  );
}

/** Why it costs another amount today than what stands on it. */
function Dues({ dues }: OwnInvoice) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  if (dues.total === dues.value) return null;
  const parts = [
    ['value', dues.value],
    ['fine', dues.fine],
    ['interest', dues.interest],
    ['discount', -dues.discount],
  ] as const;
  return (
    <dl className={styles.facts}>
      {parts
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => (
          <div key={name}>
            <dt>{t(`billing:dues.${name}`)}</dt>
            <dd>{format.money(cents)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Pay({ pix, charge }: OwnInvoice) {
  const { t } = useTranslation('billing');
  const [isVisible, setVisible] = useState(false);
  const { isCopied, copy } = useCopy();
  const links = [
    ['slip', charge?.bankSlipUrl ?? null],
    ['page', charge?.invoiceUrl ?? null],
  ] as const;
  // Of invoices made by hand the issuer may take no Pix.
  if (pix === null && links.every(([, url]) => url === null)) return null;
  return (
    <>
      <span className={styles.ways}>
        {pix !== null && (
          <Button size="compact-sm" aria-expanded={isVisible} onClick={() => setVisible(!isVisible)}>
            {t('billing:pay.pix')}
          </Button>
        )}
        {links.map(([name, url]) =>
          url === null ? null : (
            <Button
              key={name}
              component="a"
              size="compact-sm"
              variant="default"
              href={url}
              target="_blank"
              rel="noreferrer"
            >
              {t(`billing:pay.${name}`)}
            </Button>
          ),
        )}
      </span>
      {isVisible && pix !== null && (
        <span className={styles.pix}>
          <QrCode text={pix} label={t('billing:pay.code')} />
          <code>{pix}</code>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Copy size={14} aria-hidden />}
            onClick={() => void copy(pix)}
          >
            {t(isCopied ? 'billing:pay.copied' : 'billing:pay.copy')}
          </Button>
        </span>
      )}
    </>
  );
}

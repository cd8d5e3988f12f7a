import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { Check, Copy, ExternalLink, Mail, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsText, moneySign } from '../../i18n/number-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { whatsappLink } from './brand-links.tsx';
import type { Debt } from './debts-of.ts';
import styles from './debts.module.css';

export interface DebtsProps {
  readonly debts: readonly Debt[];
  /** Of the brand, as the operator wrote it. */
  readonly whatsapp: string | null;
}

/** Unpaid invoices, the oldest first, with the ways to pay them right here. After paying, the user signs in again. */
export function Debts({ debts, whatsapp }: DebtsProps) {
  const { t } = useTranslation('login');
  const [openId, setOpenId] = useState(debts[0]?.id ?? 0);
  return (
    <section className={styles.debts} aria-label={t('login:debts.title')}>
      <h2 className={styles.title}>{t('login:debts.title')}</h2>
      <ul className={styles.list}>
        {debts.map((debt) => (
          <li key={debt.id}>
            <DebtLine
              debt={debt}
              whatsapp={whatsapp}
              isOpen={debt.id === openId}
              onOpen={() => setOpenId(debt.id)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('login:debts.after')}</p>
    </section>
  );
}

interface DebtLineProps {
  readonly debt: Debt;
  readonly whatsapp: string | null;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function DebtLine({ debt, whatsapp, isOpen, onOpen }: DebtLineProps) {
  const { dueDate, total, pixPayload, page } = debt;
  const { t, i18n } = useTranslation('login');
  const language = matchLanguage(i18n.language) ?? 'en';
  const money = `${moneySign(language)} ${centsText(total, language)}`;
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(Date.parse(dueDate));
  return (
    <>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={onOpen}>
        <span>{t('login:debts.due', { day })}</span>
        <strong>{money}</strong>
      </button>
      {isOpen && (
        <div className={styles.ways}>
          {pixPayload !== null && <Pix payload={pixPayload} />}
          {page !== null && (
            <Button
              component="a"
              href={page}
              target="_blank"
              rel="noreferrer"
              size="xs"
              variant="default"
              leftSection={<ExternalLink size={14} aria-hidden />}
            >
              {t('login:debts.page')}
            </Button>
          )}
          {pixPayload === null && page === null && <Ask debt={debt} whatsapp={whatsapp} />}
        </div>
      )}
    </>
  );
}

function Pix({ payload }: { readonly payload: string }) {
  const { t } = useTranslation('login');
  const { isCopied, copy } = useCopy();
  return (
    <>
      <QrCode text={payload} label={t('login:debts.pix')} />
      <Button
        size="xs"
        variant="default"
        leftSection={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => void copy(payload)}
      >
        {t(isCopied ? 'login:debts.copied' : 'login:debts.copy')}
      </Button>
    </>
  );
}

/** Debt that is paid directly to a supplier: shows whom to ask how to pay, and what happens then. */
function Ask({ debt: { id, supplier }, whatsapp }: Pick<DebtLineProps, 'debt' | 'whatsapp'>) {
  const { t } = useTranslation('login');
  const link = whatsappLink(whatsapp);
  const subject = encodeURIComponent(t('login:debts.subject', { id }));
  return (
    <>
      <p className={styles.hint}>
        {supplier === null ? t('login:debts.ask') : t('login:debts.askSupplier', { name: supplier.name })}
      </p>
      {supplier !== null && supplier.email !== '' && (
        <Button
          component="a"
          href={['mailto:', supplier.email, '?subject=', subject].join('')}
          size="xs"
          variant="default"
          leftSection={<Mail size={14} aria-hidden />}
        >
          {supplier.email}
        </Button>
      )}
      {link !== null && link !== '' && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          size="xs"
          variant="default"
          leftSection={<MessageCircle size={14} aria-hidden />}
        >
          {t('login:links.whatsapp')}
        </Button>
      )}
    </>
  );
}

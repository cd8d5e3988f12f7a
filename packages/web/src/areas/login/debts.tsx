import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { Check, Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsText, moneySign } from '../../i18n/number-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { Debt } from './debts-of.ts';
import styles from './debts.module.css';

/** What is open, the oldest first, and the ways to pay it right here. Whoever has paid signs in again. */
export function Debts({ debts }: { readonly debts: readonly Debt[] }) {
  const { t } = useTranslation('login');
  const [openId, setOpenId] = useState(debts[0]?.id ?? 0);
  return (
    <section className={styles.debts} aria-label={t('login:debts.title')}>
      <h2 className={styles.title}>{t('login:debts.title')}</h2>
      <ul className={styles.list}>
        {debts.map((debt) => (
          <li key={debt.id}>
            <DebtLine debt={debt} isOpen={debt.id === openId} onOpen={() => setOpenId(debt.id)} />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('login:debts.after')}</p>
    </section>
  );
}

interface DebtLineProps {
  readonly debt: Debt;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function DebtLine({ debt: { dueDate, total, pixPayload, page }, isOpen, onOpen }: DebtLineProps) {
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
          {pixPayload === null && page === null && <p className={styles.hint}>{t('login:debts.ask')}</p>}
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

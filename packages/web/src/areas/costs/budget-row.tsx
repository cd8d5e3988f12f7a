import type { BudgetAlert, BudgetNow } from '@rastro/fleet/costs';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { StateChip, type StateChipProps } from '../../ui/state-chip.tsx';
import styles from './costs.module.css';

const TONES: Readonly<Record<BudgetAlert, StateChipProps['tone']>> = {
  none: 'plain',
  forecast: 'warning',
  near: 'warning',
  over: 'bad',
};
const FULL = 100;

/** A budget: of what, how much of it is spent, and whether it will suffice. */
export function BudgetRow({ budget, onOpen }: { readonly budget: BudgetNow; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { name, kind, span, cents, spentCents, forecastCents, alert } = budget;
  const percent = Math.round((spentCents * FULL) / cents);
  const amounts = { spent: format.money(spentCents), amount: format.money(cents) };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.budget} onClick={onOpen}>
        <span className={styles.what}>
          <strong dir="auto">{name}</strong>
          <small dir="auto">
            {[
              subjectText(budget, t('costs:budgets.allVehicles')),
              kind === null ? t('costs:filter.anyKind') : t(`costs:kind.${kind}`),
              t(`costs:budgets.span.${span}`),
            ].join(' · ')}
          </small>
        </span>
        <StateChip icon={alert === 'none' ? CircleCheck : TriangleAlert} tone={TONES[alert]}>
          {t(`costs:budgets.alert.${alert}`)}
        </StateChip>
        <span className={styles.spent}>
          <span className={styles.bar} data-alert={alert} aria-hidden>
            <span style={{ inlineSize: `${Math.max(0, Math.min(FULL, percent))}%` }} />
          </span>
          <span className={styles.amounts}>
            <span>
              {t('costs:budgets.spentOf', amounts)} ({format.number(percent)}%)
            </span>
            {forecastCents !== null && (
              <span className={styles.quiet}>
                {t('costs:budgets.forecast', { amount: format.money(forecastCents) })}
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

export const subjectText = ({ subjectName }: Pick<BudgetNow, 'subjectName'>, all: string): string =>
  subjectName === '' ? all : subjectName;

import type { ResellerView } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { overdueOf } from './customer-order.ts';
import styles from './resellers.module.css';
import { useIsBilling } from './use-customers.ts';

/** The sums of all customers; a vehicle that several see counts once. */
export function CustomerTiles({ view }: { readonly view: ResellerView | undefined }) {
  const { t } = useTranslation('reseller');
  const format = useFormat();
  const isBilling = useIsBilling();
  const numberText = (value: number | undefined): string =>
    value === undefined ? '–' : format.number(value);
  const tiles = [
    ['customers', numberText(view?.customers.length)],
    ['devices', numberText(view?.total.devices)],
    ['online', numberText(view?.total.online)],
    ['silent', numberText(view?.total.silent)],
  ] as const;
  return (
    <div className={styles.tiles} role="group" aria-label={t('reseller:totals')}>
      {tiles.map(([name, text]) => (
        <span key={name} className={styles.tile}>
          <span className={styles.count}>{text}</span>
          {t(`reseller:tile.${name}`)}
        </span>
      ))}
      {isBilling && (
        <span className={styles.tile}>
          <span className={styles.count}>
            {view === undefined ? '–' : format.money(overdueOf(view.customers))}
          </span>
          {t('reseller:tile.overdue')}
        </span>
      )}
    </div>
  );
}

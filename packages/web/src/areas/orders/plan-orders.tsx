import { Button, Checkbox } from '@mantine/core';
import type { RoadOrder } from '@rastro/fleet/orders';
import { foldText } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/list/search-field.tsx';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';

interface PlanOrdersProps {
  /** Orders of the day that nobody has yet. */
  readonly orders: readonly RoadOrder[];
  /** Those that are not to be planned. */
  readonly left: readonly number[];
  readonly onChange: (left: readonly number[]) => void;
}

/** Orders of a plan: all of the day that nobody has yet, but those that are taken out. */
export function PlanOrders({ orders, left, onChange }: PlanOrdersProps) {
  const { t } = useTranslation('routes');
  const texts = useOrderText();
  const [text, setText] = useState('');
  const searched = foldText(text);
  const shown = orders.filter(({ customer, place, reference }) =>
    foldText([customer, reference, texts.place(place)].join(' ')).includes(searched),
  );
  const isLeft = new Set(left);
  const count = orders.filter(({ id }) => !isLeft.has(id)).length;
  const ids = shown.map(({ id }) => id);
  return (
    <section className={styles.stops} aria-label={t('routes:plan.orders')}>
      <h2>{t('routes:plan.orders')}</h2>
      {orders.length === 0 ? (
        <p className={styles.quiet}>{t('routes:plan.noOrders')}</p>
      ) : (
        <>
          <p role="status">{t('routes:plan.chosen', { count, total: orders.length })}</p>
          <SearchField label={t('routes:candidates.search')} value={text} onChange={setText} />
          <div className={styles.actions}>
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange(left.filter((id) => !ids.includes(id)))}
            >
              {t('routes:plan.all')}
            </Button>
            <Button size="xs" variant="default" onClick={() => onChange([...new Set([...left, ...ids])])}>
              {t('routes:plan.none')}
            </Button>
          </div>
          {shown.length === 0 && <p className={styles.quiet}>{t('routes:candidates.notFound')}</p>}
          <ul className={styles.stopList}>
            {shown.map((order) => (
              <li key={order.id} className={styles.planned}>
                <Checkbox
                  checked={!isLeft.has(order.id)}
                  label={order.customer}
                  description={[texts.place(order.place), texts.window(order)].join(' · ')}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? left.filter((id) => id !== order.id) : [...left, order.id])
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

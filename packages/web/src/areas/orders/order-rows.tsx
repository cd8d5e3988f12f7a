import type { RoadOrder } from '@rastro/fleet/orders';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { OrderStateChip } from './order-state.tsx';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';

export interface OrderRowsProps {
  readonly orders: readonly RoadOrder[];
  readonly onOpen: (id: number) => void;
}

/** Orders, each with its place, its window, who does it and how far it has come. */
export function OrderRows({ orders, onOpen }: OrderRowsProps) {
  const { t } = useTranslation('orders');
  return (
    <ul
      className={styles.rows}
      aria-label={t('orders:title')}
      // A list that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} onOpen={() => onOpen(order.id)} />
      ))}
    </ul>
  );
}

function OrderRow({ order, onOpen }: { readonly order: RoadOrder; readonly onOpen: () => void }) {
  const { t } = useTranslation('orders');
  const texts = useOrderText();
  const { id, reference, customer, place, deviceName, driverName, state, isDisputed } = order;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.who}>
          <strong dir="auto">{customer}</strong>
          <small dir="auto">
            {[reference === '' ? `#${id}` : reference, texts.place(place)].join(' · ')}
          </small>
        </span>
        <span className={styles.when}>{texts.window(order)}</span>
        <span className={styles.whom}>
          {deviceName === '' ? (
            <span className={styles.quiet}>{t('orders:nobody')}</span>
          ) : (
            <span dir="auto">{[deviceName, driverName].filter((name) => name !== '').join(' · ')}</span>
          )}
        </span>
        <span className={styles.state}>
          <OrderStateChip state={state} />
          {isDisputed && (
            <span className={styles.disputed}>
              <TriangleAlert size={13} aria-hidden />
              {t('orders:disputed')}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
